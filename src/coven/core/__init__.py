"""What every game shares: compiling, chance, positions, views, records."""
