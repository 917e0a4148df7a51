"""A strict server on loopback that behaves as chat endpoints of today do, and what Sorites makes of it."""
