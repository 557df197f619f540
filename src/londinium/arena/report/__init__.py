"""What is written about a tournament or a study of the balance: pages of sentences, plots and tables."""
