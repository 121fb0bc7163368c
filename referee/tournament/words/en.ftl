# What a tournament says.

# What cannot be.
no-such-player = Nobody called “{ $name }” takes part.
no-such-heat = There is no heat { $heat } in round { $round }.
plan-comes-first = A tournament begins with its plan, and has only one.
points-of-every-place = The points are given for each of the { $n } places, the winner’s first, and never rise.
two-at-a-table = Swiss and round robin pair two players at a table; for more choose heats.
here-already = { $name } takes part already.
name-of-second-car = { $name } cannot take part beside { $other }: a number from 2 to 9 behind a name means somebody’s second car. Choose another name, such as { $name } B.
no-place = { $text } gives a place as “{ $text2 }”; a place is a number.
too-late-to-enter = In a round robin nobody can enter once the first round is paired: everybody would not meet everybody.
too-many-players = More than { $n } players are too many.
twice-in-a-round = Somebody would race twice in this round, or does not take part.
no-round-yet = No round has been paired yet.
everybody-has-a-place = A result names each of { $names } once.
no-tournament = There is no tournament in { $text }. Begin one with  referee tournament new.
tournament-unreadable = { $text } cannot be read: { $why }.
line-unreadable = Line { $n } of { $text } cannot be read: { $why }
tournament-exists = There is a tournament in { $text } already: name another folder.
tournament-not-kept = { $text } cannot be written: { $why }.
not-so = { $name } cannot be “{ $text }”.
too-few-players = A round takes at least two players.
all-rounds-paired = All { $n } rounds have been paired.
result-missing = The result of round { $round }, heat { $heat } is missing: the next round is paired by the points. Race it to its end, or give the result by hand.
cannot-be-paired = These players cannot be paired any more.
unplaced = { $text } fits no heat: { $names } raced in it. Is a name written otherwise there than here?

# Why two with as many points stand as they do.
why = { $name } before { $other }
    .opponents = { $name } before { $other }: met stronger opponents (points of all of them: { $more } against { $less }).
    .wins = { $name } before { $other }: won more races ({ $more } against { $less }).
    .beaten = { $name } before { $other }: left stronger opponents behind (points of all of them: { $more } against { $less }).
    .faults = { $name } before { $other }: fewer faults ({ $more } against { $less }).
    .level = { $other } and { $name } are level in everything and share the place.

# The page.
nobody-at-table = Nobody races at table { $text } in this round.
round = Round { $n }
round-of = Round { $n } of { $all }
no-round = No round has been paired yet.
players = { $n ->
    [one] One player
   *[other] { $n } players
}
standings = Standings
championship = Championship
missing = { $n ->
    [one] one race is still on
   *[other] { $n } races are still on
}
still-racing = still racing
by-hand = by the organiser’s word
record = Record
decided = { $n ->
    [one] people decided once
   *[other] people decided { $n } times
}
byes = Has no opponent in this round: { $names }
points-by-place = Points by place: { $list }.
penalty = Each fault that stands costs { $points }.
head-table = Table
head-seats = Seats
head-result = Result
head-place = Place
head-player = Player
head-points = Points
head-faults = Faults
head-rating = Rating
head-round = Round { $n }
head-evening = Evening { $n }
heat = Heat
table = Table { $name }
names-alike = At the table, give the drivers these names (Names… on its page): then the result comes here by itself.
codes-help = Print this page and lay a code on each table: it shows who races there.
views = Views
view-wall = Projector
view-hand = Normal size
view-tables = Codes for the tables
tools = For the organiser
do-pair = Pair the next round
do-unpair = Take the newest round back
sure = Take the newest round back?
do-result = Give a result by hand
order = Order, best first
order-help = Such as: Ann, Bob = Cem. An equals sign joins who is level. Left empty, the records decide again.
reason = Why
keep = Keep
do-enter = Who takes part from the next round on
do-leave = Who takes part no more
round-is-paired = { $n ->
    [one] The round is paired: one race.
   *[other] The round is paired: { $n } races.
}
round-is-taken-back = The newest round is taken back.
result-is-kept = The result is kept.
player-entered = { $name } takes part.
player-left = { $name } takes part no more.
