"""The preview: a server for this machine only that shows games in the browser and follows their files."""
