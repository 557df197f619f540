"""Tournaments for a club or a family: who has entered, who meets whom where, and how it stands."""
