# Home Racers. Der Wert einer Regel ist ihr Titel, die Attribute sind die Arten, sie zu brechen.

who-R = { who-red }
who-Y = { who-yellow }
who-G = { who-green }
who-B = { who-blue }

colour-blue = Blau
colour-yellow = Gelb
colour-green = Grün
colour-orange = Orange
colour-violet = Violett

tiles = { $count ->
        [one] { $count } Platte
       *[other] { $count } Platten
    }
tiles2 = { $count2 ->
        [one] { $count2 } Platte
       *[other] { $count2 } Platten
    }
fives = { $good ->
        [0] keine 5 oder 6
        [1] eine 5 oder 6
       *[other] { $good } Fünfen oder Sechsen
    }
gear-rolled = Gang { $gear }{ $fives ->
        [any] { "" }
        [0] , keine 5 oder 6
        [one] { " " }+ eine 5 oder 6
       *[other] { " " }+ { $fives } × 5 oder 6
    }
due = { $moves ->
        [none] kein Wurf der Gangwürfel erlaubt das
       *[other] die Gangwürfel verlangen { $moves }
    }

off = { $skew ->
        [0] { $off } mm
       *[other] { $off } mm und { $skew } Grad
    }

gears-joint = { ", " }
    .last = { " oder " }
moves-joint = { ", " }
    .last = { " oder " }
lengths-joint = { ", " }
    .last = { " oder " }
dice-joint = { ", " }
    .last = { " und " }
value-joint = { ", " }
    .last = { " und " }
bends-joint = { ", " }
met-joint = { ", " }
    .last = { " und " }

bends-fl = halb links vorwärts
bends-fr = halb rechts vorwärts
bends-lt = links abgebogen
bends-rt = rechts abgebogen
bends-ll = Spurwechsel nach links
bends-rl = Spurwechsel nach rechts
bends-ls = nach links gerutscht
bends-rs = nach rechts gerutscht
bends-blue = durch das Portal in { colour-blue }
bends-yellow = durch das Portal in { colour-yellow }
bends-green = durch das Portal in { colour-green }
bends-orange = durch das Portal in { colour-orange }
bends-violet = durch das Portal in { colour-violet }

met-caltrops = Krähenfüße
met-leak = ein Leck
met-tires = eine Reifenstation
met-booster = einen Booster
met-collision = einen anderen Wagen
met-reverse = den Rückwärtsgang

## Die Regeln

player-order = Jeder zieht in der Reihenfolge der Wagen im Rennen
    .twice = { $who } fuhr zweimal in einer Runde; { $who2 } war am Zug.
    .twice-sign = diese Runde | fuhr zweimal | Zug von { $who2 }
    .early = { $who } fuhr, obwohl { $who2 } am Zug war.
    .nobody = Niemand ist am Zug.
    .course = Die Strecke braucht mindestens drei Punkte oder gar keinen.
start-tile = Hinter der Linie, ohne Überlappen, in Pfeilrichtung
    .line = Die Platte von { $who } ragt über die Startlinie; sie beginnt dahinter.
    .line-sign = Startplatte | ragt über die Linie | hinter die Linie legen
    .over = Die Platte von { $who } liegt beim Start über der von { $who2 }.
    .over-sign = Startplatte | überlappt eine andere | getrennt legen
    .askew = Der Wagen von { $who } steht nicht in Pfeilrichtung auf seiner Platte.
    .askew-sign = Wagen am Start | steht schief | am Pfeil ausrichten
    .no-line = Die Startlinie ist nicht bekannt: Legt beide Linienkarten hin, die linke nach links.
portal = Beim Eingang hinein, beim Ausgang derselben Farbe heraus
    .colours = { $who } fuhr in ein Portal in { $colour } hinein und aus einem in { $colour2 } heraus.
    .colours-sign = Portal | { $colour } hinein, { $colour2 } heraus | { $colour } heraus
    .from-exit = { $who } fuhr beim Ausgang in { $colour } hinein und bei dessen Eingang heraus.
    .from-exit-sign = Portal | am Ausgang hinein | am Eingang hinein
    .one = Es liegt 1 Portalplatte in { $colour } da; Portale gehören paarweise hin.
    .many = Es liegen { $count } Portalplatten in { $colour } da; Portale gehören paarweise hin.
laps = Die vereinbarten Runden über die Startlinie
    .early = { $who } beendete das Rennen nach { $count } von { $laps ->
        [one] { $laps } Runde
       *[other] { $laps } Runden
    }.
    .still = { $who } ist schon im Ziel und soll trotzdem ziehen.
gear-change = Der Gang ändert sich um höchstens eins, zwischen 0 und 5
    .far = { $who } fuhr im Gang { $gear } nach Gang { $gears }; möglich war nur Gang { $gears2 }.
    .far-sign = vorher Gang { $gears } | fuhr im Gang { $gear } | im Gang { $gears2 } fahren
    .rear = { $who } fuhr rückwärts; der Rückwärtsgang gehört zu den erweiterten Regeln, die nicht vorliegen.
    .rear-sign = Wagen | fuhr rückwärts | vorwärts fahren
path-length = Der Weg hat doppelt so viele Platten, wie der Gang zählt
    .laid = { $who } legte im Gang { $gear } einen Weg von { tiles }; richtig sind { tiles2 }.
    .laid-sign = Gang { $gear }: Weg von 2 × { $gear } | { tiles } gelegt | { tiles2 } legen
    .unseen = Der Weg von { $who } hat im Gang { $gear } { tiles }, davon { $unseen } nicht zu sehen; richtig sind { tiles2 }.
    .unseen-sign = Gang { $gear }: Weg von 2 × { $gear } | { tiles } gelegt | { tiles2 } legen
    .said = Es hieß, der Weg von { $who } habe nicht { tiles }, jede an einer Vorderkante der vorigen, wie Gang { $gear } es verlangt.
connection = Jede Platte berührt eine Vorderkante der vorigen
    .apart = Platte { $number } auf dem Weg von { $who } liegt { off } neben ihrem Platz; jede Platte berührt eine Vorderkante der vorigen.
    .apart-sign = Platte { $number } | liegt { off } daneben | Kante an Kante legen
    .stray = { $count ->
        [one] { tiles } auf dem Weg von { $who } schließt an keine Vorderkante der vorigen an.
       *[other] { tiles } auf dem Weg von { $who } schließen an keine Vorderkante der vorigen an.
    }
    .stray-sign = Weg | lose Platten: { $count } | Kante an Kante legen
    .nowhere = { $who } steht, wohin kein Weg aus Straßenplatten führt, jede an einer Vorderkante der vorigen.
    .nowhere-sign = Wagen | steht, wo kein Weg hinführt | auf Platten fahren
turns = Wie oft ein Gang ohne Gefahrenwürfel Abbiegen erlaubt
    .many = { $who } bog { $count ->
        [one] einmal
       *[other] { $count }-mal
    } ab; Gang { $gear } erlaubt höchstens { $most }.
    .many-sign = Gang { $gear } erlaubt { $most } | bog { $count } × ab | { $most ->
        [0] geradeaus legen
       *[other] höchstens { $most } × abbiegen
    }
    .skid = { $who } drehte von einer Platte zur nächsten um 120 Grad; Abbiegen sind 60 Grad, und Rutschen gehört zu den erweiterten Regeln, die nicht vorliegen.
    .skid-sign = Abbiegen | um 120° gedreht | nur um 60° abbiegen
lane-changes = Wie oft ein Gang ohne Gefahrenwürfel Spurwechsel erlaubt
    .many = { $who } wechselte { $count ->
        [one] einmal
       *[other] { $count }-mal
    } die Spur; Gang { $gear } erlaubt höchstens { $most }.
    .many-sign = Gang { $gear } erlaubt { $most } | wechselte { $count } × die Spur | { $most ->
        [0] geradeaus legen
       *[other] höchstens { $most } × wechseln
    }
move-distance = So weit, wie der Gang zählt, und eine Platte mehr für jede 5 oder 6
    .moved = { $who } fuhr { tiles } im Gang { $gear }; { due }.
    .moved-sign = { gear-rolled } | fuhr { tiles } | { $moves ->
        [none] { "" }
       *[other] { $moves } fahren
    }
    .stands = { $who } steht, wohin im Gang { $gear } ein Weg von { tiles } führt; { due }.
    .stands-sign = { gear-rolled } | fuhr { tiles } | { $moves ->
        [none] { "" }
       *[other] { $moves } fahren
    }
    .off = { $who } steht auf keiner Platte des gelegten Weges.
    .off-sign = Wagen | steht neben den Platten | auf eine Platte stellen
    .askew = Der Wagen von { $who } ist { $askew } Grad vom Pfeil seiner Platte weggedreht; er endet in Pfeilrichtung.
    .askew-sign = Wagen | steht { $askew }° schief | am Pfeil ausrichten
    .dice = { $who } warf { $count ->
        [one] { $count } Gangwürfel
       *[other] { $count } Gangwürfel
    } im Gang { $gear }; richtig sind { $gear }.
    .dice-sign = Gang { $gear } | Würfel geworfen: { $count } | { $gear } werfen
tiles-cleared = Platten ohne Wagen werden weggenommen
    .left = { $count ->
        [one] Nach dem Zug von { $who } lag noch { tiles } ohne Wagen auf dem Boden.
       *[other] Nach dem Zug von { $who } lagen noch { tiles } ohne Wagen auf dem Boden.
    }
    .left-sign = Platten ohne Wagen kommen weg | { tiles } liegen gelassen | wegnehmen

## Was getan wurde

deed =
    .placed = stellte den Wagen hinter der Linie auf
    .odd = wurde dorthin gestellt, wohin kein Weg führt
    .unseen = fuhr ungesehen
    .drove = fuhr { tiles }{ in-gear }{ $met ->
        [none] { "" }
       *[other] { " " }über { $met }
    }{ $bends ->
        [none] { $dice ->
            [none] { "" }
           *[other] { " " }(würfelte { $dice })
        }
       *[other] { $dice ->
            [none] { " " }({ $bends })
           *[other] { " " }({ $bends }; würfelte { $dice })
        }
    }
    .laid = hat { tiles }{ in-gear }{ and-rolled } gelegt
    .not-moved = hat sich{ in-gear }{ and-rolled } nicht bewegt
    .stood = blieb{ in-gear } stehen
    .lays = legte { tiles }
    .rolled = würfelte { $dice }
    .began = begann
    .seen = kam in Sicht
    .cleared = nahm den Weg weg
    .gone = nahm den Rest des Weges weg, was nicht zu sehen war
    .left = ließ { tiles } des Weges auf dem Boden
    .said = sagte es so
in-gear = { $gear ->
        [none] { "" }
       *[other] { " " }im Gang { $gear }
    }
and-rolled = { $dice ->
        [none] { "" }
       *[other] , { $dice } gewürfelt,
    }
unfinished = { $said }; der Zug ist noch nicht vorbei

## Was angenommen, gefragt und gesagt wird

gear = der Gang von { $by } war { $value }
    .ask = Welchen Gang hatte { $by }?
    .answer = { $value }
    .pad = Gang von { $by }
    .standing = Gang { $gears }
roll = { $by } würfelte { $value }
    .unseen = { $gear ->
        [one] der Gangwürfel von { $by }, der nicht zu sehen war, zeigte
       *[other] die { $gear } Gangwürfel von { $by }, die nicht zu sehen waren, zeigten
    } { $good ->
        [any] das Nötige
       *[other] { fives }
    }
    .otherwise = { $by } würfelte anders
    .ask = Was zeigten die Gangwürfel von { $by }?
    .answer = { $value }
    .fives = Gang { $gear }: { fives }
    .pad = { $by } würfelte
    .pad-gear = Die Würfel im Gang { $gear } zeigten
    .pad-fives = { $good ->
        [0] keine 5 oder 6
        [1] eine 5 oder 6
        [2] zwei
        [3] drei
        [4] vier
       *[other] fünf
    }
laid = der Weg von { $by } war gelegt
    .answer = ist gelegt
    .pad = Der Weg
touching = der Weg von { $by } lag so, wie die Regeln es erlauben, auch wo das nicht zu sehen war
    .otherwise = der Weg von { $by } lag anders, als er zu sehen war
    .ask = Hatte der Weg von { $by } doppelt so viele Platten, wie der Gang zählt, von denen jede die vorige berührte?
    .answer = alle Platten berühren sich
    .no = das tun sie nicht
    .pad = Der Weg
joined = jede Platte auf dem Weg von { $by } berührte die vorige
effect = eine Wirkung, die nicht in den vorliegenden Regeln steht, erklärt den Zug von { $by }
    .otherwise = eine Wirkung, die nicht in den vorliegenden Regeln steht, erklärt mehr am Zug von { $by }
    .ask = Erklärt eine Wirkung, die nicht in den vorliegenden Regeln steht, den Zug von { $by }?
    .answer = ja
    .no = nein
    .pad = Eine Sonderplatte erklärt den Zug
danger = Gefahrenwürfel, die nicht zu den vorliegenden Regeln gehören, erlaubten das zusätzliche Abbiegen oder die zusätzlichen Spurwechsel
    .otherwise = Gefahrenwürfel, die nicht zu den vorliegenden Regeln gehören, erklären mehr am Zug von { $by }
    .ask = Erlaubten Gefahrenwürfel { $by } mehr?
    .answer = ja
    .no = nein
    .pad = Gefahrenwürfel erlaubten mehr
entrance = Portal { $value } in { $at } ist der Eingang
    .otherwise = Portal { $value } in { $at } ist nicht der Eingang
    .ask = Welches Portal in { $at } ist der Eingang?
    .answer = { $value }
    .place = das bei { $x }, { $y } mm
    .pad = Der Eingang in { $at } ist
first = { $value } war als Nächster an der Reihe
    .ask = Wessen Wagen war vorn und fuhr darum als Nächster?
    .answer = { $value }
    .pad = Als Nächster an der Reihe
again = { $by } hatte noch einen Zug, den niemand sah
    .ask = Hatte { $by } vor diesem noch einen Zug, den niemand sah?
    .answer = ja
    .no = nein
    .pad = Noch ein Zug, den niemand sah
lay = der Wagen von { $by } stand, wo er zuletzt zu sehen war
    .otherwise = der Wagen von { $by } wurde schon vorher bewegt, als man ihn nicht sehen konnte
    .ask = Der Wagen von { $by } wurde bewegt, während man ihn nicht sah. Ist das richtig, nehmt den Tisch, wie er ist; sonst stellt ihn zurück.
place = der Wagen von { $by }, der nicht zu sehen ist, steht regelgerecht
    .view = er ist zu sehen
    .ask = Wo ist der Wagen von { $by }? Macht die Sicht auf den Boden frei.
cleared = die Platten auf dem Weg von { $by } sind weggenommen, auch dort, wo der Boden verdeckt ist
    .look = er ist zu sehen
    .ask = Sind alle Platten auf dem Weg von { $by }, auf denen kein Wagen steht, vom Boden genommen? Macht die Sicht darauf frei.
lap = { $by } ist { $value }-mal über die Linie gefahren
    .answer = { $value }
    .pad = { $by } ist über die Linie gefahren
done = der Zug von { $by } ist vorbei
    .answer = ist vorbei
    .pad = Zug von { $by }
    .pad-placed = { $by } hat den Wagen aufgestellt
    .placed = fertig
finished = { $by } hat das Rennen beendet
    .ask = Hat der Wagen von { $by } das Rennen beendet?
    .answer = er hat das Rennen beendet
    .pad = Wagen von { $by }
    .pad-over = und das Rennen sind vorbei

## Was jetzt zu tun ist, und wie es steht

now = Das Rennen ist vorbei.
    .place = { $who } legt eine Straßenplatte mit dem Wagen hinter die Startlinie, über keine andere Platte.
    .drive = { $who } ist am Zug, in Gang { $gears }: ein Weg von { $lengths } Platten.
advice = { $who } könnte im Gang { $gear } { tiles } fahren{ $bends ->
        [none] { " " }geradeaus
       *[other] { " " }({ $bends })
    }, wenn { fives } fällt.
    .place = { $who } legt eine Platte hinter die Linie, über keine andere Platte.
    .gears = { $who } könnte im Gang { $gears } fahren.
    .still = { $who } könnte im Gang 0 stehen bleiben.
note = { $notes }
    .finished = im Ziel
    .to-place = noch aufzustellen
    .lost = nicht zu sehen
    .caltrops = fuhr über Krähenfüße (Wirkung nicht in den vorliegenden Regeln)
    .way = { $metres },{ $tenths } m gefahren
notes-joint = { ", " }
outcome = Das Rennen ist vorbei: { $places }.
    .place = { $who } { $place ->
        [1] gewinnt
        [2] ist Zweiter
        [3] ist Dritter
       *[other] ist Vierter
    }
places-joint = { ", " }

# What is wrong on the table, in a position or with what is asked for.
road-tile = Straßenplatte
die-of = Würfel { $n } von { $who }
starting-line-is-not-seen = Die Startlinie ist nicht zu sehen: Legt beide Linienkarten hin, die linke nach links.
cars-should-stand = { $players } Wagen sollten hinter der Startlinie stehen; zu sehen: { $cars }.
car-stands-where-two-tiles = der Wagen von { $who } steht, wo zwei Platten übereinander liegen: nehmt die weg, die nicht seine ist
no-line-card-and-no = weder Linienkarte noch Sonderplatte ist zu sehen: macht die Sicht auf eine davon frei
starting-line-is-not-seen-put = die Startlinie ist nicht zu sehen: legt beide Linienkarten hin, die linke nach links
tile-lies-elsewhere-than-before = die Sonderplatte „{ $kind }“ liegt woanders als vorher: legt sie zurück oder übernehmt den Boden so
piece-another-kit-lies-on-floor = auf dem Boden liegt ein Teil eines anderen Bausatzes: { $text }
two-copies-are-on-floor = { $text } liegt zweimal auf dem Boden: nehmt eins weg
special-tile = Sonderplatte { $kind }
cars-joint = { ", " }
cars-none = keine
kind-caltrops = Krähenfüße
kind-leak = Leck
kind-tires = Reifenstation
kind-booster = Booster
kind-blue = { colour-blue }
kind-yellow = { colour-yellow }
kind-green = { colour-green }
kind-orange = { colour-orange }
kind-violet = { colour-violet }

# What the table agrees on: `agree-<option>`, and its choices.
agree-laps = Wie viele Runden?
agree-places = Um wie viele Plätze wird gefahren?
agree-danger = Mehr Abbiegen oder Spurwechsel, als der Gang erlaubt:
agree-danger-fault = sind ein Regelverstoß
agree-danger-ask = fragen: Gefahrenwürfel können es erlauben
agree-reverse = Der Rückwärtsgang:
agree-reverse-none = gibt es nicht
agree-reverse-ask = jedes Mal fragen
agree-caltrops = Hausregel: Was bewirken Krähenfüße?
agree-caltrops-ask = jedes Mal fragen
agree-caltrops-none = keine
agree-caltrops-stop = der Wagen hält darauf an
agree-caltrops-move1 = +1 Platten
agree-caltrops-move2 = +2 Platten
agree-caltrops-gear1 = Gang +1
agree-caltrops-gear-1 = Gang -1
agree-leak = Hausregel: Was bewirkt ein Leck?
agree-leak-ask = jedes Mal fragen
agree-leak-none = keine
agree-leak-stop = der Wagen hält darauf an
agree-leak-move1 = +1 Platten
agree-leak-move2 = +2 Platten
agree-leak-gear1 = Gang +1
agree-leak-gear-1 = Gang -1
agree-tires = Hausregel: Was bewirkt eine Reifenstation?
agree-tires-ask = jedes Mal fragen
agree-tires-none = keine
agree-tires-stop = der Wagen hält darauf an
agree-tires-move1 = +1 Platten
agree-tires-move2 = +2 Platten
agree-tires-gear1 = Gang +1
agree-tires-gear-1 = Gang -1
agree-booster = Hausregel: Was bewirkt ein Booster?
agree-booster-ask = jedes Mal fragen
agree-booster-none = keine
agree-booster-stop = der Wagen hält darauf an
agree-booster-move1 = +1 Platten
agree-booster-move2 = +2 Platten
agree-booster-gear1 = Gang +1
agree-booster-gear-1 = Gang -1
agree-collision = Hausregel: Was gilt, wenn ein Weg über der Platte eines anderen Wagens liegt?
agree-collision-ask = jedes Mal fragen
agree-collision-none = keine
agree-collision-stop = der Wagen hält darauf an
agree-collision-move1 = +1 Platten
agree-collision-move2 = +2 Platten
agree-collision-gear1 = Gang +1
agree-collision-gear-1 = Gang -1
agree-across = Wie breit ist eine Straßenplatte von Kante zu Kante (mm)?
agree-across-80 = 80 mm
agree-across-85 = 85 mm
agree-across-90 = 90 mm
agree-across-95 = 95 mm
agree-across-100 = 100 mm
agree-across-110 = 110 mm
agree-across-120 = 120 mm
agree-gap = Wie weit dürfen zwei Platten auseinanderliegen, die sich noch berühren (mm)?
agree-gap-3 = 3 mm
agree-gap-4 = 4 mm
agree-gap-5 = 5 mm
agree-gap-6 = 6 mm
agree-gap-8 = 8 mm
agree-gap-10 = 10 mm

# What the drawn floor says.
floor-shows = Boden von Home Racers: { $pieces }
    .empty = Boden von Home Racers: keine Wagen
lies-at = { $kind } bei { $x }, { $y } mm
    .car = { $who } bei { $x }, { $y } mm, Richtung { $degrees } Grad
pieces-joint = { "; " }

# Positions, turns and words in notation that cannot be read.
roll-needs-faces = roll={ $text } müssen die Augen von bis zu fünf Gangwürfeln sein, mit Punkten dazwischen, etwa 2.4.5.
no-part-of-turn = „{ $text }“ ist kein Teil eines Zugs, etwa R: gear=3 path=st-st-fl-st-st-st roll=2.4.5 move=4.
no-placement = „{ $text }“ ist keine Lage einer Platte: es gibt { $list } und Sprünge wie pb00.
not-met = met={ $text } ist nicht bekannt: es gibt { $list }.
not-in-this-race = { $text } fährt in diesem Rennen nicht mit; dabei sind { $list }.
needs-numbers = { $field }={ $text } müssen { $n } Zahlen mit Doppelpunkten dazwischen sein.
area-needs-corners = covered={ $text } muss mindestens drei Ecken mit Schrägstrichen dazwischen haben.
line-is-a-point = line= hat beide Enden an einem Punkt: schreibt das linke und das rechte, etwa 0:150:0:-150.
number-between = „{ $text }“ muss zwischen { $min } und { $max } liegen.
position-knows-all = eine Stellung weiß, wo alles ist: lasst missing= und covered= weg (schreibt lost=).
