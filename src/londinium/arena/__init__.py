"""Matches between bots: line-ups, ratings, statistics, balance reports; on one machine or on many."""
