"""One look for all games and the site: tokens, the ink that writes SVG, and the parts that every page shares."""
