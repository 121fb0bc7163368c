# Royal Racers. The value of a rule's message is its title, the attributes are the ways of breaking it.
# Of what is said, seen or taken for granted the value says that it was so; `ask` is the question about it, `answer` a
# button, `pad` the heading on the declaration pad.

who-S = { who-red }
who-M = { who-black }
who-C = { who-green }
who-A = { who-blue }

rank-n = null
    .a = null
rank-a = ace
    .a = an ace
rank-2 = 2
    .a = a 2
rank-3 = 3
    .a = a 3
rank-4 = 4
    .a = a 4
rank-5 = 5
    .a = a 5
rank-6 = 6
    .a = a 6
rank-7 = 7
    .a = a 7
rank-8 = 8
    .a = an 8
rank-9 = 9
    .a = a 9

quadrant-0 = lower left
quadrant-1 = upper left
quadrant-2 = upper right
quadrant-3 = lower right

## The rules

layout = 36 cards face up in six rows, pawns on the centre four
    .missing = The board is not made of the 36 cards from ace to nine: { $count } are missing.
    .face-down = The race starts with every card face up; { $square } lies face down.
    .face-down-sign = the race begins | a card lies face down | turn it face up
    .start = { CAP($who) } starts on { $square }; the starts are c3, c4, d3 and d4, in the middle.
    .start-sign = pawn at the start | on a wrong card | put it on one of the middle four
    .moved = Another card lies on { $square } than before; cards are turned, not moved.
    .moved-sign = card | moved | only turn cards over
flag-placement = Flags go quadrant by quadrant, one to a card
    .other = { CAP($who) } placed { $who2 }'s flag { $rank }; { $who3 }'s flag { $rank2 } is due.
    .other-sign = { $who } lays for { $who3 }, at the right | laid: { $who2 } { $rank } | lay { $who3 } { $rank2 }
    .quadrant = { CAP($who) } placed { $who2 }'s flag { $rank } in the { $quadrant } quadrant; it belongs in the { $quadrant2 } one.
    .quadrant-sign = { $who2 }’s flag { $rank } | laid { $quadrant } | lay it { $quadrant2 }
    .taken = { CAP($who) } placed { $who2 }'s flag { $rank } on { $square }, where a flag lies already.
    .taken-sign = one card | two flags laid on it | lay only one
    .not-placed = { CAP($who) } did not place { $who2 }'s flag { $rank } in the { $quadrant } quadrant.
    .not-placed-sign = { $who2 }’s flag { $rank } | not laid | lay it
    .gone = { CAP($who) }'s flag { $rank } was taken away before it was touched; flags stay where they were placed.
    .gone-sign = { $who }’s flag { $rank } | taken away | put it back
    .removed = { CAP($who2) }'s flag { $rank } was taken away before it was touched; flags stay where they were placed.
    .removed-sign = { $who2 }’s flag { $rank } | taken away | put it back
    .moved = { CAP($who) }'s flag { $rank } was moved; flags stay where they were placed.
    .moved-sign = { $who }’s flag { $rank } | moved | put it back
    .shifted = { CAP($who2) }'s flag { $rank } was moved; flags stay where they were placed.
    .shifted-sign = { $who2 }’s flag { $rank } | moved | put it back
    .pawn = { CAP($who) }'s pawn was moved before all flags were placed.
    .pawn-sign = flags not all laid | pawn moved | lay all flags first
    .strange = { CAP($who) }'s flag { $rank } does not belong in this race.
    .two = Two flags lie on { $square }.
    .two-sign = one card | two flags lie on it | leave only one
    .belongs = { CAP($who) }'s flag { $rank } belongs in the { $quadrant } quadrant.
    .no-start = { CAP($who) } has no flag on his start.
    .missing = Flags of { $who } are missing: { $ranks }.
turn-order = Each player in turn, the starter moving on each round
    .moved = { CAP($who) } was moved though it is { $who2 }'s turn.
morph = Roll, then turn over exactly one card of that rank, then move
    .null = { CAP($who) } turned over the card on { $square } after rolling a blank (null), which turns no card.
    .null-sign = rolled a null | turned a card | turn it back
    .null-named = { CAP($who) } tried to turn up a card after rolling a blank (null), which turns no card.
    .null-named-sign = rolled a null | named a card | turn none
    .rank = { CAP($who) } rolled { $rank_a } and turned down { $rank2_a } on { $square }.
    .rank-sign = rolled { $rank_a } | turned { $rank2_a } | turn { $rank_a }
    .nothing = { CAP($who) } rolled { $rank_a } and turned over no card.
    .nothing-sign = rolled { $rank_a } | turned no card | turn { $rank_a }
    .second = { CAP($who) } also turned over the card on { $square }; only one per turn.
    .second-sign = one card a turn | turned a second one | turn it back
    .early = { CAP($who) } moved before turning over a card.
    .early-sign = rolled { $rank_a } | moved first | turn { $rank_a } first
    .no-roll = { CAP($who) } did not roll the die.
    .no-roll-sign = card turned | die not rolled | roll first
flip-fixed = Cards 6 to 9 are never turned over
    .turned = { CAP($who) } turned over { $rank_a } on { $square }; cards 6 to 9 stay face up.
    .turned-sign = 6 to 9 stay face up | turned { $rank_a } | turn only ace to 5
    .lies = { CAP($rank_a) } lies face down on { $square }; 6 to 9 never do.
flip-pawn = Never a card under a pawn
    .turned = { CAP($who) } turned over the card on { $square }, on which a pawn stands.
    .turned-sign = { $who2 } stands on it | card turned over | turn a free one
    .named = { CAP($who) } named the card on { $square }, on which a pawn stands.
    .named-sign = { $who2 } stands on it | card named | name a free one
flip-flag = A card under a flag only when no other of its rank is face up
    .turned = { CAP($who) } turned down the flagged card on { $square }, though { $rank_a } without a flag is face up.
    .turned-sign = { $rank } under a flag | turned over | turn a free { $rank } first
flip-memory = A wrong card turned up goes back, and so does the pawn
    .another = { CAP($who) } rolled { $rank_a } and turned up another card on { $square }; it must go face down again.
    .another-sign = rolled { $rank_a } | turned up { $rank2_a }, left it up | turn it face down
    .face-up = { CAP($who) } named the card on { $square }, which lies face up.
    .face-up-sign = card to turn up | lies face up already | name one face down
    .right = { CAP($who) } named the right card on { $square }; it stays face up and the pawn where it is.
    .right-sign = right card turned up | put back | leave it face up
    .not-back = { CAP($who) } turned up a wrong card and did not go back to { $square }.
    .not-back-sign = wrong card turned up | pawn stayed | put the pawn back
    .not-to-start = { CAP($who) } turned up a wrong card and did not go back to the start.
    .not-to-start-sign = wrong card turned up | pawn stayed | put the pawn back to the start
flip-any = Any card may be turned up when all of the rank are under pawns
    .down = { CAP($who) } turned { $square } down; with all of the rank under pawns one is turned up.
    .down-sign = all such cards under pawns | turned one down | turn one up
    .chosen = { CAP($who) } rolled { $rank_a } and turned over { $rank2_a } on { $square }, but not every { $rank } is under a pawn.
    .chosen-sign = not every { $rank } is under a pawn | turned { $rank2_a } | turn { $rank_a }
    .another = { CAP($who) } turned up another card on { $square }, but not every { $rank } is under a pawn.
    .another-sign = not every { $rank } is under a pawn | turned up { $rank2_a } | turn up { $rank_a }
    .put-back = { CAP($who) } put a card back, though every { $rank } is under a pawn: then any card may be turned up.
    .put-back-sign = any card counts | put back | leave it face up
step = At most one space, not diagonally
    .left = { CAP($who) } left the board.
    .left-sign = pawn | left the board | put it back
    .far = { CAP($who) } went from { $square } to { $square2 }; a pawn goes to a space beside its own, never diagonally.
    .far-sign = pawn | moved too far or diagonally | go to a card beside
occupied = Only one pawn on a space
    .went = { CAP($who) } went to { $square }, where { $who2 } stands.
    .went-sign = { $who2 } stands there | pawn moved onto it | go to a free card
    .both = { CAP($who) } and { $who2 } stand on the same space, { $square }.
    .both-sign = one card | { $who } and { $who2 } on it | leave only one
face-down = Never onto a face-down card
    .went = { CAP($who) } went to { $square }, which lies face down.
    .went-sign = pawn moved | onto a face-down card | go onto a face-up one
flag-order = Flags are touched in order, the start last
    .not-touched = { CAP($who) } did not touch flag { $rank }: flags are touched by ending on them in order; the next one is { $rank2 }.
    .not-touched-sign = next flag | not touched: { $rank } | touch { $rank2 } first
    .none-left = { CAP($who) } did not touch flag { $rank }: flags are touched by ending on them in order; the next one is none.
    .too-many = A player has touched more flags than the race has.
opponent-flag = Not over another's flag unless every other path is blocked
    .went = { CAP($who) } went to { $square }, { $who2 }'s flag, though another path is free.
    .went-sign = { $who2 }’s flag | pawn moved onto it | go another way
campaign = A coin for the flags touched in each race
    .coin = { CAP($who) } took a coin of { $coin }, but touched { $touched } flags in this race.
    .coin-sign = coin for flags touched | took { $coin } | take { $touched }
    .single = { CAP($who) } took a coin, but this is a single race.

## What was done

deed =
    .rolled = rolled { $rank_a }
    .rolled-unseen = rolled
    .up = turned up { $square }
    .down = turned down { $square }
    .wrong = turned up a wrong card on { $square }
    .wrong-unseen = turned up a wrong card
    .stayed = stayed where the pawn stood
    .back = went back to { $square }
    .went = went to { $square }
    .left = left the board
    .put = was put on { $square }
    .placed = placed { $who }'s flag { $rank } on { $square }
    .coin = took a coin of { $count } for { $who }
    .not-moved = did not move

## What is taken for granted, asked and said

roll = { $value ->
        [no] { $by } did not roll the die
       *[other] { $by } rolled { $value_a }
    }
    .otherwise = { $by } rolled the die, which nobody saw
    .other = { $by } rolled { $value_a }, not the other face seen
    .first = { $by } first rolled { $value }
    .ask = What did { $by } roll?
    .answer = { $value }
    .no = the die was not rolled
    .pad = { CAP($by) } rolled
named = { $by } turned up a wrong card on { $value }
    .vain = { $by } turned up a card in vain
    .not-sought = { $by } turned up a card that was not the { $rank } rolled
    .ask = Which card did { $by } turn up in vain?
    .answer = { $value }
    .pad = The card that was named
turned = { $by } turned over the card on { $value }, which is not seen
    .back = the card on { $value }, which is not seen, was turned back
    .ask = Which covered card did { $by } turn over?
    .answer = { $value }
    .no = none
    .pad = The card turned over
card = the card on { $value } lay as it was last seen
    .otherwise = the card on { $value } was turned over before, while it was covered
    .ask = A card was turned over while it was covered. If that is right, take the table as it stands; else turn it back.
lay = { lay-what } lay where it was last seen
    .otherwise = { lay-what } was moved before, while nobody could see it
    .ask = Something was moved while it was covered: { lay-what }. If that is right, take the table as it stands; else put it back.
lay-what = { $what ->
    [pawn] { $by }'s pawn
    [flag] { $who }'s flag { $rank }
   *[card] the card on { $at }
}
back = the table agreed that { $by }, whose way back is blocked, { $value ->
        [stay] stays where it is
       *[other] goes to { $value }
    }
    .ask = { CAP($by) }'s way back is blocked, and the rules are silent: where does the pawn stand?
    .answer = it goes to { $value }
    .stay = it stays where it was
    .pad = The way back is blocked
    .pad-stay = the pawn stays
pawn = { $by }'s pawn, which is not seen, stands on { $value }
    .view = it is in view
    .otherwise = { $by }'s pawn, which is not seen, stands elsewhere
    .ask = Where is { $by }'s pawn? Clear the view of the table.
flag = { $who }'s flag { $rank } lies on { $value }, which is covered
    .otherwise = { $who }'s flag { $rank } had been taken off { $value }
    .ask = Where was { $who }'s flag { $rank } placed?
    .answer = { $value }
    .pad = The covered flag's place
    .placing = Placing { $who }'s flag { $rank }
touch = { $by } touched flag { $value }
    .ask = Which flag did { $by } touch?
    .answer = flag { $value }
    .pad = { CAP($by) } touched
any = every card of the rank is under a pawn
    .ask = Is every card of the rank under a pawn?
    .otherwise = nobody chose any card
    .answer = any card
    .pad = Every card of the rank is under a pawn
coin = { $at } took a coin
    .answer = { $value }
    .pad = Coin taken by { $at }
done = { $by }'s turn is over
    .answer = { $by }'s turn is over, and it was the only one
    .pad = { CAP($by) }'s turn is over
covered = { $by } turned the card down again
    .ask = Does the card that { $by } turned up lie face down again? Clear the view of it.
    .view = it is in view
cleared = { $by }'s flags were taken off the board
found = one of { $by }'s flags came into sight
knocked = { $by }'s die was knocked over
righted = a card that lay wrongly was turned up again

## What may be done now, and how the race stands

now = The race is over.
    .place = { CAP($who) } places { $who2 }'s flag { $rank } in the { $quadrant } quadrant.
    .race = { CAP($who) } rolls, turns over one card of that rank, and may go one step.
    .race-to = { CAP($who) } rolls, turns over one card of that rank, and may go one step (next flag on { $square }).
advice = { $steps }
    .down = turn down { $square }
    .up = turn up a card from memory
    .back = go back to { $square } if it is the wrong one
    .go = go to { $square }
    .place = place { $who }'s flag { $rank } on { $square }
    .rolled = with { $rank } rolled
    .stay = stay
steps-joint = { ", " }
note = { $notes }
    .king = King
    .score = score { $count }
notes-joint = { ", " }
left = { $ranks }
    .rank = { $rank }
ranks-joint = { ", " }
outcome = { CAP($who) } has touched the last flag and is King!
    .score = { $king } Score after race { $race } of { $races }: { $scores }.
    .campaign = { $king } The campaign is over: { $scores }. Most flags: { $best }.
    .count = { $who } { $count }
    .name = { $who }
scores-joint = { ", " }
best-joint = { " and " }

# What is wrong on the table, in a position or with what is asked for.
die-of = { $who }'s die
card-on = card on { $space }
these-cards-cannot-be-seen = these cards cannot be seen: { $list }; clear the view of the board.
pawns-stand-on-board-there = { $n } pawns stand on the board; there are { $players } players.
flags-not-seen = these flags are not seen: { $list }. Show each, also those that were touched and those under pawns.
flags-were-agreed-on-but = { $n } flags were agreed on ({ $list }), but the table shows { $list2 }.
flags-on-board-are-no = the flags on the board are no run of numbers with the highest one under the pawns.
there-is-no-next-race = there is no next race: this one is not over, or it was the last.
next-race-campaign-has-same = the next race of a campaign has the same players; put their pawns on their starts.
board-is-not-be-seen = the board is not to be seen: lay the 36 cards in six rows of six under the camera
between = between { $near }
half-off = half off { $near }
rows-and-columns-cards-are = { $height } rows and { $width } columns of cards are seen; the board has six of each
card-lies-between-places-board = a card lies between the places of the board, near { $near }
die-lies-on-board-put = { $who }'s die lies on the board: put it beside it
piece-another-kit-lies-on = a piece of another kit lies on the table: { $text }
two-cards-lie-on = two cards lie on { $space }
flag-lies = { $who }'s flag lies { $where }
pawn-stands = { $who }'s pawn stands { $where }
two-copies-are-on-table = two copies of { $text } are on the table: take one away
near-joint = { " and " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-flags = How many flags must each player touch?
agree-opponent-flag = Flag variant: is it forbidden to travel through another player's flag?
agree-races = How many races? More than one are a campaign, in which coins keep the score.

# What the drawn board says.
board-shows = Royal Racers board: { $pieces }
    .empty = Royal Racers board: no pawns
pawn-is =
    .on = { $who } on { $space }
    .off = { $who } off the board
lie-face-down = face down { $list }
card-is =
    .card = { $space }
    .back = { $space } face down
    .unseen = { $space } not seen
turned-over = turned over: { $space }
not-on-board = not on the board: { $list }
flag-of = { $who }'s flag { $rank }

# Positions, turns and words in notation that cannot be read.
is-no-action = '{ $text }' is not an action; write for example r4, -c3, +c3, ~c3, <b2, >d4 or #Sa@b1.
is-no-turn = '{ $text }' is not a turn: it starts with the player's letter, as in S r4 -c3 >d4.
is-no-space = '{ $text }' is not a space: write a column a to f and a row 1 to 6, as in c3.
not-in-this-race = '{ $text }' is not in this race; the players are { $list }.
board-needs-rows = the board needs six rows of six cards: rows parted by /, cards by commas, top row first.
is-no-card = '{ $text }' is not a card: write as for the ace of spades, -as face down, ? for unseen.
card-lies-twice = the card { $text } lies on the board twice.
names-player-twice = '{ $text }' names a player twice.
is-no-player = '{ $text }' is not a player: the players are { $list }.
is-no-flag = '{ $text }' is not a flag: write a suit and a rank, as in Sa for the ace of suns.
no-run-of-flags = ranks={ $text } is not a run of flags: write a part of { $text2 }, as in a2345.
no-such-race = races={ $text }/{ $text2 } is not known: write the race and how many there are, as in 1/3.
needs-every-card = a position must name every card of the board, also those that lie face down.
needs-pawns = a position needs two to four pawns, each on a space, as in pawns=S:c3,M:d4.
seats-not-pawns = seats= must name just the players whose pawns are in the race.
round-too-late = round={ $n } is too many: there are { $n2 } flags to place.
player-not-in-race = the position names a player who is not in this race.
needs-player-turn = a position must say whose turn it is, as in turn=S,M (the players still to act).
drivers-piece = pawn
