"""The games, one in each file; all keep the contract of `gamelib.game`."""
