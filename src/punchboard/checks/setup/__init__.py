"""Checks of set-up steps and of the piles that they use, one rule a file.

`step_names` and `conditions` are shared.
"""
