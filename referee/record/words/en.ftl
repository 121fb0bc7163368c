# What a report says around the sentences of the law.

title = { $title }: { $when ->
        [none] a recorded race
       *[other] the race of { $when }
    }
    .races = { $title }: { $when ->
        [none] recorded races
       *[other] the races of { $when }
    }
places = Places by turn
drivers = Drivers
dice = Dice
faults = Faults and open questions
turns = Every turn
standings = Standings
podium = Podium
start = The start
counts = { $n ->
        [one] { $n } turn
       *[other] { $n } turns
    }: { $legal } legal, { $fault } with a fault, { $open } open.
not-over = The race was not over when this was written.
still-on = The race is still on.
race = Race { $n }
    .of = Race { $n } of { $all }
aim-points = { $n } points win it
aim-flags = the most flags win it
said = Said: { $words }.
overruled = Overruled: { $why }
    .no-why = no reason was given
lost = The picture “{ $name }” is lost.
table = the table { $words }
picture = { $name } turn { $n }
incident = The place, seen from above
    .before = Before { $who }’s turn.{ $outlined ->
        [yes]{" "}What was moved next is outlined.
       *[no] {""}
    }
    .whose = { $who }’s turn
    .instead = Allowed
    .more = { $known ->
        [no] On { $who }’s turn.{" "}
       *[yes] {""}
    }{ $asked ->
        [yes] A question to the players:{" "}
       *[no] {""}
    }{ $words }
    .order = { $n ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $n }th
    }
    .line = finish line
    .after = The place after { $who }’s turn, seen from above: { $steps ->
        [0] no piece was moved
        [one] one step was seen, and is drawn if it matters
       *[other] { $steps } steps were seen; those that matter are drawn
    }{ $ghosts ->
        [0] {""}
       *[other] ; what would have been allowed is green
    }{ $covered ->
        [yes] ; what was covered is hatched
       *[no] {""}
    }{ $rolled ->
        [bare] ; no die lies on the mat, which bears the sign ∅
        [no] ; the die that was not rolled lies as before and bears the sign =
       *[yes] {""}
    }{ $held ->
        [no] ; what was used and is not held is shown in a corner, with the sign ∅
       *[yes] {""}
    }
    .clip = The seconds before, at the same place
    .none = No picture was kept of this turn
name-before = before
name-after = after
turn = turn { $n }: { $words }
chart = Places of { $drivers } after each of { $n } turns
axis = turn
by-turn = Turn by turn: { $measure } (at the right the highest)
by-turn-time = Turn by turn: seconds (at the right the most)
by-turn-means = { $heading }; on average: { $list }
by-chance = By chance each face would come { $n } times (the dashed line).
times = { $face } { $n } times

# Heads of tables.
head-place = place
head-driver = driver
head-lap = lap
head-turns = turns
head-faults = faults
head-open = open
head-events = events
head-dice = dice
head-faces = faces
head-points = points
head-flags = flags
head-won = races won
head-measure = { $measure }: mean, most

# Verdicts.
status-LEGAL = legal
status-ILLEGAL = fault
status-UNDECIDED = open question
status-correction = correction

# Seasons, and what is counted in a turn.
season-championship = Championship
season-campaign = Campaign
measure-speed = speed
measure-gear = gear
measure-tiles = tiles
measure-spaces = spaces
measure-steps = steps
event-token-spent = token spent
event-spun-out = spun out
event-came-back = came back
event-left-the-track = left the track
event-rolled-a-repeat = rolled a repeat
event-repaired = repaired
event-turned-up = turned up
event-put-back = put back
event-item-used = item used
event-took-the-shortcut = took the shortcut
event-took-the-gate = took the gate
event-took-the-turn = took the turn
event-flag-placed = flag placed
event-wrong-card = wrong card
event-card-turned-up = card turned up
event-card-turned-down = card turned down

# On the command line.
before = Before this turn: { $words }
instead = Legal would be, for example: { $turn }

# Whether a record stands as it was recorded. The fingerprint is the long word on a race's report and on phones.
seal-whole = All { $n } entries stand as they were recorded.
    .empty = The record is empty: nothing was recorded, and nothing is wrong with it.
seal-key = Signed with the key: { $key }
seal-head = The race’s fingerprint: { $head }
fingerprint = Fingerprint of the race
    .proves = Whoever keeps this can prove later that nobody changed the record:
seal-changed = Entry { $n } is not as it was recorded: it was changed, put in, or moved here from another place.
seal-pictures = A picture beside entry { $n } is not the one that was recorded: it was changed, put in, or lost.
seal-missing = Entry { $n } is missing: it was removed, or lost when the file was damaged.
seal-ends = Entry { $n } is missing, and all after it: the record ends here, but entry { $seen } was seen. The end was cut off, or the log beside the file was not copied along.
seal-rewritten = Entry { $n } is not the one that was seen: it, or one before it, was written anew.
    .key = Entry { $n } was signed with another key than the race that was seen: it was written anew.
seal-race = The fingerprint is of another race; if it is of this one, the whole record was written anew, from entry { $n } on.
seal-header = The record’s header was lost or changed, so that nothing from entry { $n } on can be proved.
seal-stranger = From entry { $n } on the record is signed with the key { $key }, which this computer does not know. Is it your table’s? Then add --key { $key }, or --seen with the fingerprint from the race’s report or from a phone.
seal-unsealed = This record has no seals, from entry { $n } on: an older program made it, or they were removed. Nobody can tell whether it was changed.
