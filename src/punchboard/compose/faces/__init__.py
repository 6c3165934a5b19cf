"""Faces: the boxes of a layout drawn for one component. Start with `composer`; `compiled_layout` does the work."""
