"""The players of the source documents, as faithful as their rules allow."""
