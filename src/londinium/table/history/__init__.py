"""What finished tables leave behind: results, statistics, daily challenges."""
