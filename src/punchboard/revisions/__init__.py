"""Older states of games, from outputs, workspaces and git revisions, compared with the loaded one."""
