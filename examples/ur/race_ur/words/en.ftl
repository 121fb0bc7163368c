# The value of a rule's message is its title, the attributes are the ways of breaking it.
who-light = light
who-dark = dark

turn-order = Sides take turns
    .moved = { CAP($who) } moved though it is { $who2 }'s turn.
throw = A man goes as far as the dice say, home included
    .far = { CAP($who) } moved a man by { $went }; the dice say { $dice }.
occupied = One man to a square
    .two = { CAP($who) } put two men on { $square }.
safe = Nobody is struck on the middle rosette
    .struck = { CAP($who) } struck a man on { $square }, where nobody is struck.
must-move = Who can move must move
    .stayed = { CAP($who) } could move and did not.

threw = threw { $dice }
moved = moved from { $man } to { $to }
passed = did not move
won = { CAP($who) } has brought all seven men home.

roll = { $by } threw { $value }
    .ask = What did { $by } throw?
    .answer = { $value }
    .pad = { CAP($by) } threw
