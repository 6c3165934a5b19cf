"""The preview: a server for this machine only that shows games in the browser and follows their files.

Open `preview_games.py` first: it leads each game from one state to the next. `http` answers the browser's requests;
`background_checks` has games checked in other processes, which run `full_check`. README.md explains the method.
"""
