"""The command `punchboard icons`: adds icon sets from npm packages or files, and finds icons."""
