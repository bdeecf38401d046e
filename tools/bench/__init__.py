"""How long does it take?"""
