"""Home Racers (the core rules of the rule book's sample): toy cars on hexagonal road tiles that lie free on a floor."""
