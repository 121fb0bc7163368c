# The value of a rule's message is its title, the attributes are the ways of breaking it.
turn-order = Players take turns, and nobody moves the other's men
    .moved = { CAP($who) } moved from { $man } to { $to } though it is { $who2 }'s turn.
direction = Men move from higher points to lower ones only
    .went = { CAP($who) } moved backward, from { $man } to { $to }.
dice = Each die is one man's move over just so many points
    .went = { CAP($who) } moved from { $man } to { $to }; of the throw { $dice } is left.
point = Nobody lands on a point with two or more of the other's men
    .went = { CAP($who) } moved from { $man } to { $to }, where two or more of the other's men stand.
both-dice = Both dice must be played if they can be, else the larger
    .went = { CAP($who) } moved from { $man } to { $to }; { $dice } can be played so that more of it is used.
must-play = A throw that can be played must be played
    .left = { CAP($who) } did not play { $left }, which can be played.
hit = A man who is hit goes to the bar
    .stays = { CAP($who) }'s man on { $point } was hit and still stands there.
bar = Men on the bar enter before any other man moves
    .went = { CAP($who) } moved from { $man } to { $to } with a man on the bar.
bear-off = Men are borne off when all fifteen are home
    .went = { CAP($who) } bore off a man from { $man } before all were home.
doubling = Who may double does so before his throw, to twice the stakes
    .turned = The cube shows { $cube }, and nobody may have turned it so.

cube = { $value ->
        [double] { $by } doubled
        [take] { $by } took the cube
       *[drop] { $by } dropped
    }
    .ask = Did { $by } take the cube or drop?
    .answer = { $value }
    .double = doubles
    .take = takes
    .drop = drops
    .pad = The cube: { $by }

opened = threw the opening { $dice }: { $who } begins
threw = threw { $dice }
moved = moved from { $man } to { $to }
passed = did not play on
doubled = doubled
took = the other side took
dropped = the other side dropped
turned = turned the cube to { $cube }
won = { CAP($who) } won { $points ->
        [one] one point
       *[other] { $points } points
    }.

roll = { $value } was thrown
    .ask = What was thrown?
    .answer = { $value }
    .pad = Thrown
first = { $value } begins
    .ask = Who begins?
    .answer = { $value }
    .pad = First
