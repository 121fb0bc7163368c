# Home Racers. The value of a rule's message is its title, the attributes are the ways of breaking it.
# Of what is said, seen or taken for granted the value says that it was so; `ask` is the question about it, `answer` a
# button, `pad` the heading on the declaration pad.

who-R = { who-red }
who-Y = { who-yellow }
who-G = { who-green }
who-B = { who-blue }

colour-blue = blue
colour-yellow = yellow
colour-green = green
colour-orange = orange
colour-violet = violet

tiles = { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
tiles2 = { $count2 ->
        [one] { $count2 } tile
       *[other] { $count2 } tiles
    }
fives = { $good ->
        [0] no 5 or 6
        [1] one 5 or 6
       *[other] { $good } fives or sixes
    }
gear-rolled = gear { $gear }{ $fives ->
        [any] { "" }
        [0] , no 5 or 6
        [one] { " " }+ one 5 or 6
       *[other] { " " }+ { $fives } × 5 or 6
    }
due = { $moves ->
        [none] no throw of the gear dice allows that
       *[other] the gear dice ask for { $moves }
    }

off = { $skew ->
        [0] { $off } mm off
        [1] { $off } mm and 1 degree off
       *[other] { $off } mm and { $skew } degrees off
    }

gears-joint = { ", " }
    .last = { " or " }
moves-joint = { ", " }
    .last = { " or " }
lengths-joint = { ", " }
    .last = { " or " }
dice-joint = { ", " }
    .last = { " and " }
value-joint = { ", " }
    .last = { " and " }
bends-joint = { ", " }
met-joint = { ", " }
    .last = { " and " }

bends-fl = forward left turn
bends-fr = forward right turn
bends-lt = left turn
bends-rt = right turn
bends-ll = left lane change
bends-rl = right lane change
bends-ls = left skid
bends-rs = right skid
bends-blue = through the { colour-blue } portal
bends-yellow = through the { colour-yellow } portal
bends-green = through the { colour-green } portal
bends-orange = through the { colour-orange } portal
bends-violet = through the { colour-violet } portal

met-caltrops = caltrops
met-leak = a leak
met-tires = a tire station
met-booster = a booster
met-collision = another car
met-reverse = the rear gear

## The rules

player-order = Each turn in the order of the cars in the race
    .twice = { CAP($who) } drove twice in one round; it was { $who2 }'s turn.
    .twice-sign = this round | drove twice | { $who2 }’s turn
    .early = { CAP($who) } drove though it was { $who2 }'s turn.
    .nobody = Nobody is to move.
    .course = The course must have at least three points, or none.
start-tile = Behind the line, not overlapping, along the arrow
    .line = { CAP($who) }'s tile reaches over the starting line; it starts behind it.
    .line-sign = start tile | reaches over the line | lay it behind the line
    .over = { CAP($who) }'s tile lies over { $who2 }'s at the start.
    .over-sign = start tile | overlaps another one | lay it apart
    .askew = { CAP($who) }'s car does not stand along its tile's arrow.
    .askew-sign = car at the start | stands askew | turn it along the arrow
    .no-line = The starting line is not known: put both line cards down, the left one on the left.
portal = In at the entrance, on from the exit of the same colour
    .colours = { CAP($who) } went in at a { $colour } portal and on from a { $colour2 } one.
    .colours-sign = portal | in at { $colour }, on from { $colour2 } | on from { $colour }
    .from-exit = { CAP($who) } went in at the { $colour } exit and on from its entrance.
    .from-exit-sign = portal | went in at the exit | in at the entrance
    .one = There is 1 { $colour } portal tile; portals come in pairs.
    .many = There are { $count } { $colour } portal tiles; portals come in pairs.
laps = The agreed number of laps over the starting line
    .early = { CAP($who) } ended the race after { $count } of { $laps ->
        [one] { $laps } lap
       *[other] { $laps } laps
    }.
    .still = { CAP($who) } has finished but is still to move.
gear-change = The gear changes by one at most, between 0 and 5
    .far = { CAP($who) } drove in gear { $gear } after gear { $gears }; only gear { $gears2 } was possible.
    .far-sign = gear { $gears } before | drove in gear { $gear } | drive in gear { $gears2 }
    .rear = { CAP($who) } drove backwards; the rear gear belongs to the extended rules, which are not held.
    .rear-sign = car | drove backwards | drive forwards
path-length = The path has twice as many tiles as the gear number
    .laid = { CAP($who) } laid a path of { tiles } in gear { $gear }; it must have { tiles2 }.
    .laid-sign = gear { $gear }: path of 2 × { $gear } tiles | laid { tiles } | lay { tiles2 }
    .unseen = { CAP($who) }'s path has { tiles } in gear { $gear }, { $unseen } of them not seen; it should have { tiles2 }.
    .unseen-sign = gear { $gear }: path of 2 × { $gear } tiles | laid { tiles } | lay { tiles2 }
    .said = { CAP($who) }'s path was said not to be { tiles }, each at a front edge of the one before, as gear { $gear } asks.
connection = Each tile touches a front edge of the one before
    .apart = Tile { $number } of { $who }'s path lies { off } its place; each tile touches a front edge of the one before.
    .apart-sign = tile { $number } | lies { off } | lay it edge to edge
    .stray = { $count ->
        [one] { tiles } of { $who }'s path is joined to no front edge of the tile before.
       *[other] { tiles } of { $who }'s path are joined to no front edge of the tile before.
    }
    .stray-sign = path | tiles not joined: { $count } | lay them edge to edge
    .nowhere = { CAP($who) } stands where no path of road tiles leads, each at a front edge of the last.
    .nowhere-sign = car | stands where no path leads | drive on a path of tiles
turns = Turns a gear allows, danger dice aside
    .many = { CAP($who) } made { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    } in gear { $gear }, which allows { $most }.
    .many-sign = gear { $gear } allows { $most } | turned { $count } × | { $most ->
        [0] go straight on
       *[other] turn { $most } × at most
    }
    .skid = { CAP($who) } turned by 120 degrees from one tile to the next; a turn is 60 degrees, and skidding belongs to the extended rules, which are not held.
    .skid-sign = turn between tiles | 120° made | turn by 60° only
lane-changes = Lane changes a gear allows, danger dice aside
    .many = { CAP($who) } made { $count ->
        [one] { $count } lane change
       *[other] { $count } lane changes
    } in gear { $gear }, which allows { $most }.
    .many-sign = gear { $gear } allows { $most } | changed lane { $count } × | { $most ->
        [0] go straight on
       *[other] change { $most } × at most
    }
move-distance = The gear number, and one tile for each 5 or 6
    .moved = { CAP($who) } moved { tiles } in gear { $gear }; { due }.
    .moved-sign = { gear-rolled } | drove { tiles } | { $moves ->
        [none] { "" }
       *[other] drive { $moves }
    }
    .stands = { CAP($who) } stands where a path of { tiles } leads in gear { $gear }; { due }.
    .stands-sign = { gear-rolled } | drove { tiles } | { $moves ->
        [none] { "" }
       *[other] drive { $moves }
    }
    .off = { CAP($who) } stands on no tile of the path that was laid.
    .off-sign = car | stands beside the tiles | put it on a tile
    .askew = { CAP($who) }'s car is turned { $askew } degrees from its tile's arrow; it ends along the arrow.
    .askew-sign = car | stands { $askew }° askew | turn it along the arrow
    .dice = { CAP($who) } rolled { $count ->
        [one] { $count } gear die
       *[other] { $count } gear dice
    } in gear { $gear }; it is { $gear }.
    .dice-sign = gear { $gear } | dice rolled: { $count } | roll { $gear }
tiles-cleared = Tiles that carry no car are removed
    .left = { CAP($who) }'s turn ended with { $count ->
        [one] { tiles } on the floor that carries no car.
       *[other] { tiles } on the floor that carry no car.
    }
    .left-sign = a tile without a car is cleared | { tiles } left lying | clear the path

## What was done

deed =
    .placed = placed the car behind the line
    .odd = was put where no path leads
    .unseen = drove unseen
    .drove = drove { tiles }{ in-gear }{ $met ->
        [none] { "" }
       *[other] { " " }over { $met }
    }{ $bends ->
        [none] { $dice ->
            [none] { "" }
           *[other] { " " }(rolled { $dice })
        }
       *[other] { $dice ->
            [none] { " " }({ $bends })
           *[other] { " " }({ $bends }; rolled { $dice })
        }
    }
    .laid = has laid { tiles }{ in-gear }{ and-rolled }
    .not-moved = has not moved{ in-gear }{ and-rolled }
    .stood = stood still{ in-gear }
    .lays = laid { tiles }
    .rolled = rolled { $dice }
    .began = began
    .seen = came into sight
    .cleared = cleared the path away
    .gone = cleared the rest of the path, which was not seen
    .left = left { tiles } of the path on the floor
    .said = said so
in-gear = { $gear ->
        [none] { "" }
       *[other] { " " }in gear { $gear }
    }
and-rolled = { $dice ->
        [none] { "" }
       *[other] { " " }and rolled { $dice }
    }
unfinished = { $said }; the turn is not over

## What is taken for granted, asked and said

gear = { $by }'s gear was { $value }
    .ask = What was { $by }'s gear?
    .answer = { $value }
    .pad = { CAP($by) }'s gear
    .standing = gear { $gears }
roll = { $by } rolled { $value }
    .unseen = { $by }'s { $gear ->
        [one] gear die, which was not seen, showed
       *[other] { $gear } gear dice, which were not seen, showed
    } { $good ->
        [any] what it took
       *[other] { fives }
    }
    .otherwise = { $by } rolled otherwise
    .ask = What did { $by }'s gear dice show?
    .answer = { $value }
    .fives = gear { $gear }: { fives }
    .pad = { CAP($by) } rolled
    .pad-gear = The dice in gear { $gear } showed
    .pad-fives = { $good ->
        [0] no 5 or 6
        [1] one 5 or 6
        [2] two
        [3] three
        [4] four
       *[other] five
    }
laid = { $by }'s path was laid
    .answer = is laid
    .pad = The path
touching = { $by }'s path was laid as the rules allow, also where that was not seen
    .otherwise = { $by }'s path lay otherwise than it was seen
    .ask = Did { $by }'s path have twice as many tiles as its gear, each touching the one before?
    .answer = all tiles touch
    .no = they do not
    .pad = The path
joined = every tile of { $by }'s path touched the one before
effect = an effect that is not in the rules held explains { $by }'s turn
    .otherwise = an effect that is not in the rules held explains more of { $by }'s turn
    .ask = Does an effect that is not in the rules held explain { $by }'s turn?
    .answer = yes
    .no = no
    .pad = A special tile explains the turn
danger = danger dice, which are not in the rules held, allowed the further turns or lane changes
    .otherwise = danger dice, which are not in the rules held, explain more of { $by }'s turn
    .ask = Did danger dice allow { $by } more?
    .answer = yes
    .no = no
    .pad = Danger dice allowed more
entrance = { $at } portal { $value } is the entrance
    .otherwise = { $at } portal { $value } is not the entrance
    .ask = Which { $at } portal is the entrance?
    .answer = { $value }
    .place = the one at { $x }, { $y } mm
    .pad = The { $at } entrance is
first = { $value }'s turn came next
    .ask = Whose car was ahead, so that it drove next?
    .answer = { $value }
    .pad = Next in race order
again = { $by } had another turn, which nobody saw
    .ask = Did { $by } have another turn before this one, which nobody saw?
    .answer = yes
    .no = no
    .pad = Another turn, which nobody saw
lay = { $by }'s car stood where it was last seen
    .otherwise = { $by }'s car was moved before, while nobody could see it
    .ask = { CAP($by) }'s car was moved while it was out of sight. If that is right, take the table as it stands; else put it back.
place = { $by }'s car, which is not seen, stands as the rules allow
    .view = it is in view
    .ask = Where is { $by }'s car? Clear the view of the floor.
cleared = the tiles of { $by }'s path are taken away, also where the floor is covered
    .look = it is in view
    .ask = Are all tiles of { $by }'s path without a car off the floor? Clear the view of it.
lap = { $by } has crossed the line { $value } times
    .answer = { $value }
    .pad = { CAP($by) } has crossed the line
done = { $by }'s turn is over
    .answer = is over
    .pad = { CAP($by) }'s turn
    .pad-placed = { CAP($by) } has placed the car
    .placed = done
finished = { $by } has ended the race
    .ask = Has { $by }'s car ended the race?
    .answer = it has ended the race
    .pad = { CAP($by) }'s car
    .pad-over = and race are over

## What may be done now, and how the race stands

now = The race is over.
    .place = { CAP($who) } places a road tile with the car behind the starting line, over no other tile.
    .drive = { CAP($who) } to drive in gear { $gears }: a path of { $lengths } tiles.
advice = { CAP($who) } could drive { tiles } in gear { $gear }{ $bends ->
        [none] { " " }straight on
       *[other] { " " }({ $bends })
    }, with { fives } rolled.
    .place = { CAP($who) } places a tile behind the line, over no other tile.
    .gears = { CAP($who) } could drive in gear { $gears }.
    .still = { CAP($who) } could stand still in gear 0.
note = { $notes }
    .finished = finished
    .to-place = to be placed
    .lost = not seen
    .caltrops = drove over caltrops (effect not in the rules held)
    .way = { $metres }.{ $tenths } m driven
notes-joint = { ", " }
outcome = The race is over: { $places }.
    .place = { $who } { $place ->
        [1] wins
        [2] is second
        [3] is third
       *[other] is fourth
    }
places-joint = { ", " }

# What is wrong on the table, in a position or with what is asked for.
road-tile = road tile
die-of = { $who }'s die { $n }
starting-line-is-not-seen = the starting line is not seen: put both line cards down, the left one on the left.
cars-should-stand = { $players } cars should stand behind the starting line; seen: { $cars }.
car-stands-where-two-tiles = the { $who } car stands where two tiles lie over each other: take away the one that is not its own
no-line-card-and-no = no line card and no special tile is seen: clear the view of one of them
starting-line-is-not-seen-put = the starting line is not seen: put both line cards down, the left one on the left
tile-lies-elsewhere-than-before = the { $kind } tile lies elsewhere than before: put it back or take the floor as it is
piece-another-kit-lies-on-floor = a piece of another kit lies on the floor: { $text }
two-copies-are-on-floor = two copies of { $text } are on the floor: take one away
special-tile = { $kind } tile
cars-joint = { ", " }
cars-none = none
kind-caltrops = caltrops
kind-leak = leak
kind-tires = tires
kind-booster = booster
kind-blue = { colour-blue }
kind-yellow = { colour-yellow }
kind-green = { colour-green }
kind-orange = { colour-orange }
kind-violet = { colour-violet }

# What the table agrees on: `agree-<option>`, and its choices.
agree-laps = How many laps?
agree-places = How many places do you race for?
agree-danger = More turns or lane changes than the gear allows:
agree-danger-fault = are a fault
agree-danger-ask = ask: danger dice may allow them
agree-reverse = The rear gear:
agree-reverse-none = is not played with
agree-reverse-ask = ask each time
agree-caltrops = House rule: what do caltrops do?
agree-caltrops-ask = ask each time
agree-caltrops-none = none
agree-caltrops-stop = the car stops on it
agree-caltrops-move1 = +1 tiles
agree-caltrops-move2 = +2 tiles
agree-caltrops-gear1 = gear +1
agree-caltrops-gear-1 = gear -1
agree-leak = House rule: what does a leak do?
agree-leak-ask = ask each time
agree-leak-none = none
agree-leak-stop = the car stops on it
agree-leak-move1 = +1 tiles
agree-leak-move2 = +2 tiles
agree-leak-gear1 = gear +1
agree-leak-gear-1 = gear -1
agree-tires = House rule: what does a tire station do?
agree-tires-ask = ask each time
agree-tires-none = none
agree-tires-stop = the car stops on it
agree-tires-move1 = +1 tiles
agree-tires-move2 = +2 tiles
agree-tires-gear1 = gear +1
agree-tires-gear-1 = gear -1
agree-booster = House rule: what does a booster do?
agree-booster-ask = ask each time
agree-booster-none = none
agree-booster-stop = the car stops on it
agree-booster-move1 = +1 tiles
agree-booster-move2 = +2 tiles
agree-booster-gear1 = gear +1
agree-booster-gear-1 = gear -1
agree-collision = House rule: what if a path lies over another car's tile?
agree-collision-ask = ask each time
agree-collision-none = none
agree-collision-stop = the car stops on it
agree-collision-move1 = +1 tiles
agree-collision-move2 = +2 tiles
agree-collision-gear1 = gear +1
agree-collision-gear-1 = gear -1
agree-across = How wide is a road tile, across its flats (mm)?
agree-across-80 = 80 mm
agree-across-85 = 85 mm
agree-across-90 = 90 mm
agree-across-95 = 95 mm
agree-across-100 = 100 mm
agree-across-110 = 110 mm
agree-across-120 = 120 mm
agree-gap = How far apart may two tiles lie that still touch (mm)?
agree-gap-3 = 3 mm
agree-gap-4 = 4 mm
agree-gap-5 = 5 mm
agree-gap-6 = 6 mm
agree-gap-8 = 8 mm
agree-gap-10 = 10 mm

# What the drawn floor says.
floor-shows = Home Racers floor: { $pieces }
    .empty = Home Racers floor: no cars
lies-at = { $kind } at { $x }, { $y } mm
    .car = { $who } at { $x }, { $y } mm heading { $degrees } degrees
pieces-joint = { "; " }

# Positions, turns and words in notation that cannot be read.
roll-needs-faces = roll={ $text } must be the faces of up to five gear dice joined by dots, as in 2.4.5.
no-part-of-turn = '{ $text }' is not a part of a turn, as in R: gear=3 path=st-st-fl-st-st-st roll=2.4.5 move=4.
no-placement = '{ $text }' is not a placement: they are { $list }, and jumps as pb00.
not-met = met={ $text } is not known: it is one of { $list }.
not-in-this-race = { $text } is not in this race; the cars are { $list }.
needs-numbers = { $field }={ $text } must be { $n } numbers joined by colons.
area-needs-corners = covered={ $text } must have at least three corners joined by slashes.
line-is-a-point = line= has both ends at one point: write left and right end, as in 0:150:0:-150.
number-between = '{ $text }' must be from { $min } to { $max }.
position-knows-all = a position knows where everything is: leave out missing= and covered= (write lost=).
