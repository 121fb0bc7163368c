# What the referee says beside the law. Ids are kinds of facts, as in the games' catalogues.

# The race: its turns, what people decide, how it starts.
answered-late = a question about it was answered
said-at-table = said at the table
declaration-was-taken-back = a declaration was taken back
nothing-was-declared-in-this = nothing was declared in this turn
nobody-has-asked-whose-turn = nobody has asked whose turn was meant
nobody-has-asked-about-anything = nobody has asked about anything that is covered
table-cannot-be-read-now = the table cannot be read now: clear the view of it
seen-whole = the table lies as it did when the turn began
moved-on = the same driver moved on: the turn is open again
drove-again = the same driver moved again and again: the turn had ended before
table-changed = the table changed
move-was-taken-back = a move was taken back
played-anew = the simulated players play this turn anew: what was seen and said of it no longer counts
closed-turn-was-taken-back = a turn that was over was taken back: it is open again
next-driver-has-begun-already = the next driver has begun already
nothing-has-moved-turn-goes = nothing has moved: the turn goes on
said-before-it-began = it was said before anything had moved, perhaps for the turn before: the turn goes on
recording-ended = the recording ended
piece-is-not-seen-stand = { $who }'s piece is not seen: stand it upright, clear of glare and of other things
by-hand =
    .put = { $piece } was put on { $value } by hand
    .put-elsewhere = { $piece } was put elsewhere by hand
    .flip = { $piece } was turned over by hand
    .turn = { $piece } was turned by hand
    .toward = { $piece } was turned by hand
    .face = { $piece } was set to { $value } by hand
    .give = { $piece } was given { $value } by hand
    .take = { $value } was taken from { $piece } by hand
    .off = { $piece } was taken off the board by hand
    .laps = the line crossings of { $piece } were set to { $value } by hand
    .discs = the laps left of { $piece } were set to { $value } by hand
    .dice = the lost dice of { $piece } were set to { $value } by hand
    .gear = { $piece } was put into gear { $value } by hand
    .flags = the flags touched of { $piece } were set to { $value } by hand
    .pits = the pit stops of { $piece } were set to { $value } by hand
    .under = it was said what lies under { $piece }: { $value }
    .then = it was said who comes after { $piece }: { $value }
    .next = it was said whose turn it is: { $value }
table-was-taken-as-it = the table was taken as it stands
position-was-corrected = the position was corrected by hand
camera-sees-otherwise = { $text }; the camera still sees the table otherwise
ends-turn = { $text }; with that the turn is over
table-cannot-be-taken = the table cannot be read now, so it cannot be taken as it stands
this-position-cannot-be = this position cannot be: { $points }
race-has-not-started-yet = the race has not started yet
mode-strict = from now on an illegal turn waits until people settle it
mode-advise = from now on the referee only advises: an illegal turn stands, marked
mode-record = from now on the referee keeps the record and says nothing
referee-is-back-race-goes = the referee is back; the race goes on
turn-goes-on = the turn goes on
verdict-was-overruled = people decided otherwise than the referee
stands-already = that fault stands already, or people have decided otherwise
verdict-stands-by-agreement = the table lets the illegal turn stand
nothing-moved = nothing has moved since the last turn was closed; it is { $who }'s turn now
next-driver-is-under-way = the next driver has begun already: that turn is not over yet
no-such-status = a verdict is LEGAL, ILLEGAL or UNDECIDED, not '{ $text }'
no-such-mode = the referee can be { $list }, not '{ $text2 }'
break = a break
break-is-over = the break is over
turn-was-taken-back = { $who }'s turn was taken back
entry-was-taken-back = what was decided last was taken back
    .overrule = the word over the verdict was taken back
    .correct = what was set by hand was taken back
start-was-taken-back = the start of this race was taken back: the race before stands again
table-lets-it-stand = the table lets it stand
there-is-break-already = there is a break already
there-is-no-break = there is no break
there-is-no-turn-take = there is no turn to take back
lay-all-pieces-out = lay all pieces out anew; the table has not been looked at since this race ended.
season-race-starts = race { $n } of the { $season } starts
race-starts = the race starts
race-is-joined = a race that had begun before is followed from here
whose-turn = whose turn it is
begins-at-its-start = { $title } can only be followed from the start of a race
said-badly = each line of what was said names a piece and what is so of it, not '{ $text }'
race-is-over = the race is over
race-was-ended = the race was ended before its end: the places are those of the standings
race-goes-on = the race goes on
race-goes-on-although = the race goes on, although something is wrong on the table: { $points }
race-is-already-under-way = the race is already under way; undo or correct instead of starting again
no-board-yet = no board has been read yet: wait a moment
no-start-position = this is not a position to start from: { $points }
single-race = this is a single race of { $title }; start a new one instead
no-next-start = this is no start of the next race: { $problem }
season-is-decided = the { $season } is decided
this-race-is-not-over = this race is not over yet
no-board-made-out = no board can be made out
move-timer-ran-out = the move timer ran out
used-up = the turn's movements are used up
said-done = the turn was said to be done
next-began = the next driver moved
said-early = it was said just before the next turn, and fits that one better
it-belongs-turn-under-way = it belongs to the turn under way
had-begun = the next driver had begun at this look
turn-so-far = the turn so far
something-went-out-sight = something went out of sight
referee-does-not-insist = the referee does not insist
verdict-stands = the illegal turn stands: { $text }
judged-when-still = The turn is judged as soon as no hand is over the table and all lies still.
race-is-on = The race is on.
noted = Noted: { $text }
last-declaration-was-taken-back = The last declaration was taken back.
turn-is-done = The turn is done.
simulated-players-wait = The simulated players wait ten seconds, let it stand and play on; a break holds them.
another-turn-began = another turn began just before you said so, so nothing was done; please look, and say it again
    .after = another turn began just before you said so ({ $said }), so nothing was done; please look, and say it again
waiting-for-first-picture = waiting for the first picture
pictures-have-ended = the pictures have ended
card-was-shown = the card '{ $card }' was shown: { $said }
nothing-was-done = nothing was done, { $refused }
not-saved = Not saved: { $problem }
camera-is-back = the camera is back
something-went-wrong = Something went wrong inside the referee, and it goes on ({ $text }). Please report it: referee bundle
said = { $sentences }
as-sentence = { CAP($said) }.
noted-why = { $cause }: { $text }
    .by = { $cause }: { $text } ({ $name })
    .alone = { $cause } ({ $name })
points-joint = { "; " }
list-joint = { ", " }
either-joint = { ", " }
    .last = { " or " }
turn-was-noted = { $who }: a turn was noted

# What the eye says of the picture, the print and the dice.
lens-other-size = The calibration was made with another size of picture: calibrate again at this one for the best places.
lens-does-not-suit = The calibration does not suit what the camera shows: was its focus or zoom turned, or is it another camera? Calibrate again, or leave the calibration out.
prints-small = These prints are { $n } % smaller than the others: { $list }. Print all sheets at 100 %, or the places told of what lies on them are off by as much.
prints-mixed =
    .small = These pieces bear larger markers than the others, so they count for nothing: { $list }. Use pieces of one print (small markers: referee print).
    .large = These pieces bear smaller markers than the others, so they count for nothing: { $list }. Use pieces of one print (large markers: referee print --large-markers).
other-print =
    .small = The table shows the print with small markers, not the kit that was chosen: it is read as it lies there.
    .large = The table shows the print with large markers, not the kit that was chosen: it is read as it lies there.
tiles-apart = Tiles side by side lie { $n } % further apart than they are wide: either they are printed { $n } % too small, or there are gaps of { $gap } mm between them.
more-second-prints = There are more second prints on the table: take them all away.
printed-in-mirror = What lies { $text } seems to be printed in the mirror, so it counts for nothing: take it away, and print it again without mirroring.
two-copies = There are two copies of marker { $number } ({ $text }, { $text2 }) on the table, { $text3 } and { $text4 }: neither counts until one of them is taken away.
two-copies-one-counts = There are two copies of marker { $number } ({ $text }, { $text2 }) on the table, one of them { $text3 }: take one away.
second-print = A second print of { $text } lies { $text2 }: it does not count as the piece itself. Take it away; if it is to count, lift it and lay it down somewhere else.
in-picture =
    .upper-left = at the upper left of the picture
    .upper = at the top of the picture
    .upper-right = at the upper right of the picture
    .middle-left = at the left of the picture
    .middle = in the middle of the picture
    .middle-right = at the right of the picture
    .lower-left = at the lower left of the picture
    .lower = at the bottom of the picture
    .lower-right = at the lower right of the picture
two-copies-together = There are two copies of marker { $number } ({ $text }, { $text2 }) on the table, both { $text3 }: neither counts until one of them is taken away.
next-to-nothing-seen = Next to nothing of the board is seen: is the light off, or does something lie over it?
other-kit = These are pieces of the { $text } kit, not of { $text2 }: take the right kit.
no-tile-seen = No tile of the kit can be seen: lay the board in view of the camera, with enough light.
lens-guessed-off = The lens is not measured but guessed: pieces may be up to { $n } mm off. Better: measure it before a race, at the step “Lens”.
bumped = The camera or the table was bumped; the board was found again.
picture-empty = The picture is empty: check the source.
picture-without-colours = The picture has no colours that can be read: check the source.
picture-no-bytes = The picture is not made of bytes: check the source.
picture-too-small = The picture is only { $width } x { $height } pixels: at least { $least } each way are needed.
picture-mirrored = The camera mirrors its picture, so the markers cannot be read: switch mirroring off in its settings.
picture-too-dark = The picture is too dark: switch a lamp on or let the camera expose longer.
picture-blurred = The picture is blurred: focus the camera on the table and keep it still.
picture-too-bright = The picture is too bright: turn the lamp away or let the camera expose shorter.
die-two-ways = two numbers are possible
die-touched = touched by something that cannot be read
die-leans = leaning against something
die-small = too small in the picture
die-unread = on edge, half covered or too dark
die-colour = of a colour that nobody has, or between two
mat-covered = the dice mat is covered or too dark
mat-cut-off = the mat is not whole in the picture
die-contradiction = the pictures disagree
mat-moving = something moves on the mat
die-doubtful = { $count ->
    [one] A die cannot be read ({ $doubt }): lay it flat, in full view, without changing its number.
   *[other] { $count } dice cannot be read ({ $doubt }): lay them flat, in full view, without changing their numbers.
    }
doubt-joint = { "; " }
die-too-small = { $count ->
    [one] A die is too small in the picture to be read: say its number, or bring the camera closer.
   *[other] { $count } dice are too small in the picture to be read: say their numbers, or bring the camera closer.
    }
piece-on-mat = { $text } lies on a dice mat: move one of the two.
dice-too-many = There are { $count } { $colour } dice; the game has { $n }: take some away.

# Lenses.
lens-few-views = Only { $n } views of the board differ enough from one another; at least { $least } are needed: hold the board in other places and at other angles.
lens-sizes-differ = The pictures have different sizes; take all of them with one camera setting.
lens-few-tilted = The board was tilted in { $n } views only; tilt it by 20 to 40 degrees in at least { $least } of them, each time another way: flat views alone cannot tell the focal length.
lens-covers-little = The views cover only { $share } of the picture; show the board near its edges and corners too.
lens-fits-none = No lens fits these views (error { $n } px): is the board flat, in focus and held still?
lens-not-saved = The calibration could not be saved: { $text }.
lens-of-other-camera = The lens kept here was measured with another camera ({ $device }): measure it again, or forget it.
lens-of-other-size = The lens was measured on pictures of { $w } x { $h }, these are { $width } x { $height }: it is left out until it is measured again.
lens-not-under-way = no calibration is under way
lens-measured = calibrated on { $n } views of the kit's board
lens-note = with { $name } on { $date }, OpenCV { $version }
camera-at-size = { $name } at { $size }
lens-origin = { $list }

# Cameras, recordings and files.
camera-number = camera { $index }
no-such-camera = There is no camera { $index }; found: { $text }. Plug it in, or choose another one.
address-unreachable = { $text } cannot be reached or sends no pictures; check address, name and password.
camera-gives-no-more = { $text } gives no picture any more.
camera-broken-pictures = { $text } sends broken pictures only.
no-camera-gives-pictures = There is no camera { $index } that gives pictures, or another program uses it; found: { $text }.
camera-frozen = { $text } shows the same picture for { $frozen_after_s } s: it may hang.
camera-black = { $text } gives a black picture: is its lens covered, or switched off at the camera?
trying-again = { $problem } Trying again.
camera-silent = No new picture from { $text } for { $lost_after_s } s.
camera-away = No picture came from { $text } for { $away } s; check its cable and power.
source-ended = { $text } has ended.
camera-failed = { $text } has failed ({ $text2 }). Trying again.
simulated-table = simulated table
phone-camera = the phone's camera
phone-awaited = The phone has not sent a picture yet: scan its code, and start the camera there.
phone-silent = No picture comes from the phone any more; it tries again by itself, unless its camera was stopped there.
phone-battery = The phone's battery is at { $percent } %: plug its charger in.
phone-not-wanted = The referee does not look through the phone now: choose it as the camera on the race page.
phone-picture-broken = This picture arrived broken, or too large or too small; the next one may be better.
phone-pictures-wait = So many pictures wait already that there is no room: wait a moment.
phone-needs-page = A phone sends its pictures to a page, and there is none here; `referee watch` has one, without --headless.
only-camera-sends = Only the phone that joined as the camera may send pictures.
camera-tried = { $text } sends pictures of { $width } × { $height } px.
address-slow = no answer in time
address-no-mjpeg = { $text } sends { $text2 }, not JPEG after JPEG; look up the camera's MJPEG address.
address-closed = the connection was closed
address-redirects = it sends us on to another host
address-broke-off = The stream { $text } broke off ({ $text2 }).
address-improper = { $text } is no proper address of a camera.
address-answers = { $text } answers { $code } { $text2 }.
address-unreached = { $text } cannot be reached ({ $text2 }); is the camera's app running, and on the same network?
address-asks-password = { $text } asks for the camera's name and password: put them into the address, NAME:PASSWORD@ before its host.
camera-no-answer = { $text } does not answer within { $seconds } s; unplug it, plug it in and try again.
record-header-lost = The header (which game, which kit) was lost.
record-entries-lost = Unreadable and lost: { $n ->
        [one] 1 entry
       *[other] { $n } entries
    } ({ $runs }).
record-pictures-lost = Pictures were lost beside { $n ->
        [one] 1 entry
       *[other] { $n } entries
    } ({ $runs }).
record-too-much = This file says more than it holds: it is not the record of a race.
camera-named = camera { $index } ({ $text })
address-unknown-kind = Addresses starting with { $text }:// are not known; use http://, https:// or rtsp://.
source-not-named = Say what to look at: a camera number, a file, a folder or an address.
source-no-file = { $text } is no regular file; name a video, a folder of pictures or a camera.
source-is-record = { $text } is the record of a race, no recording of a table: referee replay shows it.
source-not-there = There is no file, folder or camera called '{ $text }'; cameras: { $text2 }. Give a camera number (0, or 0@4k for another picture size), a file, a folder or an address.
unplugged-same-socket = { $text } is unplugged: plug it in, into the same socket.
unplugged = { $text } is unplugged: plug it in.
still-too-large = The picture { $text } is larger than any camera takes; save it again, smaller.
still-torn = { $text } is not a whole picture; remove it, or save it again as JPEG or PNG.
stills-none = There are no pictures in { $text } (looked for { $list }).
still-unreadable = The picture { $text } cannot be read: { $text2 }.
disk-full = the disk is full; free some space, and the next entry will be saved again
disk-readonly = the file may not be written; check its permissions
disk-broken = the disk cannot be written; free some space or check it
disk-cannot-open = the file cannot be opened for writing; check its folder
disk-busy = another program holds the file; end it
record-not-saved = Nothing was saved in { $text }: { $text2 }.
record-log-left = Copy { $text } together with { $text2 }: it holds the newest entries.
record-damaged-kept = The damaged file is kept as { $text }.
record-missing = There is no record { $text }.
record-moved = Nothing was saved: { $text } was moved or removed while the race was on. Put it back.
record-exists = { $text } is there already; add --resume to go on with it, or name another file.
record-linked = { $text } has another name (a hard link), under which it is open or was left by a crash: go on with it under that name, or with a copy.
film-wants-package = Films need one more package: type pip install "race-referee[film]"
film-unreadable = { $text } is not a video that can be read; it may be cut off or of an unknown kind.
film-ends-early = { $text } ends after { $taken } of { $promised } frames; the file may be cut off.
film-too-large = The pictures of { $text } are larger than any camera takes; save it again, smaller.
camera-unplugged = Camera { $index } is unplugged.
camera-forbidden = You may not use camera { $index } (/dev/video{ $index2 }). Type:  sudo usermod -aG { $text } $USER  then log out and in again.
program-holding = { $text } (process { $number })
camera-used-by = Camera { $index } is used by { $list }: close that program, then try again.
camera-refused-macos = Camera { $index } gives no picture: allow the camera for your terminal in System Settings, Privacy & Security, Camera, and close other programs that use it.
camera-refused-windows = Camera { $index } gives no picture: close other programs that use it, and allow desktop apps to use the camera in Settings, Privacy & security, Camera.

# The set-up, replays and the page.
camera-number-broken = camera { $camera } sends broken pictures
no-race-set-up = there is no race yet; finish the set-up first
game-chosen = The game is { $title }.
players-chosen = { $count } players.
looking-for-cameras = Looking for cameras.
looking-through-it = Looking through it.
thank-you = Thank you.
players-lay-table-out-for = The players lay the table out for the next race.
race-was-left = The race was left; its record stays, and it can be gone on with.
race-was-set-aside = The race is offered no more; its record stays.
lay-out-track-for-another = Lay out the track for another race.
goes-on-where-record-stopped = { $text } goes on where the record stopped.
choose-camera-and-race-goes = Choose the camera, and the race goes on where it stood.
no-race-yet = there is no race yet
show-calibration-board-camera = Show the calibration board to the camera.
lens-is-measured-within-mm = The lens is measured: within { $held_out_error_mm } mm on the table.
lens-is-guessed-again = The lens is guessed again.
finish-set-up-first = finish the set-up first
measure-printed-ruler-mm-answer = measure the printed ruler's 100 mm: the answer lies somewhere near 100
there-is-no-step-there = there is no step '{ $text }'; there are { $list }
choose-camera-first-or-simulated = choose a camera first, or the simulated table
whose-turn-is-not-known = Nobody has said whose turn it is: just drive, the referee follows.
race-is-under-way = a race is under way: for another one leave it first, by “New race…” in the menu ☰ of its page
only-picture-check-and-calibration = only the picture check and the calibration can be passed over
race-is-not-over-yet = the race is not over yet
this-race-is-not-among = this race is not among the unfinished ones
is-no-length-in-millimetres = '{ $text }' is no length in millimetres, such as 99.5
replay-of = replay of { $text }
replay-adds-nothing-its-record = a replay adds nothing to its record
record-without-race = No race was begun in { $text }, so there is nothing to replay.
this-is-replay-nothing-in = this is a replay: nothing in it can be changed
replay-has-moments = the replay has moments 0 to { $x }
request-400 = This request could not be understood.
request-404 = There is nothing at this address.
request-405 = This address does not take that kind of request.
request-413 = This request is too large.
request-415 = A command must be sent as JSON.
role-too-low = With your join code you may { $may }. Ask at the referee's screen for the { $role } code.
may-watch = watch
may-declare = watch and declare
may-camera = be the camera
role-watch = watch
role-declare = declare
role-camera = camera
role-referee = referee
request-failed = Something went wrong inside the referee; the terminal it runs in says what.
join-first = Join first: scan the code on the referee's screen.
request-from-elsewhere = This request comes from another site, so it is refused.
page-from-earlier-run = This page is from an earlier run of the referee: load it again.
host-unknown = The referee does not answer under this host name.
code-wait = Many wrong codes came from this device: wait { $n } s, then try again.
code-wrong = This code is wrong or has run out. Scan the one on the referee's screen.
only-at-the-table = That is done at the table itself.
something-newer-is-shown = Something newer is shown at this table: look again.
no-such-table = There is no table { $table } here.
table-is-away = Table { $table } cannot be reached just now.
table-is-silent = Table { $table } does not answer: go and look.
only-tables-that-are-away = Table { $table } is not away.
hall-not-connected = not connected to { $text } yet
hall-nobody-answers = nobody answers at { $text }
hall-refuses = { $text } refuses us: { $text2 }
hall-line-cut = the line to { $text } is cut
table-is-forgotten = Table { $table } was taken off the page.
driver-is-called =
    { $driver ->
        [red] Red
        [black] Black
        [green] Green
        [blue] Blue
        [yellow] Yellow
        [white] White
        [orange] Orange
        [purple] Purple
       *[other] { $driver }
    } is { $called }.
    .colour =
    { $driver ->
        [red] Red
        [black] Black
        [green] Green
        [blue] Blue
        [yellow] Yellow
        [white] White
        [orange] Orange
        [purple] Purple
       *[other] { $driver }
    } is called by the colour again.
no-such-driver = There is no driver '{ $text }'.
no-such-name = A name has at most { $n } letters.
name-is-taken = Somebody else is called { $called }.
everybody-sent-away = Everybody has to join again.
race-in-memory-only = This race is kept in memory only, so there is no record to download.
nothing-to-take-home = There is nothing to take home before the race is over.
no-room-to-look-on = So many look on already that there is no room for another.
put-there-yourselves = Put a piece on the mark yourselves: no simulated player sits at this table.
kit-for-referee-only = Only the referee may print from here.
position-for-referee-only = Only the referee may read the position.

# What is agreed on, asked for, or read of a table, in any game.
this-game-has-single-races = this game has single races: start a new one.
in-view-now = it is in view now: look again
stands-where-it-stood = it stands where it stood
it-cannot-be-put-there = it cannot be put there: { $points }
no-board-is-seen-lay-it = no board is seen: lay it flat, in view of the camera.
stands-between-two-places-set = { $text } stands between two places: set it clearly on one of them.
is-for-players-not = { $title } is for { $min } to { $max } players, not { $players }.
there-are = ; there are: { $list }
this-game-has-none = ; this game has none
there-is-no-option = there is no option '{ $text }'{ $there }.
option-is-not = the option { $text } is { $either }, not '{ $text2 }'.
option-is-given-twice = the option { $text } is given twice.
game-is-not-whole-it = the game '{ $text }' is not whole: it lacks { $list }.
there-is-no-game-called = there is no game called '{ $text }'; the games are { $list }.
agree-yes = yes
agree-no = no

# Positions, turns and words in notation that cannot be read.
line-of-another-game = a { $title } position starts with the word { $name }, as in '{ $name } { $field }=...'.
no-such-field = '{ $text }' is not a field of a { $title } position.
field-stands-twice = the field { $field } stands twice in the position.
not-known-there = '{ $text }' is not known here; write { $either }.
    .die = '{ $text }' is not a die; write { $either }.
there-twice = something is there twice in '{ $text }'.
only-one-there = '{ $text }' cannot stand there: only one can.
whole-number = '{ $text }' must be a whole number from { $min } to { $max }.
is-no-declaration = '{ $text }' is not a declaration; write for example { $list }.
drawn-no-cells = '{ $text }' names no cells of the drawing, as a1b1 does.
no-such-piece = there is no piece { $text } on the board.
not-done-with = '{ $text }' cannot be done with { $text2 }.
is-no-option = '{ $text }' is no option: write name=value, as in flags=3.
needs-whole-position = what is seen does not tell where all pieces lie: give the whole position.
is-no-start-of = this is no start of { $title }: { $n ->
        [one] one thing lies
       *[other] { $n } things lie
    } otherwise than at the start.
says-nothing = '{ $text }' says nothing in { $title }.
    .example = '{ $text }' says nothing in { $title }; say, for example, { $text2 }.
is-no-car = '{ $text }' is not a car: the cars are { $list }.
names-twice = '{ $text }' names a car twice.
needs-a-turn = a position must say whose turn it is, as in { $text } (the cars still to move).
names-a-stranger = the position names a car that is not among its racers.

machines-unreadable = Which programs may come in cannot be read in { $text }: mend or remove that file.
machines-not-kept = The programs that may come in cannot be kept here.
machine-name = A program’s name has up to 32 letters, digits, dots, - and _.
machine-is-there = A program called “{ $text }” is let in already, or there are too many: revoke one first.
no-such-machine = No program called “{ $text }” is let in.
machine-is-revoked = “{ $text }” is let in no more.
only-by-hand = Only who sits at this computer may let programs in, without a token.
