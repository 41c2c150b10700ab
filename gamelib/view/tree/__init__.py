"""The picture of a search tree: drawing, scene and shapes, and the back ends that show them."""
