"""Pictures and widgets of a search; loaded on first use, so `import gamelib` stays light."""
