"""What every game rests on; it knows none of them."""
