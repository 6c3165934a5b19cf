"""``punchboard demo``: a small game that is installed with the program, made and built in one step.

Open ``demo.py`` first; the files of the game are in ``lamplighters/``.
"""
