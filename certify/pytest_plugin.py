"""pytest plugin: claim files as test items."""
