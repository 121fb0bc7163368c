# Racepack. The value of a rule's message is its title, the attributes are the ways of breaking it.
# Of what is said, seen or taken for granted the value says that it was so; `ask` is the question about it, `answer` a
# button, `pad` the heading on the declaration pad.

who-S = { who-red }
who-M = { who-black }
who-C = { who-green }
who-A = { who-blue }
who-2S = second { who-red }
who-2M = second { who-black }
who-2C = second { who-green }
who-2A = second { who-blue }
who-dC = green die
who-dA = blue die

# The faces of a die and the tokens; an odd token is kept suit side up and stands for 2 or 4.
rank-n = null
    .a = a null
rank-a = ace
    .a = an ace
rank-2 = 2
    .a = 2
rank-3 = 3
    .a = 3
rank-4 = 4
    .a = 4
rank-5 = 5
    .a = 5
rank-o = odd
rank-o2 = odd (as 2)
rank-o4 = odd (as 4)

# Which movement, how many, or whose token.
at-0 = none
at-1 = first
    .count = one
at-2 = second
    .count = two
at-3 = third
    .count = three
at-S = { who-S }
at-M = { who-M }
at-C = { who-C }
at-A = { who-A }
at-2S = { who-2S }
at-2M = { who-2M }
at-2C = { who-2C }
at-2A = { who-2A }
at-dC = { who-dC }
at-dA = { who-dA }

nth-1 = first
nth-2 = second
nth-3 = third
nth-4 = fourth
nth-5 = fifth
nth-6 = sixth
nth-7 = seventh
nth-8 = eighth

pair = { $who } and { $who2 }
teams = One player drives { $teams }. The cars of one player can be called “Ann 1” and “Ann 2”.
teams-joint = { "; another " }
cars-joint = { ", " }
squares-joint = { ", " }
tokens-joint = { ", " }
speeds-joint = { ", " }
    .last = { " or " }

## The rules

track = A closed circuit of 24 tiles
    .counted = The squares must be counted from the lower left of the track, so that it reaches column a and row 1.
    .one = The track has 1 tile only.
    .all = The track has { $count } tiles; it takes all { $most }.
    .between = The track has { $count } tiles; with two piecepacks it takes { $least } to { $most }.
    .same-place = Two tiles lie on the same place.
    .touches = The tile at { $square } touches { $count ->
        [one] 1 other tile
       *[other] { $count } other tiles
    }; each must touch exactly two.
    .hairpin = The tile at { $square } touches { $count ->
        [one] 1 other tile
       *[other] { $count } other tiles
    }; each must touch exactly two, except in a hairpin that was agreed on.
    .grid = The start/finish line needs { $count } straight rows behind it for the starting grid.
    .grid-chicane = The start/finish line needs { $count } rows without a chicane behind it for the starting grid.
    .line = The start/finish line cannot lie across a corner tile.
    .chicane = The tile at { $square } lies one space aside; that is a chicane, and none was agreed on.
    .chicane-place = The chicane at { $square } lies between the start/finish line and corner 1, where none may be.
    .half = The tiles at { $square } and { $square2 } share only half a side; only one tile of a chicane lies aside.
    .narrow = The main straight is to be two tiles wide: lay a second row of tiles against its outside.
    .wide = A second row of tiles lies beside the main straight: agree on four lanes or on a pit lane.
    .flush = The tile at { $square } of the second row does not lie flush against the main straight.
    .row = The second row of the main straight must be one row without gaps, on one side of it.
    .pit-lane = The pit lane is { $count ->
        [one] 1 tile
       *[other] { $count } tiles
    } long; it needs { $least }.
    .four-lanes = Four lanes must reach from the starting grid to the first corner: lay the second row all the way.
    .off-road = { CAP($who) } stands on { $square }, which is not road.
starting-grid = Pairs behind the line, moving up in lane
    .lane = { CAP($who) } moved up to { $square }; a waiting car moves up in its own lane.
    .lane-sign = starting grid | moved up in another lane | move up in its own lane
turn-order = Each driver in turn
    .moved = { CAP($who) } was moved though it is { $who2 }'s turn.
    .moved-sign = { $who2 } was ahead of { $who } | out of turn | { $who2 }’s turn
    .again = { CAP($who) } moved again; it is { $who2 }'s turn.
    .again-sign = turn is over | moved again | { $who2 }’s turn
    .nobody = Nobody is to move.
order = Who is ahead of whom
    .other = The order of the cars is { $cars }.
three-movements = Three movements each turn
    .more = { CAP($who) } made { $used } movements; a turn has three.
    .more-sign = one turn | made { $used } movements | make only 3
    .fewer = { CAP($who) } made { $used ->
        [0] no movement
        [1] only one movement
       *[other] only two movements
    } though { $most ->
        [1] one was possible
       *[other] { $most } were possible
    }.
    .fewer-sign = one turn | movements made: { $used } | make { $most }
    .unseen = { CAP($who) } made fewer than { $most } movements.
    .unseen-sign = one turn | fewer than { $most } movements seen | make { $most }
forward = Straight ahead, one to seven spaces
    .far = { CAP($who) } moved { $spaces } spaces straight ahead at once; seven is the most.
    .far-sign = one movement | moved { $spaces } spaces | move 7 at most
    .backwards = { CAP($who) } moved backwards, from { $square } to { $square2 }; cars only gain ground.
    .backwards-sign = car | moved backwards | drive ahead
    .round = { CAP($who) } moved from { $square } to { $square2 }; a forward movement is straight ahead to the bend at most.
    .round-sign = one movement | not straight ahead | drive straight, to the bend at most
    .on = { CAP($who) } was put on { $square }; no movement leads there.
    .on-sign = car | put where no way leads | drive along the road
    .outside = { CAP($who) } was put outside corner { $square }; no movement leads there.
    .outside-sign = car | put where no way leads | drive along the road
    .off = { CAP($who) } was put off the track; no movement leads there.
    .off-sign = car | put where no way leads | drive along the road
speed-change = Speed up by one, slow down by one or two
    .change = { CAP($who) } moved at speed { $speed } after speed { $speeds }; only { $speeds2 } was possible.
    .change-sign = speed { $speeds } before | drove at speed { $speed } | drive at speed { $speeds2 }
start-speed = The first movement of the race has speed 1
    .fast = { CAP($who) } started the race at speed { $speed }; the first movement has speed 1.
    .fast-sign = first movement of the race | drove at speed { $speed } | drive at speed 1
lane-change = One space diagonally ahead
    .sideways = { CAP($who) } moved sideways, from { $square } to { $square2 }; a lane change is one space diagonally ahead.
    .sideways-sign = lane change | moved sideways | go 1 space diagonally
    .far = { CAP($who) } changed lanes from { $square } to { $square2 }; a lane change is one space diagonally ahead.
    .far-sign = lane change | moved too far | go 1 space diagonally
inside-corner-edge = No cutting of inside corner edges
    .cut = { CAP($who) } changed lanes from { $square } to { $square2 } across an inside corner edge.
    .cut-sign = lane change | cut the corner | go round it
no-bumping = Never over or onto another car
    .over = { CAP($who) } drove over { $who2 } on { $square }; cars may not be bumped.
    .over-sign = { $who2 }’s car | driven over | stay behind it
    .both = { CAP($who) } and { $who2 } stand on the same space, { $square }.
    .both-sign = one space | two cars stand on it | leave only one
corner-speed = Corners are entered at speed 1 or 2
    .fast = { CAP($who) } entered corner { $corner } at speed { $speed }; 2 is the most.
    .fast-sign = into the corner | drove at speed { $speed } | drive at speed 1 or 2
penalty-roll = Entering at speed 2 needs a roll
    .missing = { CAP($who) } entered a corner at speed 2 and the penalty die was not rolled while the car stood there.
    .missing-sign = corner at speed 2 | die not rolled | roll the die
spin-out = A spun-out car leaves the road at once
    .no-roll = { CAP($who) } stands off the road, but no roll spun the car out.
    .no-roll-sign = no spin-out rolled | car taken off the road | put it back on the road
    .drove-on = { CAP($who) } rolled { $face_a }, which is a spin-out, and drove on.
    .drove-on-sign = spin-out rolled: { $face } | drove on | put it off the road
    .stayed = { CAP($who) } rolled { $face_a }, which is a spin-out, but the car is still on the road.
    .stayed-sign = spin-out rolled: { $face } | car still on the road | put it off the road
    .unseen = { CAP($who) }'s roll was a spin-out, but the car is still on the road.
    .unseen-sign = spin-out rolled | car still on the road | put it off the road
    .moved-on = { CAP($who) } moved on after spinning out; a spin-out ends the turn.
    .moved-on-sign = spun out | moved on | end the turn
    .no-corner = { CAP($who) } stands beside { $square }, which is no corner.
re-entry = Back on one of the three outside spaces
    .elsewhere = { CAP($who) } came back on { $square }; the places to come back are { $squares }.
    .elsewhere-sign = back on the road | put on a wrong space | put it in a green frame
strategy-token = Each token once, for its own car
    .start = { CAP($who) } used a token to start; that movement has speed 1.
    .start-sign = start | used a token | drive at speed 1 without one
    .gone = { CAP($who) } has no { $token } token left.
    .gone-sign = token { $token } | used, but it is gone | use another one
    .another = { CAP($who) } moved at speed { $speed } with the { $token } token; it sets its number.
    .another-sign = token { $token } | drove at speed { $speed } | drive as the token says
    .own = The token against { $who } is the same player's; it must be another's.
    .own-sign = token against { $who } | used by { $who } | another player uses one
    .gone-against = { CAP($who) } has no { $token } token left to use against others.
    .gone-against-sign = token { $token } | used, but it is gone | use another one
    .two = Two tokens were spent against one entry of { $who }'s; this table agreed on one at most.
    .two-sign = one corner entry | two tokens used | use only one
hazard-stop = A suit-up hazard ends the turn
    .moved-on = { CAP($who) } moved on after the hazard on { $square }; it ends the turn.
    .moved-on-sign = landed on a hazard | moved on | end the turn
hazard-flip = Turned when the last car has passed it
    .early = The hazard on { $square } was turned before the last car had passed it.
    .early-sign = { $who2 } is last, not past it | hazard turned over | leave it
    .back = The hazard on { $square } was turned back; it stays suit side up.
    .back-sign = hazard | turned back | leave it as it was
    .not-turned = The last car has passed the hazard on { $square }, and it was not turned.
    .not-turned-sign = { $who2 } is last and past it | hazard not turned | turn it over
hazard-place = Counted in tiles from corner 1
    .gone = The hazard on { $square } was taken away; hazards stay in their place.
    .gone-sign = hazard | taken away | put it back
    .new = The hazard on { $square } was not there before; hazards stay in their place.
    .new-sign = hazard | put there | take it away
    .moved = The hazard on { $square } was moved to { $square2 }; hazards stay in their place.
    .moved-sign = hazard | moved | put it back
    .more-than-eight = { $count } hazard tokens are on the road; two piecepacks have eight.
    .not-four = { $count ->
        [one] 1 hazard token is
       *[other] { $count } hazard tokens are
    } on the road; the race has four.
    .off-road = The hazard on { $square } does not lie on the road.
    .far = The hazard on { $square } is not 1 to 5 tiles after the one before it (from corner 1).
lap-die = One less when the leader crosses the line
    .shows = The lap die shows { $count }; it should show { $count2 }.
    .shows-sign = { $who2 } leads, no new lap | lap die shows { $count } | turn it to { $count2 }
    .crossed = The lap die shows { $count }; it should show { $count2 }, for { $who2 } leads and crossed the line.
    .crossed-sign = { $who2 } leads, crossed the line | lap die shows { $count } | turn it to { $count2 }
finish = The last crossing of the line
    .early = { CAP($who) } was taken off the track without having finished.
    .early-sign = not finished yet | car taken off | put it back
timer = No movement after the time has run out
    .late = { CAP($who) } made the { $nth } movement after the time had run out; the rest of that turn was lost.
    .late-sign = time is up | moved on | end the turn
pit-lane-speed = Speed 3 at most in the pit lane
    .fast = { CAP($who) } moved at speed { $speed } in the pit lane, to { $square }; 3 is the most there.
    .fast-sign = in the pit lane | drove at speed { $speed } | drive at speed 3 at most
pit-stop = A pit stop before the finish
    .missing = { CAP($who) } was taken off the track without { $needed ->
        [one] its pit stop
       *[other] its { $needed } pit stops
    }; the race is not over for it.
    .missing-sign = went to the finish | pit stops missing: { $needed } | make them first
spare-hazards = A spare hazard where a car spun out
    .not-placed = { CAP($who) } spun out on { $square }; a spare hazard belongs there and none was put down.
    .not-placed-sign = spun out here | no hazard put down | put one here
    .elsewhere = A spare hazard was put on { $square }; it belongs on { $square2 }.
    .elsewhere-sign = spare hazard | put on a wrong space | put it where the car spun out
    .not-due = A spare hazard was put on { $square }; no car spun out there.
    .not-due-sign = nobody spun out here | hazard put down | take it away
    .third = A third hazard was put on the corner tile with { $square }; a corner holds two at most.
    .third-sign = corner tile | third hazard put down | take it away
    .from-corner = The hazard on { $square } was moved; one that lies on a corner stays there.
    .from-corner-sign = hazard on a corner | moved | put it back

## What was done

deed =
    .up = moved up to { $square }
    .drove = drove { $speed } to { $square }
    .drove-token = drove { $speed } to { $square } ({ $token } token)
    .lane = changed lanes to { $square }
    .lane-token = changed lanes to { $square } ({ $token } token)
    .lane-speed = changed lanes to { $square } at speed { $speed }
    .lane-speed-token = changed lanes to { $square } at speed { $speed } ({ $token } token)
    .back = came back on { $square }
    .on = was put on { $square }
    .outside = was put outside corner { $square }
    .off = was put off the track
    .rolled = rolled { $face_a }
    .rolled-unseen = rolled (not seen)
    .again = rolled again { $face_a }
    .again-unseen = rolled again (not seen)
    .met = met { $who }'s { $token } token
    .met-unseen = met somebody's token
    .out = spun out
    .left = left the track
    .not-moved = did not move
under-way = { $turns }; { $used ->
        [0] none
        [1] one
        [2] two
       *[other] three
    } of three movements used

## What is taken for granted, asked and said

speed = { $by } made the { $at } movement at speed { $value }
    .otherwise = { $by } made the { $at } movement at another speed
    .ask = At what speed did { $by } make the { $at } movement?
    .answer = { $value }
    .pad = Speed of the { $at } movement (a lane change)
token = { $value ->
        [no] { $by } used no token
       *[other] { $by } used the { $value } token for the { $at } movement
    }
    .otherwise = { $by } used no such token for the { $at } movement
    .ask = Did { $by } use a token for the { $at } movement?
    .answer = { $value }
    .no = no token was used
    .pad = Token for the { $at } movement
facing = { $value ->
        [old] { $by } made the { $at } movement still facing the way the car came into the corner
       *[other] { $by } made the { $at } movement facing out of the corner
    }
    .otherwise = { $by } faced the other way at the { $at } movement
    .ask = Which way did { $by } face at the { $at } movement?
    .answer = { $value ->
        [old] as the car came into the corner
       *[other] out of the corner
    }
    .pad = Still facing the way the car came into the corner
    .pad-old = { $at } movement
roll = { $value ->
        [no] { $by } did not roll the penalty die
        [safe] { $by }'s penalty roll, which was not seen, was made and was safe
       *[other] { $by }'s penalty roll, which was not seen, showed { $value_a }
    }
    .pushed = { $by }'s penalty roll was made, and the die was not only pushed
    .ask = What did { $by }'s penalty roll show?
    .answer = { $value }
    .no = it was not rolled
    .pad = The penalty roll showed
reroll = { $value ->
        [safe] the re-roll was safe
        [out] the re-roll spun the car out
       *[other] the re-roll showed { $value_a }
    }
    .pushed = the re-roll was made, and the die was not only pushed
    .ask = What did the re-roll show?
    .answer = { $value }
    .pad = The re-roll showed
defence = { $value ->
        [no] no token was spent against { $by }
       *[other] { $at } spent the { $value } token against { $by }
    }
    .otherwise = no such token was spent against { $by }
    .ask = Did another player spend a token against { $by }?
    .answer = { $at }'s { $value }
    .no = no
    .pad = Token against { $by }
    .pad-token = { $at } { $value }
time = { $value ->
        [no] { $by }'s time did not run out
       *[other] { $by }'s time ran out
    }
    .otherwise = { $by }'s time had not run out by then
    .ask = Did { $by }'s time run out?
    .ask-count = How many movements had { $by } finished when the time ran out?
    .answer = yes
    .no = it did not run out
    .pad = The time ran out
    .pad-none = after none
    .pad-after = after { $at_count }
    .pad-up = movements not counted
    .pad-no = it did not
stop = { $value ->
        [no] { $by } made no pit stop
       *[other] { $by } made a pit stop that was not seen
    }
    .ask = Did { $by } make a pit stop that was not seen?
    .answer = yes
    .no = no
    .pad = A pit stop of { $by }'s that was not seen
    .pad-yes = made a stop
    .pad-no = made none
lay = { lay-what } was as it was last seen
    .otherwise = { lay-what } was changed before, while nobody could see it
    .ask = Something was changed while it was covered: { lay-what }. If that is right, take the table as it stands; else put it right.
lay-what = { $what ->
    [car] { $by }'s car
    [lap] the lap die
   *[hazard] the hazard on { $square }
}
car = { $by }'s car, which is not seen, stands { $value ->
        [off] off the track
       *[other] on { $value }
    }
    .outside = { $by }'s car, which is not seen, stands outside corner { $value }
    .otherwise = { $by }'s car, which is not seen, stands elsewhere
    .view = it is in view
    .ask = Where is { $by }'s car? Clear the view of the table.
elsewhere = { $by }'s car, which is not seen, stands elsewhere
    .view = it is in view
    .ask = Where is { $by }'s car? Clear the view of the table.
missed = the turns that were missed, too many to follow, kept the rules
    .ask = Several pieces changed place at once. If turns were missed or the table was set anew, take the table as it stands; else put the pieces back.
twice = { $by } had two turns
    .ask = Has { $by } had two turns? If so, take the table as it stands; if not, put the car back.
view = { $by }'s turn ended where nobody saw it
    .view = it is in view
    .ask = Where is { $by }'s car? Clear the view of the table.
thrown = the penalty die was thrown or pushed for nothing
done = { $by }'s turn is over
    .answer = done
    .pad = { CAP($by) }'s turn is over

## What may be done now, and how the race stands

now = The race is over.
    .may-pass = { CAP($who) } may pass: only the old facing, a corner at speed 2 or a token leads on.
    .no-move = { CAP($who) } cannot move: the turn passes.
    .back = { CAP($who) } comes back at corner { $corner } with one movement (speed 1) and has two more.
    .back-somewhere = { CAP($who) } comes back at the corner with one movement (speed 1) and has two more.
    .start = { CAP($who) } starts: the first movement has speed 1, then two more.
    .enough = { CAP($who) } to move: { $most ->
        [1] one movement is
       *[other] two movements are
    } enough; more takes the old facing, a corner at speed 2 or a token.
    .blocked = { CAP($who) } to move: the way is blocked after { $most ->
        [1] one movement
       *[other] two movements
    }.
    .three = { CAP($who) } to move: three movements, the first at any speed.
due =
    .roll = { CAP($who) }: roll the penalty die
    .out = { $face }: set { $who } outside corner { $corner }
advice = { CAP($who) } could { $deeds }.
    .none = { CAP($who) } cannot move; the turn passes.
    .up = move up to { $square }
    .drive = drive { $speed } to { $square }
    .lane = change lanes to { $square }
    .back = come back on { $square }
    .leave = leave the track
note = on the grid
    .finished = finished { $nth }
    .out = spun out
left = { $tokens }
outcome = The race is over: no car is left on the track.
    .places = The race is over: { $places }.
    .first = { $who } wins
    .second = { $who } is second
    .third = { $who } is third
places-joint = { ", " }

# What is wrong on the table, in a position or with what is asked for.
hazard-lies-on-already = a hazard lies on { $space } already.
hazard-lies-on-space-road = a hazard lies on a space of the road, or off the track.
hazard-on = hazard on { $space }
    .blank = hazard on { $space }, blank side up
    .danger = hazard on { $space }, suit up
this-track-has-no-such = this track has no such space (its squares lie between a1 and { $space }).
cannot-be-covered = { $space } cannot be covered: { $no_space }
no-closed-track-is-seen = no closed track is seen, so the race cannot start.
car-cannot-stand-on = { $who }'s car cannot stand on { $space }: { $no_space }
car-cannot-stand-outside-road = { $who }'s car cannot stand outside { $space }: the road does not bend there.
no-hazard-can-lie-on = no hazard can lie on { $space }: { $no_space }
car-is-nowhere = { $who }'s car stands neither on the road nor beside a corner.
car-is-not-seen-all = { $who }'s car is not seen; all cars must stand on the starting grid.
car-does-not-stand-on = { $who }'s car does not stand on the starting grid behind the line.
tokens-kept-suit-side-up = tokens kept suit side up exist only in the game for three players.
cars-do-not-go-round = { $n } cars do not go round for { $players } players: each has one car, or each has two.
with-two-piecepacks-racepack-is = with two piecepacks Racepack is for 3 to 8 players, not { $players }.
with-one-piecepack-racepack-is = with one piecepack Racepack is for 2, 3 or 4 players, not { $players }.
lap-card = the lap card
neither-clearly-beside-corner-nor = neither clearly beside a corner nor clear of the track
between-two-corners = between two corners
between = between { $list }
dice-lie-in-tray-leave = { $n } dice lie in the tray: leave only the penalty die there
half-off = half off { $list }
stands = { $piece } stands { $where }
red-die-lies-on-road = the red die lies on the road: put it beside the start/finish line
piece-another-kit-lies-on-table = a piece of another kit lies on the table: { $text }
are-both-seen-on = { $piece } are both seen on { $space }
two-hazard-coins-lie-on = two hazard coins lie on { $space }
two-copies-are-on-table-take-one = two copies of { $piece } are on the table: take one away
lap-card-is-not-be = the lap card is not to be seen: lay it outside the track with its arrow at the start/finish line
lap-card-points-at-no = the lap card points at no line: put the tip of its arrow against the outer edge of the track
too-little-track-is-seen = too little of the track is seen to tell which part of it this is: clear the view of it
whether-tile-lies-under-or = whether a tile lies under or behind { $piece } ({ $where }) cannot be seen: lift what stands there for a moment
touches-tiles-each-must-touch = { $piece } touches { $count ->
        [0] no
        [1] one
        [2] two
        [3] three
       *[4] four
    } tiles: each must touch exactly two
lies-off-track-this-race = { $piece } lies off the track of this race
is-turned-by-degrees = { $piece } is turned by { $turn } degrees
lies-mm-off-grid-other = lies { $off_mm } mm off the grid of the other tiles
lies-in-place-another-tile = lies in the place of another tile
there-are-closed-tracks-on = there are { $n } closed tracks on the table: lay one
whether-tile-lies-hidden-cannot = whether a tile lies hidden ({ $where }) cannot be seen: clear the view of it for a moment
track-has-only-tiles-it = the track has only { $n } tiles, it needs { $min }
track-on-table-is-not = the track on the table is not the one of this race
do-not-lie-edge-edge = { $piece } do not lie edge to edge: they are { $off_mm } mm off
no-tiles-are-be-seen = no tiles are to be seen: lay the track under the camera, grid side up
and-track-is-open-at = { $unseen_words } and the track is open at { $ends }
track-is-not-closed-it = the track is not closed: it ends at { $ends }
are-mm-apart-push-them = { $piece } are { $apart_mm } mm apart: push them together
hand-lap-die = lap die
hand-penalty-die = penalty die
hand-token =
    .odd = the odd token
    .plain = token { $rank }
hand-under =
    .none = no hazard under it
    .blank = a hazard under it, blank side up
    .suit = a hazard under it, suit side up
piece =
    .tile = the tile { $suit } { $rank }
    .second-tile = the second tile { $suit } { $rank }
    .pawn = the { $who } car
    .second-pawn = the second { $who } car
    .coin = the hazard coin of { $suit }
    .second-coin = the second hazard coin of { $suit }
    .die = the { $who } die
    .second-die = the second { $who } die
    .other = the { $piece }
suit-S = suns
suit-M = moons
suit-C = crowns
suit-A = arms
tiles-not-seen = { $count ->
        [one] one tile is not to be seen
       *[other] { $count } tiles are not to be seen
    }
third = { $row } { $column }
    .middle = { row-middle }
row-top = top
row-middle = middle
row-bottom = bottom
column-left = left
column-middle = middle
column-right = right
tile-astray = { $piece } { $how2 }
loose-end = { $piece } ({ $where })
listed = { $each }
each-joint = { ", " }
    .last = { " and " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-laps = How many laps?
agree-defence = May only one token be spent against one corner entry?
agree-timer = Is there a move timer?
agree-timer-0 = no
agree-timer-30 = 30 seconds
agree-timer-40 = 40 seconds, for teams
agree-timer-60 = 60 seconds
agree-spare = Is a spare hazard put where a car spins out?
agree-packs = How many piecepacks? More than four players need two.
agree-main = How wide is the main straight?
agree-main-two = two lanes
agree-main-four = four lanes
agree-main-pit = three lanes and a pit lane
agree-stop = How many pit stops must every car make? They need a pit lane.
agree-hairpins = Does the track have a hairpin?
agree-chicanes = Does the track have a chicane?

# What the drawn board says.
board-shows = Racepack board: { $pieces }
    .empty = Racepack board: no cars
car-stands =
    .on = { $who } on { $space }
    .outside = { $who } outside corner { $space }
    .off-track = { $who } off the track
    .not-seen = { $who } not seen
off-track = off the track
not-seen = not seen
outside-corner = outside corner { $space }
covered-space = { $space } is covered
lap-die-shows = lap die: { $n }
    .listed = lap die { $n }
pit = pit
stops-need-pit-lane = pit stops need a pit lane: choose it as well (main=pit).

# Positions, turns and words in notation that cannot be read.
is-no-turn = '{ $text }' is not a turn: write the car, a colon and its actions, as in 'S: f4@e7 x2@d6'.
is-no-action = '{ $text }' is not an action of a Racepack turn.
say-roll-no = say roll=no when there was no roll; a re-roll follows a defence token.
has-no-tokens = '{ $text }' has no tokens in this race; the pools are { $list }.
no-move-timer = this race has no move timer (timer= in its position).
no-pit-stops = this race has no pit stops (stop= in its position).
is-no-square = '{ $text }' is not the name of a square: write a column letter and a row number, as in c3.
tiles-share-no-side = the tiles at { $space } and { $space2 } do not share a side.
line-not-known = line={ $text } is not known: write 0 (the near edge of the first tile) or 1 (its middle).
is-no-track = '{ $text }' is not a track: write its first tile and the way round, as in i1:WWNNEESS.
track-not-closed = the track { $text } does not lead back to its first tile.
is-no-row = '{ $text }' is not a row of tiles: write its first tile and the way on, as in i3:WWW.
hazard-needs-side = the hazard '{ $text }' must end with - (blank side up) or + (suit side up).
in-two-places = the car { $text } stands in two places at once.
die-needs-pose = die={ $text } must be a face and its pose in the tray, as in die=3:1.5:-2:30.
die-needs-face = die={ $text } must be a face ({ $list }) and its pose in the tray.
needs-track = a position needs its track, as in track=i1:WWNNEESS.
race-has-cars = this race has the cars { $list }; write `off` for one off the track.
turn-names-stranger = turn= names a car that is not in this race.
is-no-set-of-tokens = '{ $text }' is not a set of tokens: write a pool and its tokens, as in S:a235.
field-needs-number = { $field }={ $text } must be a whole number from 0 to { $max }.
main-not-known = main={ $text } is not known: write four (lanes) or pit (three and a pit lane).
stop-needs-pit = stop= needs a pit lane: write main=pit as well.
packs-not-known = packs=0 is not known: write 1 or 2, the number of piecepacks.
no-room-on-table = there is no room on the table for all pieces of this position beside the road.
lay-needs-track = to lay a table the position needs its track, as in track=i1:WWNNEESS.
draw-needs-track = to draw a board the position needs its track, as in track=i1:WWNNEESS.
outside-no-bend = a car stands outside { $space }, but the road does not bend there.
kit-has-no-piece = The kit has no { $text } with side { $text2 }; use the manifest of a Racepack kit.
kit-has-few-tiles = The track needs { $n } tiles, but this kit has only { $n2 }.
    .two = The track needs { $n } tiles, but this kit has only { $n2 }; a second piecepack is printed with --packs 2 and named with --kit.
kit-has-few-coins = The position has { $n } hazards, but this kit has only { $n2 } coins.
