"""Boards and mats larger than the paper: which part lies on which page, and how the parts overlap."""
