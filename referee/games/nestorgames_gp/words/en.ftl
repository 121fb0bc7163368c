# nestorgames GP. The value of a rule's message is its title, the attributes are the ways of breaking it.
# Of what is said, seen or taken for granted the value says that it was so; `ask` is the question about it, `answer` a
# button, `pad` the heading on the declaration pad. `roll` is a rule, too: `so` says that it was so.

who-R = { who-red }
who-B = { who-blue }
who-G = { who-green }
who-Y = { who-yellow }
who-K = { who-black }
who-W = { who-white }
who-O = { who-orange }
who-P = { who-purple }

value-rocket = rocket
    .a = a rocket
value-bomb = bomb
    .a = a bomb
value-wrench = wrench
    .a = a wrench
value-turbo = turbo boost
    .a = a turbo boost
value-oil = oil spill
    .a = an oil spill
value-any = unknown item
    .a = an unknown item
value-nothing = nothing
value-available = an item that is available
value-main = main road
value-gate = gate
value-shortcut = shortcut
value-turn = turn
value-R = { who-red }
value-B = { who-blue }
value-G = { who-green }
value-Y = { who-yellow }
value-K = { who-black }
value-W = { who-white }
value-O = { who-orange }
value-P = { who-purple }

space-off = no space
place-off = beside the board
gate-open = open
gate-closed = closed

via-main = { "" }
    .by = { "" }
via-gate = { " through the gate" }
    .by = { " by the gate" }
via-shortcut = { " by the shortcut" }
    .by = { " by the shortcut" }
via-turn = { " by the turn" }
    .by = { " by the turn" }
via-gate-shortcut = { " through the gate by the shortcut" }
    .by = { " by the gate and the shortcut" }
via-shortcut-gate = { " by the shortcut through the gate" }
    .by = { " by the shortcut and the gate" }

die-count = { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
}
spaces-count = { $steps ->
    [one] { $steps } space
   *[other] { $steps } spaces
}
disc-count = { $discs ->
    [one] { $discs } disc
   *[other] { $discs } discs
}
score-said = { $score }{ $half ->
    [yes] .5
   *[no] { "" }
}
score-right = { $score2 }{ $half2 ->
    [yes] .5
   *[no] { "" }
}

## The rules

qualifying = Qualifying by dice, the best one on the pole
    .value = { CAP($who) }'s qualifying value was called { $steps }; the dice make it { $steps2 }.
    .value-sign = qualifying value | called { $steps } | call { $steps2 }
    .grid = { CAP($who) } stands on { $space } before the start; its place there is { $space2 }.
    .grid-sign = { $who } on the grid | stands on a wrong space | put it in the green frame
turn-order = Best qualifier first, then the seats counter-clockwise
    .moved = { CAP($who) } was moved, but it is { $who2 }'s turn.
    .rolled = { CAP($who) } rolled, but it is { $who2 }'s turn.
    .rolled-sign = the dice | rolled out of turn | { $who2 }’s turn
    .rolled-on = { CAP($who) } rolled after its turn was over; it is { $who2 }'s turn.
    .rolled-on-sign = the dice | rolled on, turn over | { $who2 }’s turn
roll = Own free dice one by one, until you stop or repeat
    .many = { CAP($who) } rolled { $dice } dice, but only { $dice2 } may be: the others lie in the box.
    .many-sign = the others are in the box | dice rolled: { $dice } | roll { $dice2 } at most
    .none-left = { CAP($who) } rolled, but all its dice are in the box; it can only be fixed.
    .none-left-sign = no dice left | rolled | only fix
    .late = { CAP($who) } rolled { $roll } and went on after a repeat, which ends the rolling.
    .late-sign = a repeat ends the roll | rolled { $roll } | stop at { $roll2 }
    .so = { $value ->
        [no] { $by } did not roll
       *[other] { $by } rolled { $value }
    }
    .ask = What did { $by } roll?
    .answer = { $value }
    .no = the dice were not rolled
    .pad = Rolled
    .otherwise = { $by } rolled other dice than were seen
belly-up = A belly-up car is turned up and passes
    .rolled = { CAP($who) } rolled, but its car was belly-up: it is turned up and passes.
    .rolled-sign = car was belly-up | rolled | turn it up and pass
    .moved = { CAP($who) } moved, but its car was belly-up: it is turned up and passes.
    .moved-sign = car was belly-up | moved | turn it up and pass
    .took = { CAP($who) } took a die back, but its car was belly-up: it is turned up and passes.
    .took-sign = car was belly-up | took a die back | turn it up and pass
    .not-turned = { CAP($who) } was not turned up, but its car was belly-up: it is turned up and passes.
    .not-turned-sign = car was belly-up | left belly-up | turn it up and pass
    .turned = { CAP($who) }'s car was turned up in another's turn; that is done in its own turn, which it passes.
    .turned-sign = not { $who }’s turn | { $who }’s car turned up | wait for { $who }’s turn
exact-move = Move exactly the sum; a repeat does not move
    .rolled = { CAP($who) } rolled { $roll } and moved { $steps }; it moves exactly { $steps2 } or, after a repeat, not.
    .rolled-sign = rolled { $roll } | drove { $steps } | drive { $steps2 }
    .bust = { CAP($who) } rolled { $roll } and moved; after a repeated number the car stays where it is.
    .bust-sign = rolled a repeat | car moved | leave the car
    .stayed = { CAP($who) } rolled { $steps } without a repeat and did not move; it must.
    .stayed-sign = rolled { $steps } | did not move | move { $steps }
    .not-with = { CAP($who) } moved { $steps }, which no roll with the { $roll } that was seen can give.
    .not-with-sign = rolled { $roll } | moved { $steps } | move the sum
    .too-far = { CAP($who) } moved { $steps }, which { die-count } without a repeat cannot give.
    .too-far-sign = { die-count }, no repeat | moved { $steps } | move the sum
    .called = { CAP($who) }'s roll was called { $called ->
        [bust] a repeat
       *[other] { $called }
    }, and the car did not move so; it moves exactly the sum or, after a repeat, not.
    .called-sign = called: { roll-called } | moved otherwise | move the sum
    .placed = { CAP($who) } was put { $onto ->
        [off] beside the board
       *[other] on { $onto }
    }; no roll can take it there.
    .placed-sign = car | put where no roll leads | move the sum
bump = A car that is run into moves one space on
    .moved = { CAP($who) } stands on { $space }; after the bump its place is { $space2 }.
    .moved-sign = { $who } was bumped one space on | stands on a wrong space | put it in the green frame
crash = Crashed cars turn belly-up and lose a die
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
    .no-crash = { CAP($who) }'s box shows { die-count } instead of { $dice2 }, but nothing made the car crash.
    .no-crash-sign = { $who } did not crash | dice in the box: { $dice } | leave { $dice2 }
roll-called = { $called ->
        [bust] a repeat
       *[other] { $called }
    }
crash-lies = { CAP($who) }'s car lies belly-up, but nothing made it crash.
crash-lies-sign = { $who } did not crash | car turned belly-up | turn it upright
crash-stands = { CAP($who) } crashed and must be turned belly-up.
crash-stands-sign = { $who } crashed | car still upright | turn it belly-up
crash-dice = { CAP($who) }'s box shows { die-count } instead of { $dice2 } after what happened.
crash-dice-sign = { $who } crashed | dice in the box: { $dice } | make it { $dice2 }
fix = Fixing is the whole turn: one die back
    .rolled = { CAP($who) } rolled and took a die back; fixing is the whole turn and takes one die of the box.
    .rolled-sign = fixing is the whole turn | rolled and took a die back | only take it back
    .used = { CAP($who) } used the { $item } and took a die back; fixing is the whole turn and takes one die of the box.
    .used-sign = fixing is the whole turn | used { $item }, took a die back | only take it back
    .dice = { CAP($who) }'s box shows { die-count } instead of { $dice2 }; fixing gives one back.
    .dice-sign = fixing gives one die back | dice in the box: { $dice } | make it { $dice2 }
    .not-fixed = { CAP($who) }'s box shows { die-count } instead of { $dice2 }, but the car was not fixed.
    .not-fixed-sign = { $who }’s box | die taken without fixing | put it back
lap = A disc for each lap
    .crossed = { CAP($who) }'s box shows { disc-count } instead of { $discs2 }: it crossed the line, and one is taken.
    .crossed-sign = { $who } crossed the line | discs in the box: { $discs } | make it { $discs2 }
    .unfinished = { CAP($who) }'s box shows { disc-count } instead of { $discs2 }, but the car did not finish a lap.
    .unfinished-sign = { $who } did not finish a lap | discs in the box: { $discs } | make it { $discs2 }
shortcut = The shortcut once a race; the cylinder goes to the box
    .again = { CAP($who) } took the shortcut again; its cylinder already lies in the box.
    .again-sign = cylinder already in the box | shortcut again | take it once a race
    .cylinder-due = { CAP($who) } took the shortcut, and its cylinder is not in the box.
    .cylinder-due-sign = took the shortcut | cylinder not in the box | put it in
    .cylinder-lies = { CAP($who) }'s cylinder lies in the box, but it did not take the shortcut.
    .cylinder-lies-sign = took no shortcut | cylinder in the box | leave it out
loop = The loop space is crossed straight
    .turned = { CAP($who) } turned on the loop space; it is crossed in a straight line.
    .turned-sign = loop space | turned on it | drive straight on
    .points = { CAP($who) } points to { $space } on the loop space; it must point to { $space2 }.
    .points-sign = car on the loop space | points the wrong way | point it straight on
gate = A switch opens and closes the gate
    .closed = { CAP($who) } drove through the gate, which is closed.
    .closed-sign = closed gate | drove through it | go another way
    .switched = The gate must be { $gate }: a car ended its movement on a switch.
    .switched-sign = car ended on a switch | gate not moved | move the gate to { $gate }
    .not-switched = The gate must be { $gate }: no car ended its movement on a switch.
    .not-switched-sign = no car on a switch | gate moved | put it back to { $gate }
teleport = From T to T
    .stands = { CAP($who) } stands on { $space }; from the T space it goes to { $space2 }.
    .stands-sign = ended on the T space | stands on a wrong space | put it in the green frame
tray = The tray's item is taken and the tray goes before the leader
    .place = The tray is on { $space }; its place is { $place }.
    .place-sign = item taken, { $who2 } leads | tray not before { $who2 } | put it in the green frame
    .stays = The tray is on { $space }; nobody took its item, so it stays on { $place }.
    .stays-sign = nobody took the item | tray moved | put it back
    .holds = The tray holds { $item }; it must hold { $item2 }.
    .holds-sign = item in the tray | lies there: { $item } | put in: { $item2 }
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
item-missing = The { $item } that must lie on { $space } is not there.
item-missing-sign = { $item } | taken away | put it back
item-extra = The { $item } on { $space } must not be there.
item-extra-sign = { $item } | lies there | take it away
rocket = A rocket hits the next car ahead by die
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .corner = { CAP($who) } fired a rocket, but a corner lies between it and the next car.
    .corner-sign = rocket fired | round a corner | fire it straight ahead
    .nobody = { CAP($who) } fired a rocket, but there is no car ahead.
    .nobody-sign = rocket fired | no car ahead | fire it at a car ahead
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
bomb = A bomb is left on the own space and crashes who ends there
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .put = { item-put }
    .put-sign = { item-extra-sign }
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
wrench = The wrench brings all dice back
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .box = { CAP($who) } used the wrench and its box still shows { die-count }; all come back.
    .box-sign = wrench used | dice left in the box: { $dice } | take all back
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
turbo = The turbo counts the highest die twice
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
oil = Oil slides a car to the next corner
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .put = { item-put }
    .put-sign = { item-extra-sign }
    .slides = { CAP($who) } stands on { $space }; from the oil it slides to { $space2 } and crashes.
    .slides-sign = slid on oil | stands on a wrong space | put it in the green frame
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
item-not-held = { CAP($who) } used the { $item } but holds none.
item-not-held-sign = { $item } | used, but holds none | drive without it
item-put = { CAP($who) } put the { $item } on { $space }, where none may lie.
safety-car = No overtaking or bumping behind the safety car
    .passed = { CAP($who) } passed or met { $who2 } under the safety car; it may not move so.
    .passed-sign = safety car is out | overtook | stay behind
    .passed-two = { CAP($who) } passed or met { $who2 } and { $who3 } under the safety car; it may not move so.
    .passed-two-sign = safety car is out | overtook | stay behind
    .passed-more = { CAP($who) } passed or met { $who2 }, { $who3 } and { $count } more under the safety car; it may not move so.
    .passed-more-sign = safety car is out | overtook | stay behind
    .leads = { CAP($who) } leads and rolled { $dice } dice; behind the safety car it rolls one.
    .leads-sign = leads behind the safety car | dice rolled: { $dice } | roll 1
    .leads-far = { CAP($who) } leads and moved { $steps }; behind the safety car it rolls one die.
    .leads-far-sign = leads behind the safety car | moved { $steps } | roll 1
    .waited = { CAP($who) } did not move, but its movement would overtake and bump nobody.
    .waited-sign = safety car is out | did not move | move
    .dice = { CAP($who) }'s box shows { die-count }; a severe accident costs all { $dice2 }.
    .dice-sign = severe accident: all dice lost | dice in the box: { $dice } | make it { $dice2 }
fastest-turn = The highest roll earns half a point
    .other = The fastest turn was called { $who }'s { $steps }; it is { $who2 }'s { $steps2 }.
    .nobody = The fastest turn was called { $who }'s { $steps }; it is nobody's yet.
wet-race = Four oil spills lie as the board shows
    .gone = The oil on { $space } is gone; in a wet race it lies there for the whole race.
    .gone-sign = { value-oil } | taken away | stays all race
items-on-board = All items lie on the board
    .oil = { CAP($who) } used an oil spill; with items on the board oil stays put.
    .oil-sign = { value-oil } | used | stays on the board
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
championship = n points for the winner, then one less each
    .called = { CAP($who) }'s score was called { score-said }; it is { score-right }.
teams = Two cars a team, scores added up
    .called = The score of { $who } and { $who2 } was called { score-said }; together it is { score-right }.

## What was done

begun = { $item ->
    [none] { $roll ->
        [none] { "" }
       *[other] rolled { $roll } and{ " " }
    }
   *[other] used the { $item }{ aimed }{ $roll ->
        [none] { "" }
       *[other] , rolled { $roll }
    } and{ " " }
}
aimed = { $aim ->
    [0] { "" }
   *[other] { " " }(die: { $aim })
}
deed =
    .begins = is about to roll
    .rolling = { $item ->
        [none] rolled { $roll }
       *[other] used the { $item }{ aimed }{ $roll ->
            [none] { "" }
           *[other] { " " }and rolled { $roll }
        }
    }
    .up = { begun }turned the car up again and passed
    .fix = { begun }took one die back
    .move = { begun }moved { spaces-count }{ $via }
    .bust = { begun }did not move
    .bust-unseen = { begun }rolled a repeat and did not move
    .held = { begun }did not move because of the safety car
    .put = { begun }{ $onto ->
        [off] took the car off the board
       *[other] put the car on { $onto }
    }
    .qualify = { begun }qualified
    .threw = threw dice
    .pushed = pushed a die
    .touched = touched the table
    .rest = did what follows from it
    .away = did what others undid
    .passed = did nothing
    .let = let { $who } act out of turn
goes-on = { $told }; the turn goes on

## What is taken for granted, asked and said

sum = { $value ->
        [bust] { $by } rolled a repeat
        [double-six] { $by } rolled a double six
        [no] { $by } did not roll
       *[other] { $by }'s dice added up to { $value } without a repeat
    }
    .otherwise = { $by }'s dice added up to something else
    .ask = What did { $by } roll?
    .answer = { $value ->
        [bust] a repeat
        [double-six] a double six
       *[other] { $value } in all
    }
    .no = the dice were not rolled
    .pad = What { $by } rolled
bust = { $value ->
        [no] { $by } rolled no repeat
       *[other] { $by } rolled a repeat
    }
    .otherwise = { $by } rolled otherwise
    .ask = Did { $by } roll a repeat?
    .answer = a repeat
    .no = the dice were not rolled
    .pad = What { $by } rolled
use = { $by } used the { $value }
    .otherwise = { $by } did not use the { $value }
    .ask = Was an item used?
    .answer = { $value }
    .no = none
    .pad = Item used
aim = { $by } fired a rocket and rolled { $value } or more for it
    .otherwise = { $by } rolled something else for the rocket
    .ask = What did the rocket's die show?
    .answer = { $value }
    .pad = The rocket's die
path = the way was: { $value }
    .otherwise = the car took another way
    .ask = Which way did the car take?
    .answer = { $value }
    .pad = Way taken
leader = { $value } leads
    .otherwise = { $value } does not lead
    .ask = Who leads?
    .answer = { $value }
    .pad = Who leads
value = { $by }'s qualifying value is { $value }
    .otherwise = { $by }'s qualifying value is another
    .ask = What is { $by }'s qualifying value?
    .answer = { $value }
    .pad = { CAP($by) }'s qualifying value
car = { $by }'s car, which was not seen, stands { car-stands }
    .otherwise = { $by }'s car, which was not seen, stands elsewhere
    .ask = Where is { $by }'s car? Clear the view of the table.
    .view = it is in view
    .down = { $by }'s car, which was not seen, stands { car-stands }, belly-up
car-stands = { $value ->
    [off] beside the board
   *[other] on { $value }
}
box = { $by }'s box, which was not seen, is as it must be
    .otherwise = { $by }'s box, which was not seen, is otherwise
    .ask = What lies in { $by }'s box? Clear the view of the table.
    .view = it is in view
gate-stands = the gate, which was not seen, is { $value ->
    [open] open
   *[closed] closed
}
    .otherwise = the gate, which was not seen, is otherwise
    .ask = Is the gate open? Clear the view of the table.
    .view = it is in view
tray-lies = the tray, which was not seen, lies { $value ->
    [off] aside
   *[other] on { $value }
}
    .otherwise = the tray, which was not seen, lies elsewhere
    .ask = Where is the tray? Clear the view of the table.
    .view = it is in view
item = the { $value } lies on { $at }, where it was not seen
    .otherwise = nothing lies on { $at }, where it was not seen
    .ask = What lies on { $at }? Clear the view of the table.
    .view = it is in view
lay = { lay-what } was as it was last seen
    .otherwise = { lay-what } was changed before, while nobody could see it
    .ask = Something was changed while it was covered: { lay-what }. If that is right, take the table as it stands; else put it right.
lay-what = { $what ->
    [car] { $by }'s car
    [box] { $by }'s box
    [gate] the gate
    [tray] the tray
    [card] the throwing card
   *[space] what lies on { $at }
}
refill = the tray holds a { $value }
    .otherwise = another item was put into the tray
    .answer = { $value }
    .pad = Put into the tray
fastest = the fastest turn is { $who }'s { $steps }
    .otherwise = another turn was the fastest
    .answer = { $who }'s { $steps }
    .pad = The fastest turn
score = { $at }'s score is { $value }
    .otherwise = { $at }'s score is another
    .answer = { $value }
    .pad = { CAP($at) }'s score
team = the score of the team of { $members } is { $value }
    .otherwise = the score of the team of { $members } is another
    .answer = { $value }
    .pad = The score of the team of { $members }
stop = the rolling is over
    .answer = stops
    .pad = Rolling
done = { $by }'s turn is over
    .answer = is over
    .pad = The turn

## What may be done now, and how the race stands

now =
    .grid = { CAP($who) } rolls for the grid: stop in time, a repeat counts nothing.
    .up = { CAP($who) } is belly-up: turn the car up and pass.
    .fix = { CAP($who) } has no dice left and takes one back.
    .roll = { CAP($who) } rolls { $dice ->
        [1] one die
       *[other] up to { $dice } dice
    }{ now-also }.
    .leads = { CAP($who) } rolls one die (the leader behind the safety car){ now-also }.
now-also = { $fix ->
        [yes] , or takes one die back
       *[no] { "" }
    }{ $corner ->
        [yes] ; on a corner a repeat is a crash
       *[no] { "" }
    }
advice =
    .up = { CAP($who) } could turn the car up again and pass.
    .move = { CAP($who) } could move { spaces-count }{ $via_by } to { $space }.
    .fix = { CAP($who) } could take one die back.
    .stay = { CAP($who) } could leave the car where it is: a repeat does not move.
left = { $things }
    .dice = { die-count }
    .item = { $item }
things-joint = { ", " }
note = { $notes }
    .finished = finished
    .to-qualify = to qualify
    .qualified = qualified with { $count }
    .belly-up = belly-up
    .pit = in the pit lane
    .shortcut = shortcut used
notes-joint = { ", " }
outcome = The race is over: { $who } wins ({ $places }).
    .place = { $place }. { $who }
    .whole = { $sentences }
    .team = The team of { $members } wins.
    .championship = Championship: { $scores }.
    .score = { $who } { score-said }
    .champion = { CAP($who) } is the world champion.
    .tie = { $members } need a tie-breaker race.
    .name = { $who }
places-joint = { ", " }
scores-joint = { ", " }
members-joint = { " and " }

# What is wrong on the table, in a position or with what is asked for.
this-board-has-no-space = this board has no space { $space }.
item-on = { $item } on { $space }
die-of = { $who }'s die { $n }
the-cylinder = the cylinder
there-are-more-item-than = There are more of the item '{ $kind }' than were agreed on: { $x } too many.
no-board-was-made-out = no board was made out; lay the board and its cars so that they are seen.
put-one-car-for-each = Put one car for each of the { $players } players on the table; seen: { $n }.
safety-car-not-known = with the safety car a race can only be followed from its start
stands-beside-board-and-others = { CAP($who) } stands beside the board and others do not; place all or none.
does-not-stand-in-pit = { CAP($who) } does not stand in the pit lane; the race starts there.
there-is-no-next-race-this = there is no next race: this one is not over, or the championship is decided.
next-race-championship-has-same = the next race of a championship has the same cars; put them on the table.
gate-is-open-or-closed = The gate is open or closed exactly on a board that has one.
tray-lies-on-table-but = A tray lies on the table, but the special items are not played with the tray.
this-board-says-nothing-where = This board says nothing of where the oil of a wet race lies.
game-is-for-cars-not = The game is for { $fewest } to { $most } cars, not { $n }.
there-are-more-cars-than = There are more cars than bays in the pit lane.
open-edition-has-no-tray = The open edition has no tray; its special items are none or board.
it-is-somebody-turn-exactly = It is somebody's turn exactly while at least two cars are racing.
has-finished-and-cannot-be = { CAP($who) } has finished and cannot be to move.
teams-have-two-cars-each = Teams have two cars each, and every car is in one team: the number of cars is even.
championship-has-scores-car-is = The championship has scores of a car that is not in the race.
in-wet-race-oil-lies = In a wet race oil lies on { $list }; { $gone } has none.
box-shows-more-discs-than = { CAP($who) }'s box shows more discs than the race has laps.
has-finished-exactly-when-its = { CAP($who) } has finished exactly when its last disc is taken.
stands-beside-board = { CAP($who) } stands beside the board.
cars-stand-on-only-corner = { $count } cars stand on { $space }; only a corner holds more than one.
item-lies-on-where-none = An item lies on { $space }, where none may lie.
race-is-on-board-but = the race is on the board '{ $text }', but '{ $text2 }' lies on the table: lay the right board.
sheets-board-lie-among-those = sheets of the board '{ $text }' lie among those of '{ $text2 }': take them away.
board-is-not-known-print = the board '{ $text }' is not known: print it with  referee print --board FILE  and give that kit.
tray-on-cannot-be-read = the tray on { $space } cannot be read: lay its item into its frame, and cars beside it, not on it.
no-board-is-seen-lay = no board is seen: lay its sheets flat, in view of the camera.
on-line-between-and = on the line between { $space } and { $space2 }
car-stands-set-it-clearly = { $who }'s car stands { $where }: set it clearly into one of them.
car-stands-on-no-space = { $who }'s car stands on no space: set it into the middle of one.
two-copies-are-on-table-take = two copies of { $text } are on the table: take one away
sheet-board-lies-push-it = sheet { $number } of the board lies { $how }: push it against its neighbours.
sheet-board-is-not-seen = sheet { $lost } of the board is not seen: lay it in its place, flat and uncovered.
sheets-board-are-not-seen = sheets { $sheets } of the board are not seen: lay them in their places, flat and uncovered.
mm-out-joint = { $off } mm out of joint
turned-by-degrees = turned by { $turn } degrees
sheets-joint = { ", " }
    .last = { " and " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-board = Which board?
agree-board-harbour = Harbour Ring
agree-board-crossover = Crossover
agree-board-lockgate = Lock Gate
agree-edition = Which edition of the rules?
agree-edition-tray = with the tray
agree-edition-open = the later one, without a tray
agree-items = How do you play with special items?
agree-items-tray = one at a time in the tray
agree-items-board = all on the board from the start
agree-items-none = without
agree-sets = How many sets of special items?
agree-laps = How many laps?
agree-pushed-laps = Does a pushed car that crosses the finish line take a disc?
agree-pushed-items = Does a pushed car set off bombs and slide on oil?
agree-safety = Advanced: with the safety car?
agree-fastest = Advanced: half a point for the fastest turn?
agree-wet = Advanced: a wet race?
agree-teams = Do you race in teams of two?
agree-teams-neighbours = with the next driver
agree-teams-opposite = with the driver opposite
agree-championship = Is it a race of a championship (three points a car win it)?
agree-qualifying = Is the qualifying round still to be rolled?

# What the drawn board says.
board-shows = { $title }: { $pieces }
    .empty = { $title }: no cars
car-is =
    .on = { $who } on { $space }
    .on-over = { $who } on { $space } belly-up
    .off = { $who } beside the board
    .off-over = { $who } beside the board belly-up
called-over = { $who } (belly-up)
value-said = { $value }
the-gate = gate
the-tray = tray
switch = switch
laps-left = laps left: { $n }
dice-lost = dice lost: { $n }
shortcut-used = shortcut used
an-item = { $item_a }

# Positions, turns and words in notation that cannot be read.
no-part-of-turn = '{ $text }' is no part of a turn; a turn is written like R roll=2+6 move=8.
no-turn = '{ $text }' is no turn; write the car and what it did, as in R roll=2+6 move=8.
kit-has-no-board = the kit has no board called '{ $name }': print it with  referee print --board
needs-its-board = to lay a table the position needs its board, as in board=harbour.
    .draw = to draw a board the position needs its name, as in board=harbour.
box-not-on-board = the box of { $who } is none of the { $n } on the board '{ $title }'.
board-has-no-space = the board '{ $title }' has no space { $text }.
names-no-cars = '{ $text }' names no cars: the letters are { $text2 }, each once.
no-such-switch = '{ $text }' is no switch; the switches are { $text2 }.
lacks-field = the position lacks its field '{ $field }'.
seats-cars-boxes = every car of the seats needs one place in 'cars' and one box in 'box', and no other car.
to-move-not-seated = the car to move, or the one whose safety car it is, is not among the seats.
teams-need-even = teams need an even number of cars, not { $n }.

# Board files.
no-such-board = there is no board called '{ $text }'; the boards are { $list }, or a board file.
board-no-json = the board file is no JSON: { $text }.
board-no-object = a board file is one JSON object, as in docs/boards-gp.md.
board-entry =
    .lacks = the board file lacks '{ $text }'; the entries are listed in docs/boards-gp.md.
    .unknown = the board file has an unknown entry '{ $text }'; the entries are listed in docs/boards-gp.md.
drawn-touches = { $text } touches { $n } { $n ->
        [one] space
       *[other] spaces
    }: on a closed road each touches two.
drawn-several = There is more than one road: draw a single one.
drawn-line = The pit lane lies below the lowest row: set the start line so that the space behind it is in that row.
bays-for-cars = this board has bays for { $n } cars, not for { $n2 }.
board-not-raced = the board '{ $name }' cannot be raced on: { $points }.
of-space = space '{ $text }'
space-listed-twice = the space '{ $text }' is listed twice
not-among-spaces = '{ $text }' is not among its spaces
lap-needs-spaces = a lap needs at least { $n } spaces
bays-out-of-range = the pit lane has { $n } bays instead of 2 to { $n2 }
board-has-no-corner = it has no corner
pit-leads-onto-lap = the pit lane must lead onto the lap, at a space that is crossed once
line-before-single = the finish line must lie before a space that is crossed once
crossed-too-often = the lap crosses '{ $space }' { $n } times; a loop space is crossed twice
loop-no-corner = the loop space '{ $space }' is crossed in a straight line and cannot be a corner
no-road-leads-to = no road leads to the space '{ $space }'
branch-leaves-lap = '{ $text }' must leave and join the lap at two spaces that are crossed once
branch-through-lap = '{ $text }' runs through a space of the lap
special-on-lap-once = '{ $space }' is a T space or a gate switch and must be no corner and on the lap once
teleport-has-two = a teleport has two T spaces, and none of them is a gate switch
gate-has-no-switch = the gate has no switch
wet-oil-apart = the oil of a wet race lies on different spaces, none of them a T space or a gate switch
entry-needs-mm = '{ $text }' must be more than 0 mm
on-one-spot = 'spaces' or 'pit.bays': '{ $space }' and '{ $space2 }' lie on one spot, nearer than half a space
space-off-board = 'spaces': '{ $space }' lies off the board ('size_mm')
pit-behind-line = 'pit.exit': '{ $space }' lies behind the finish line; the pit lane ends before '{ $space2 }'
leads-backward = '{ $text }': it leads backward, from '{ $space }' to '{ $space2 }'; say crosses_line if it goes over the finish line
bay-off-board = 'pit.bays': '{ $space }' lies off the board ('size_mm')
box-off-board = 'pit.bays': the box of '{ $space }' lies off the board ('size_mm')
boxes-overlap = 'pit.bays': the boxes of '{ $space }' and '{ $space2 }' overlap ('box_size_mm')
must-be-object = '{ $text }' in the board file must be an object in braces.
must-be-objects = '{ $text }' in the board file must be a list of objects.
must-be-ids = '{ $text }' in the board file must be a list of space ids.
needs-space-id = '{ $text }' in the board file needs a space id of 1 to 8 letters and digits, not { $text2 }.
name-of-a-board = the name of a board has up to 32 letters, digits, - and _, and begins with a letter.
needs-two-numbers = { $text } in the board file needs two numbers in mm, as in [120.5, -40].
needs-a-number = { $text } in the board file needs a number in mm, not { $text2 }.
