# What is said in every game. Ids are kinds of facts; a fact's `how` picks an attribute.

# Drivers, by the colours of their pieces.
who-red = red
who-black = black
who-green = green
who-blue = blue
who-yellow = yellow
who-white = white
who-orange = orange
who-purple = purple
who-green-die = green die
who-blue-die = blue die
who-second-red = second red
who-second-black = second black
who-second-green = second green
who-second-blue = second blue

# A turn in words: who, and what was done.
turn = { $who } { $deeds }
    .nothing = { $who } did nothing
    .not-yet = { $who } has not moved yet
    .unclear = what { $who } did is not clear
deeds-joint = { ", " }
    .last = { " and " }
story = { $turns }
turns-joint = { "; then " }

# Beside the board.
to-act = It is { $who }'s turn.
turns-sign = out of turn | { $who2 }’s turn

# The verdict.
legal = Legal: { $said }.
    .so-far = Legal so far: { $said }.
unsure = Cannot tell: perhaps { $said }; legal only if { $granted }.
    .whether = Cannot tell whether { $said }.
    .fault = Cannot tell: legal only if { $granted }. Else: { $said }
granted-joint = { " and " }
lost = Several pieces changed place at once, and no round of legal turns explains it. If turns were missed or the table was set anew, take the table as it stands; else put the pieces back.
in-doubt = A turn before this one was left in doubt, so this is a question and no fault. { $faults }
    .put-back = The fault before was put back, and nobody said who plays next, so this is a question and no fault. { $faults }
    .set-by-hand = A piece lies otherwise than it was set by hand, so this is a question and no fault: lay it there, or take the table as it stands. { $faults }
    .together = Told together with the turns before it this may be legal, so it is a question and no fault. { $faults }
right = If the table is right, take it as it stands; else put the pieces back.
fault = { $faults }
rule = Rule: { $title } ({ $section }).

# What was said.
declared = { HEAD($question) } – { $answer }
    .dice = Rolled – { $faces }
    .of = { CAP($by) }: { $said }
faces-joint = { ", " }
    .last = { " and " }

# A word that is about nothing in the turn, and a fault that hangs on what nobody saw.
astray = what was said ({ $said }) was about another turn or a slip of the tongue
    .ask = Was this said for { $who }'s turn: { $said }?
    .here = for { $who }'s turn
    .before = for the turn before
    .after = for the turn after
    .gone = for none
missed = the turns that were missed, too many to follow, kept the rules
unbegun = the turn has not begun yet
written = { $text }

# A player or a piece by its name, and what a drawn board says.
called = { $who }
pieces-joint = { ", " }
turn-can-end = a legal turn can end on { $space }
put-back-count = { $count ->
    [one] {""}
   *[other] {" "}({ $count })
}
put-back =
    .on = { CAP($piece) }: back to { $space }
    .there = { CAP($piece) }: back to where it stood
    .over = { CAP($piece) }: turn it over again
    .face = { CAP($piece) }: lay it to show { $rank } again
    .again = { CAP($piece) }{ put-back-count }: lay it there again
    .away = { CAP($piece) }{ put-back-count }: take it away again
    .dice = The dice thrown in this turn: take them away again

# What stands in the race for a driver; a game may call it otherwise.
drivers-piece = car

## What may be said in every game

alone = no turn was missed
    .answer = no turn was missed
    .pad = The turn
