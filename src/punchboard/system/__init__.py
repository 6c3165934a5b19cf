"""What differs between operating systems, one matter a module; all other code asks these modules.

Open `operating_system.py` first. The restrictions that only Linux has are in `punchboard.sandbox`.
"""
