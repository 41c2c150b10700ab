"""The picture of a search tree: nodes, steps, layout, scene, and the back ends that draw it."""
