"""The arguments and options of each command, one module per command; each module has a function `command`.

A module is imported when its command is called. What the command does lies beside
this folder, such as in `cli/build`.
"""
