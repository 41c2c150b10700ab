"""The games. All keep the contract of `gamelib.game`."""
