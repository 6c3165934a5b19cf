"""Games played, as logs: by bots that follow the script, or by people on the table in the browser.

`games` plays from the set-up to an end with bots, which decide what the script leaves open, `log` writes and reads what
has happened, and `summary` says what many games show, also of several editions.
"""
