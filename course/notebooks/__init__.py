"""The authors' tool: it runs lectures, stores them in one normal form and checks their rules."""
