"""The preview: a server for this machine only that shows games in the browser and follows their files.

Open `preview_games.py` first: it leads each game from one state to the next. `http` answers the browser's requests,
`full_check` and `worker` check games in other processes. README.md explains the method.
"""
