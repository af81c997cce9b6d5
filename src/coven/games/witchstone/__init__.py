"""Witchstone, by Reiner Knizia and Martino Chiacchiera (2021): 2 to 4 players, 11 turns each."""
