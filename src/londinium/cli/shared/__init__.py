"""What several verbs need: options they share, the language they speak, bars that tell how far they are. None of it is a verb."""
