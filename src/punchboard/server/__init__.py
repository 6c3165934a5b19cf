"""The preview: a server for this machine alone that shows games in the browser and follows the files they come from."""
