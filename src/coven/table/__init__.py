"""The table in the browser: a server where people and bots sit down, and the pages they see."""
