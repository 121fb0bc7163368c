"""What is said in every game, one file a language; see `referee.words.catalogue`."""
