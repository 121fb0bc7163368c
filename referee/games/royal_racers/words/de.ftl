# Royal Racers. Der Wert bei einer Regel ist ihr Titel, die Attribute sind die Arten, sie zu brechen.

who-S = { who-red }
who-M = { who-black }
who-C = { who-green }
who-A = { who-blue }

rank-n = Null
rank-a = Ass

quadrant-0 = unten links
quadrant-1 = oben links
quadrant-2 = oben rechts
quadrant-3 = unten rechts

## Die Regeln

layout = 36 Karten offen in sechs Reihen, die Figuren auf den vier mittleren
    .missing = Das Spielfeld besteht nicht aus den 36 Karten von Ass bis Neun: { $count } fehlen.
    .face-down = Das Rennen beginnt mit lauter offenen Karten; { $square } liegt verdeckt.
    .face-down-sign = Rennbeginn | eine Karte liegt verdeckt | aufdecken
    .start = { $who } beginnt auf { $square }; Startfelder sind c3, c4, d3 und d4, in der Mitte.
    .start-sign = Figur am Start | auf falscher Karte | auf eine der mittleren vier
    .moved = Auf { $square } liegt eine andere Karte als vorher; Karten werden umgedreht, nicht verschoben.
    .moved-sign = Karte | verschoben | nur umdrehen
flag-placement = Flaggen Viertel für Viertel, eine je Karte
    .other = { $who } setzte Flagge { $rank } von { $who2 }; an der Reihe ist Flagge { $rank2 } von { $who3 }.
    .other-sign = { $who } legt für { $who3 }, rechts | gelegt: { $who2 } { $rank } | { $who3 } { $rank2 } legen
    .quadrant = { $who } setzte Flagge { $rank } von { $who2 } ins Viertel { $quadrant }; ihr Platz ist { $quadrant2 }.
    .quadrant-sign = Fahne { $rank } von { $who2 } | gelegt: { $quadrant } | legen: { $quadrant2 }
    .taken = { $who } setzte Flagge { $rank } von { $who2 } auf { $square }, wo schon eine Flagge liegt.
    .taken-sign = eine Karte | zwei Fahnen darauf | nur eine hinlegen
    .not-placed = { $who } hat eine Flagge nicht gesetzt: Flagge { $rank } von { $who2 }, im Viertel { $quadrant }.
    .not-placed-sign = Fahne { $rank } von { $who2 } | nicht gelegt | legen
    .gone = Flagge { $rank } von { $who } wurde weggenommen, bevor sie berührt war; Flaggen bleiben, wo sie gesetzt wurden.
    .gone-sign = Fahne { $rank } von { $who } | weggenommen | zurücklegen
    .removed = Flagge { $rank } von { $who2 } wurde weggenommen, bevor sie berührt war; Flaggen bleiben, wo sie gesetzt wurden.
    .removed-sign = Fahne { $rank } von { $who2 } | weggenommen | zurücklegen
    .moved = Flagge { $rank } von { $who } wurde verschoben; Flaggen bleiben, wo sie gesetzt wurden.
    .moved-sign = Fahne { $rank } von { $who } | verschoben | zurücklegen
    .shifted = Flagge { $rank } von { $who2 } wurde verschoben; Flaggen bleiben, wo sie gesetzt wurden.
    .shifted-sign = Fahne { $rank } von { $who2 } | verschoben | zurücklegen
    .pawn = Die Figur von { $who } wurde bewegt, bevor alle Flaggen gesetzt waren.
    .pawn-sign = noch nicht alle Fahnen gelegt | Figur gezogen | erst alle Fahnen legen
    .strange = Flagge { $rank } von { $who } gehört nicht zu diesem Rennen.
    .two = Auf { $square } liegen zwei Flaggen.
    .two-sign = eine Karte | zwei Fahnen darauf | nur eine liegen lassen
    .belongs = Flagge { $rank } von { $who } gehört ins Viertel { $quadrant }.
    .no-start = { $who } hat keine Flagge auf dem Startfeld.
    .missing = Es fehlen Flaggen von { $who }: { $ranks }.
turn-order = Einer nach dem anderen; wer beginnt, wechselt in jeder Runde
    .moved = { $who } wurde bewegt, obwohl { $who2 } am Zug ist.
morph = Würfeln, genau eine Karte dieses Werts umdrehen, dann ziehen
    .null = { $who } drehte die Karte auf { $square } um, nachdem eine leere Seite (Null) gewürfelt war, die keine Karte umdreht.
    .null-sign = Null gewürfelt | Karte umgedreht | zurückdrehen
    .null-named = { $who } wollte eine Karte aufdecken, nachdem eine leere Seite (Null) gewürfelt war, die keine Karte umdreht.
    .null-named-sign = Null gewürfelt | Karte genannt | keine umdrehen
    .rank = { $who } würfelte { $rank } und verdeckte die Karte vom Wert { $rank2 } auf { $square }.
    .rank-sign = { $rank } gewürfelt | { $rank2 } umgedreht | { $rank } umdrehen
    .nothing = { $who } würfelte { $rank } und drehte keine Karte um.
    .nothing-sign = { $rank } gewürfelt | keine Karte umgedreht | { $rank } umdrehen
    .second = { $who } drehte auch die Karte auf { $square } um; nur eine je Zug.
    .second-sign = eine Karte je Zug | zweite umgedreht | zurückdrehen
    .early = { CAP($who) } zog, bevor eine Karte gewendet war.
    .early-sign = { $rank } gewürfelt | zuerst gezogen | erst { $rank } umdrehen
    .no-roll = { $who } hat nicht gewürfelt.
    .no-roll-sign = Karte umgedreht | nicht gewürfelt | erst würfeln
flip-fixed = Karten von 6 bis 9 werden nie umgedreht
    .turned = { $who } drehte die Karte vom Wert { $rank } auf { $square } um; Karten von 6 bis 9 bleiben offen.
    .turned-sign = 6 bis 9 bleiben offen | { $rank } umgedreht | nur Ass bis 5 umdrehen
    .lies = Die Karte vom Wert { $rank } liegt auf { $square } verdeckt; das gibt es bei 6 bis 9 nie.
flip-pawn = Nie eine Karte unter einer Figur
    .turned = { $who } drehte die Karte auf { $square } um, auf der eine Figur steht.
    .turned-sign = { $who2 } steht darauf | Karte umgedreht | eine freie umdrehen
    .named = { $who } nannte die Karte auf { $square }, auf der eine Figur steht.
    .named-sign = { $who2 } steht darauf | Karte genannt | eine freie nennen
flip-flag = Eine Karte unter einer Flagge nur, wenn keine andere ihres Werts offen liegt
    .turned = { $who } verdeckte die Karte mit Flagge auf { $square }, obwohl eine ohne Flagge offen liegt ({ $rank }).
    .turned-sign = { $rank } unter einer Fahne | umgedreht | erst freie { $rank } umdrehen
flip-memory = Eine falsch aufgedeckte Karte geht zurück, und die Figur auch
    .another = { $who } würfelte { $rank } und deckte auf { $square } eine andere Karte auf; sie muss wieder verdeckt werden.
    .another-sign = { $rank } gewürfelt | { $rank2 } aufgedeckt und offen gelassen | zudecken
    .face-up = { $who } nannte die Karte auf { $square }, die offen liegt.
    .face-up-sign = Karte zum Aufdecken | liegt schon offen | eine verdeckte nennen
    .right = { $who } nannte die richtige Karte auf { $square }; sie bleibt offen und die Figur, wo sie ist.
    .right-sign = richtige Karte aufgedeckt | zurückgelegt | offen lassen
    .not-back = { $who } deckte eine falsche Karte auf und ging nicht zurück: { $square }.
    .not-back-sign = falsche Karte aufgedeckt | Figur blieb | Figur zurückstellen
    .not-to-start = { $who } deckte eine falsche Karte auf und ging nicht zurück: zum Start.
    .not-to-start-sign = falsche Karte aufgedeckt | Figur blieb | Figur zum Start zurückstellen
flip-any = Jede Karte darf aufgedeckt werden, wenn auf allen dieses Werts Figuren stehen
    .down = { $who } verdeckte { $square }; stehen auf allen des Werts Figuren, wird eine aufgedeckt.
    .down-sign = alle solchen unter Figuren | eine zugedeckt | eine aufdecken
    .chosen = { $who } würfelte { $rank } und drehte die Karte vom Wert { $rank2 } auf { $square } um, aber nicht auf jeder Karte vom Wert { $rank } steht eine Figur.
    .chosen-sign = nicht auf jeder { $rank } steht eine Figur | { $rank2 } umgedreht | { $rank } umdrehen
    .another = { $who } deckte auf { $square } eine andere Karte auf, aber nicht auf jeder Karte vom Wert { $rank } steht eine Figur.
    .another-sign = nicht auf jeder { $rank } steht eine Figur | { $rank2 } aufgedeckt | { $rank } aufdecken
    .put-back = { $who } legte eine Karte zurück, obwohl auf allen Karten vom Wert { $rank } Figuren stehen: Dann darf jede Karte aufgedeckt werden.
    .put-back-sign = jede Karte zählt | zurückgelegt | offen lassen
step = Höchstens ein Feld, nicht schräg
    .left = { $who } verließ das Spielfeld.
    .left-sign = Figur | verließ das Feld | zurückstellen
    .far = { $who } ging von { $square } nach { $square2 }; eine Figur geht auf ein Feld neben dem ihren, nie schräg.
    .far-sign = Figur | zu weit oder schräg gezogen | auf eine Karte daneben ziehen
occupied = Nur eine Figur auf einem Feld
    .went = { $who } ging nach { $square }, wo { $who2 } steht.
    .went-sign = dort steht { $who2 } | Figur daraufgezogen | auf freie Karte ziehen
    .both = { $who } und { $who2 } stehen auf demselben Feld: { $square }.
    .both-sign = eine Karte | { $who } und { $who2 } darauf | nur eine stehen lassen
face-down = Nie auf eine verdeckte Karte
    .went = { $who } ging nach { $square }, und die Karte dort liegt verdeckt.
    .went-sign = Figur gezogen | auf verdeckte Karte | auf offene Karte ziehen
flag-order = Flaggen werden der Reihe nach berührt, der Start zuletzt
    .not-touched = { $who } berührte Flagge { $rank } nicht: Man berührt sie der Reihe nach, indem man auf ihr endet; die nächste ist { $rank2 }.
    .not-touched-sign = nächste Fahne | nicht berührt: { $rank } | erst { $rank2 } berühren
    .none-left = { $who } berührte Flagge { $rank } nicht: Man berührt sie der Reihe nach, indem man auf ihr endet; die nächste ist keine.
    .too-many = Jemand hat mehr Flaggen berührt, als das Rennen hat.
opponent-flag = Nicht über die Flagge eines anderen, außer jeder andere Weg ist versperrt
    .went = { $who } ging nach { $square }, auf die Flagge von { $who2 }, obwohl ein anderer Weg frei ist.
    .went-sign = Fahne von { $who2 } | Figur daraufgezogen | anderer Weg
campaign = Eine Münze für die in jedem Rennen berührten Flaggen
    .coin = { $who } nahm eine Münze über { $coin }, berührte in diesem Rennen aber { $touched } Flaggen.
    .coin-sign = Münze für berührte Fahnen | nahm { $coin } | { $touched } nehmen
    .single = { $who } nahm eine Münze, aber dies ist ein einzelnes Rennen.

## Was getan wurde

deed =
    .rolled = würfelte { $rank }
    .rolled-unseen = würfelte
    .up = deckte { $square } auf
    .down = verdeckte { $square }
    .wrong = deckte auf { $square } eine falsche Karte auf
    .wrong-unseen = deckte eine falsche Karte auf
    .stayed = blieb, wo die Figur stand
    .back = ging zurück nach { $square }
    .went = ging nach { $square }
    .left = verließ das Spielfeld
    .put = wurde auf { $square } gestellt
    .placed = setzte Flagge { $rank } von { $who } auf { $square }
    .coin = nahm eine Münze über { $count } für { $who }
    .not-moved = zog nicht

## Was angenommen, gefragt und gesagt wird

roll = { $value ->
        [no] { $by } hat nicht gewürfelt
       *[other] { $by } würfelte { $value }
    }
    .otherwise = { $by } würfelte, was niemand sah
    .other = { $by } würfelte { $value }, nicht die andere gesehene Zahl
    .first = { $by } würfelte zuerst { $value }
    .ask = Was würfelte { $by }?
    .answer = { $value }
    .no = es wurde nicht gewürfelt
    .pad = { $by } würfelte
named = { $by } deckte auf { $value } eine falsche Karte auf
    .vain = { $by } deckte vergeblich eine Karte auf
    .not-sought = { $by } deckte eine Karte auf, die nicht passte (gesucht: die gewürfelte Zahl, { $rank })
    .ask = Welche Karte deckte { $by } vergeblich auf?
    .answer = { $value }
    .pad = Die genannte Karte
turned = { $by } drehte die Karte auf { $value } um, die nicht zu sehen ist
    .back = die Karte auf { $value }, die nicht zu sehen ist, wurde zurückgedreht
    .ask = Welche verdeckt liegende Karte drehte { $by } um?
    .answer = { $value }
    .no = keine
    .pad = Die umgedrehte Karte
card = die Karte auf { $value } lag, wie sie zuletzt zu sehen war
    .otherwise = die Karte auf { $value } wurde schon vorher umgedreht, als sie verdeckt war
    .ask = Eine Karte wurde umgedreht, während sie verdeckt war. Ist das richtig, nehmt den Tisch, wie er ist; sonst dreht sie zurück.
lay = { lay-what }: wie zuletzt gesehen
    .otherwise = { lay-what }: schon vorher bewegt, als man es nicht sehen konnte
    .ask = Etwas wurde bewegt, während es verdeckt war: { lay-what }. Ist das richtig, nehmt den Tisch, wie er ist; sonst legt es zurück.
lay-what = { $what ->
    [pawn] die Figur von { $by }
    [flag] Flagge { $rank } von { $who }
   *[card] die Karte auf { $at }
}
back = ihr habt vereinbart, was { $by } tut, da der Rückweg versperrt ist: { $value ->
        [stay] die Figur bleibt stehen
       *[other] die Figur geht nach { $value }
    }
    .ask = Der Rückweg von { $by } ist versperrt, und die Regeln schweigen: Wo steht die Figur?
    .answer = sie geht nach { $value }
    .stay = sie bleibt, wo sie war
    .pad = Der Rückweg ist versperrt
    .pad-stay = die Figur bleibt
pawn = die Figur von { $by }, die nicht zu sehen ist, steht auf { $value }
    .view = sie ist zu sehen
    .otherwise = die Figur von { $by }, die nicht zu sehen ist, steht anderswo
    .ask = Wo ist die Figur von { $by }? Macht die Sicht auf den Tisch frei.
flag = Flagge { $rank } von { $who } liegt auf { $value }, und das ist verdeckt
    .otherwise = Flagge { $rank } von { $who } war von { $value } weggenommen
    .ask = Wohin kam Flagge { $rank } von { $who }?
    .answer = { $value }
    .pad = Das Feld der verdeckten Flagge
    .placing = Zu setzen: Flagge { $rank } von { $who }
touch = { $by } berührte Flagge { $value }
    .ask = Welche Flagge berührte { $by }?
    .answer = Flagge { $value }
    .pad = { $by } berührte
any = auf allen Karten dieses Werts stehen Figuren
    .ask = Stehen auf allen Karten dieses Werts Figuren?
    .otherwise = niemand wählte eine beliebige Karte
    .answer = beliebige Karte
    .pad = Auf allen Karten dieses Werts stehen Figuren
coin = { $at } nahm eine Münze
    .answer = { $value }
    .pad = Münze genommen von { $at }
done = der Zug von { $by } ist vorbei
    .answer = Der Zug von { $by } ist vorbei, und es war der einzige
    .pad = Der Zug von { $by } ist vorbei
covered = { $by } hat die Karte wieder umgedreht
    .ask = Liegt die Karte, die { $by } aufgedeckt hat, wieder verdeckt? Macht die Sicht darauf frei.
    .view = sie ist zu sehen
cleared = die Flaggen von { $by } wurden vom Brett genommen
found = eine Flagge von { $by } kam zum Vorschein
knocked = der Würfel von { $by } wurde umgestoßen
righted = eine Karte, die falsch lag, wurde wieder aufgedeckt

## Was jetzt zu tun ist, und wie es steht

now = Das Rennen ist vorbei.
    .place = { $who } setzt Flagge { $rank } von { $who2 } ins Viertel { $quadrant }.
    .race = { $who } würfelt, dreht eine Karte dieses Werts um und darf einen Schritt gehen.
    .race-to = { $who } würfelt, dreht eine Karte dieses Werts um und darf einen Schritt gehen (nächste Flagge auf { $square }).
advice = { $steps }
    .down = { $square } verdecken
    .up = aus dem Gedächtnis eine Karte aufdecken
    .back = zurück nach { $square }, wenn es die falsche ist
    .go = nach { $square } gehen
    .place = Flagge { $rank } von { $who } auf { $square } setzen
    .rolled = mit gewürfelter { $rank }
    .stay = stehen bleiben
steps-joint = { ", " }
note = { $notes }
    .king = König
    .score = Punkte: { $count }
notes-joint = { ", " }
left = { $ranks }
    .rank = { $rank }
ranks-joint = { ", " }
outcome = { $who } hat die letzte Flagge berührt und ist König!
    .score = { $king } Stand nach Rennen { $race } von { $races }: { $scores }.
    .campaign = { $king } Die Kampagne ist vorbei: { $scores }. Die meisten Flaggen: { $best }.
    .count = { $who } { $count }
    .name = { $who }
scores-joint = { ", " }
best-joint = { " und " }

# What is wrong on the table, in a position or with what is asked for.
die-of = Würfel von { $who }
card-on = Karte auf { $space }
these-cards-cannot-be-seen = diese Karten sind nicht zu sehen: { $list }; macht die Sicht auf das Spielfeld frei.
pawns-stand-on-board-there = Auf dem Spielfeld stehen { $n } Figuren; es sind { $players } Mitspieler.
flags-not-seen = diese Flaggen sind nicht zu sehen: { $list }. Legt alle hin, auch die schon berührten.
flags-were-agreed-on-but = Vereinbart sind { $n } Flaggen ({ $list }), auf dem Tisch liegen aber { $list2 }.
flags-on-board-are-no = Die Flaggen auf dem Spielfeld sind keine Zahlenfolge mit der höchsten unter den Figuren.
there-is-no-next-race = Es gibt kein nächstes Rennen: Dieses läuft noch, oder es war das letzte.
next-race-campaign-has-same = Das nächste Rennen einer Kampagne hat dieselben Mitspieler; stellt die Figuren auf ihre Startfelder.
board-is-not-be-seen = das Spielfeld ist nicht zu sehen: legt die 36 Karten in sechs Reihen zu sechs unter die Kamera
between = zwischen { $near }
half-off = halb neben { $near }
rows-and-columns-cards-are = { $height } Zeilen und { $width } Spalten von Karten sind zu sehen; das Spielfeld hat je sechs
card-lies-between-places-board = eine Karte liegt zwischen den Plätzen des Spielfelds, nahe { $near }
die-lies-on-board-put = der Würfel von { $who } liegt auf dem Spielfeld: legt ihn daneben
piece-another-kit-lies-on = auf dem Tisch liegt ein Teil eines anderen Bausatzes: { $text }
two-cards-lie-on = auf { $space } liegen zwei Karten
flag-lies = eine Flagge von { $who } liegt { $where }
pawn-stands = die Figur von { $who } steht { $where }
two-copies-are-on-table = { $text } liegt zweimal auf dem Tisch: nehmt eins weg
near-joint = { " und " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-flags = Wie viele Flaggen muss jeder berühren?
agree-opponent-flag = Flaggenvariante: Darf man nicht über die Flagge eines anderen ziehen?
agree-races = Wie viele Rennen? Mehr als eines sind eine Kampagne, in der Münzen die Punkte zählen.

# What the drawn board says.
board-shows = Spielfeld von Royal Racers: { $pieces }
    .empty = Spielfeld von Royal Racers: keine Figuren
pawn-is =
    .on = { $who } auf { $space }
    .off = { $who } neben dem Spielfeld
lie-face-down = verdeckt: { $list }
card-is =
    .card = { $space }
    .back = { $space } verdeckt
    .unseen = { $space } nicht zu sehen
turned-over = umgedreht: { $space }
not-on-board = nicht auf dem Spielfeld: { $list }
flag-of = Flagge { $rank } von { $who }

# Positions, turns and words in notation that cannot be read.
is-no-action = „{ $text }“ ist keine Handlung: schreibt etwa r4, -c3, +c3, ~c3, <b2, >d4 oder #Sa@b1.
is-no-turn = „{ $text }“ ist kein Zug: er beginnt mit dem Buchstaben des Spielers, etwa S r4 -c3 >d4.
is-no-space = „{ $text }“ ist kein Feld: schreibt eine Spalte a bis f und eine Reihe 1 bis 6, etwa c3.
not-in-this-race = „{ $text }“ ist in diesem Rennen nicht dabei; dabei sind { $list }.
board-needs-rows = das Spielfeld braucht sechs Reihen mit je sechs Karten: / zwischen den Reihen, Kommas zwischen den Karten, die oberste zuerst.
is-no-card = „{ $text }“ ist keine Karte: schreibt as für das Pik-Ass, -as für verdeckt, ? für nicht zu sehen.
card-lies-twice = die Karte { $text } liegt zweimal auf dem Spielfeld.
names-player-twice = „{ $text }“ nennt einen Spieler zweimal.
is-no-player = „{ $text }“ ist kein Spieler: die Spieler sind { $list }.
is-no-flag = „{ $text }“ ist keine Flagge: schreibt Zeichen und Wert, etwa Sa für das Ass der Sonnen.
no-run-of-flags = ranks={ $text } ist keine Folge von Flaggen: schreibt einen Teil von { $text2 }, etwa a2345.
no-such-race = races={ $text }/{ $text2 } gibt es nicht: schreibt das Rennen und wie viele es sind, etwa 1/3.
needs-every-card = eine Stellung muss jede Karte des Spielfelds nennen, auch verdeckte.
needs-pawns = eine Stellung braucht zwei bis vier Figuren, jede auf einem Feld, etwa pawns=S:c3,M:d4.
seats-not-pawns = seats= muss genau die Spieler nennen, deren Figuren im Rennen sind.
round-too-late = round={ $n } ist zu viel: es sind { $n2 } Flaggen zu setzen.
player-not-in-race = die Stellung nennt einen Spieler, der nicht mitspielt.
needs-player-turn = eine Stellung muss sagen, wer am Zug ist, etwa turn=S,M (wer noch handeln muss).
drivers-piece = Figur
