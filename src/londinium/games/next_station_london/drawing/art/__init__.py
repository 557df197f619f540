"""What is drawn the same for everybody: the map, its stations and lines, and the shapes of the sprite."""
