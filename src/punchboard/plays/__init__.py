"""Games played, as logs: by bots that follow the script, or by people on the table in the browser.

`games` plays from the set-up to an end, `bots` decides what the script leaves open, `log` writes and reads what has
happened, and `summary` says what many games show. `groups` reads logs of several editions.
"""
