# Racepack. Der Wert bei einer Regel ist ihr Titel, die Attribute sind die Arten, sie zu brechen.

who-S = { who-red }
who-M = { who-black }
who-C = { who-green }
who-A = { who-blue }
who-2S = { who-red } 2
who-2M = { who-black } 2
who-2C = { who-green } 2
who-2A = { who-blue } 2
who-dC = Würfel Grün
who-dA = Würfel Blau

rank-n = Null
    .a = eine Null
rank-a = Ass
    .a = ein Ass
rank-2 = 2
    .a = 2
rank-3 = 3
    .a = 3
rank-4 = 4
    .a = 4
rank-5 = 5
    .a = 5
rank-o = Symbol
rank-o2 = Symbol (als 2)
rank-o4 = Symbol (als 4)

at-0 = keine
at-1 = erste
    .count = eine
at-2 = zweite
    .count = zwei
at-3 = dritte
    .count = drei
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

nth-1 = erste
    .place = Erster
nth-2 = zweite
    .place = Zweiter
nth-3 = dritte
    .place = Dritter
nth-4 = vierte
    .place = Vierter
nth-5 = fünfte
    .place = Fünfter
nth-6 = sechste
    .place = Sechster
nth-7 = siebte
    .place = Siebter
nth-8 = achte
    .place = Achter

pair = { $who } und { $who2 }
teams = Je einer von euch lenkt { $teams }. Die Autos eines Spielers können „Ann 1“ und „Ann 2“ heißen.
teams-joint = { "; " }
cars-joint = { ", " }
squares-joint = { ", " }
tokens-joint = { ", " }
speeds-joint = { ", " }
    .last = { " oder " }

## Die Regeln

track = Ein geschlossener Rundkurs aus 24 Platten
    .counted = Die Felder müssen von unten links an der Strecke gezählt werden, sodass sie Spalte a und Zeile 1 erreicht.
    .one = Die Strecke hat nur 1 Platte.
    .all = Die Strecke hat { $count } Platten; es gehören alle { $most } dazu.
    .between = Die Strecke hat { $count } Platten; mit zwei Piecepacks sind es { $least } bis { $most }.
    .same-place = Zwei Platten liegen am selben Platz.
    .touches = Die Platte bei { $square } berührt { $count ->
        [one] 1 andere Platte
       *[other] { $count } andere Platten
    }; jede muss genau zwei berühren.
    .hairpin = Die Platte bei { $square } berührt { $count ->
        [one] 1 andere Platte
       *[other] { $count } andere Platten
    }; jede muss genau zwei berühren, außer in einer vereinbarten Haarnadelkurve.
    .grid = Die Start-Ziel-Linie braucht { $count } gerade Reihen hinter sich für die Startaufstellung.
    .grid-chicane = Die Start-Ziel-Linie braucht { $count } Reihen ohne Schikane hinter sich für die Startaufstellung.
    .line = Die Start-Ziel-Linie kann nicht über einer Kurvenplatte liegen.
    .chicane = Die Platte bei { $square } liegt ein Feld versetzt; das ist eine Schikane, und die ist nicht vereinbart.
    .chicane-place = Die Schikane bei { $square } liegt zwischen der Start-Ziel-Linie und Kurve 1; dort darf keine sein.
    .half = Die Platten bei { $square } und { $square2 } teilen nur eine halbe Seite; in einer Schikane ist nur eine Platte versetzt.
    .narrow = Die Hauptgerade soll zwei Platten breit sein: Legt eine zweite Reihe Platten außen daran.
    .wide = Neben der Hauptgeraden liegt eine zweite Plattenreihe: Einigt euch auf vier Spuren oder auf eine Boxengasse.
    .flush = Die Platte bei { $square } in der zweiten Reihe liegt nicht bündig an der Hauptgeraden.
    .row = Die zweite Reihe der Hauptgeraden muss eine Reihe ohne Lücken sein, auf einer Seite.
    .pit-lane = Die Boxengasse ist { $count ->
        [one] 1 Platte
       *[other] { $count } Platten
    } lang; sie braucht { $least }.
    .four-lanes = Vier Spuren müssen von der Startaufstellung bis zur ersten Kurve reichen: Legt die zweite Reihe ganz durch.
    .off-road = { $who } steht auf { $square }, aber das ist keine Straße.
starting-grid = Paarweise hinter der Linie, nachrücken in der Spur
    .lane = { $who } rückte auf { $square } vor; ein wartender Wagen rückt in der eigenen Spur nach.
    .lane-sign = Startaufstellung | rückte auf anderer Spur auf | auf eigener Spur aufrücken
turn-order = Jeder zieht, wenn er an der Reihe ist
    .moved = { $who } wurde bewegt, obwohl { $who2 } am Zug ist.
    .moved-sign = { $who2 } lag vor { $who } | nicht am Zug | Zug von { $who2 }
    .again = { $who } fuhr noch einmal; { $who2 } ist am Zug.
    .again-sign = Zug ist zu Ende | fuhr noch einmal | Zug von { $who2 }
    .nobody = Niemand ist am Zug.
order = Wer vor wem liegt
    .other = Die Reihenfolge der Wagen ist { $cars }.
three-movements = Drei Bewegungen in jedem Zug
    .more = { $who } machte { $used } Bewegungen; ein Zug hat drei.
    .more-sign = ein Zug | { $used } Bewegungen gemacht | nur 3 machen
    .fewer = { $who } machte { $used ->
        [0] keine Bewegung
        [1] nur eine Bewegung
       *[other] nur zwei Bewegungen
    }, obwohl { $most ->
        [1] eine möglich war
       *[other] { $most } möglich waren
    }.
    .fewer-sign = ein Zug | Bewegungen gemacht: { $used } | { $most } machen
    .unseen = { $who } machte weniger als { $most } Bewegungen.
    .unseen-sign = ein Zug | weniger als { $most } Bewegungen gesehen | { $most } machen
forward = Geradeaus, ein bis sieben Felder
    .far = { $who } fuhr { $spaces } Felder auf einmal geradeaus; höchstens sieben sind erlaubt.
    .far-sign = eine Bewegung | fuhr { $spaces } Felder | höchstens 7 fahren
    .backwards = { $who } fuhr rückwärts, von { $square } nach { $square2 }; Wagen fahren nur vorwärts.
    .backwards-sign = Wagen | fuhr rückwärts | vorwärts fahren
    .round = { $who } fuhr von { $square } nach { $square2 }; eine Vorwärtsbewegung geht geradeaus, höchstens bis zum Knick.
    .round-sign = eine Bewegung | nicht geradeaus | geradeaus bis zur Kurve fahren
    .on = { $who } wurde auf { $square } gestellt; keine Bewegung führt dorthin.
    .on-sign = Wagen | steht, wo kein Weg hinführt | die Straße entlang fahren
    .outside = { $who } wurde außen an die Kurve { $square } gestellt; keine Bewegung führt dorthin.
    .outside-sign = Wagen | steht, wo kein Weg hinführt | die Straße entlang fahren
    .off = { $who } wurde neben die Strecke gestellt; keine Bewegung führt dorthin.
    .off-sign = Wagen | steht, wo kein Weg hinführt | die Straße entlang fahren
speed-change = Um eins schneller, um eins oder zwei langsamer
    .change = { $who } fuhr Tempo { $speed } nach Tempo { $speeds }; möglich war nur { $speeds2 }.
    .change-sign = vorher Tempo { $speeds } | fuhr Tempo { $speed } | Tempo { $speeds2 } fahren
start-speed = Die erste Bewegung des Rennens hat Tempo 1
    .fast = { $who } begann das Rennen mit Tempo { $speed }; die erste Bewegung hat Tempo 1.
    .fast-sign = erste Bewegung | fuhr Tempo { $speed } | Tempo 1 fahren
lane-change = Ein Feld schräg nach vorn
    .sideways = { $who } fuhr seitwärts, von { $square } nach { $square2 }; ein Spurwechsel ist ein Feld schräg nach vorn.
    .sideways-sign = Spurwechsel | fuhr seitwärts | 1 Feld schräg fahren
    .far = { $who } wechselte die Spur von { $square } nach { $square2 }; ein Spurwechsel ist ein Feld schräg nach vorn.
    .far-sign = Spurwechsel | fuhr zu weit | 1 Feld schräg fahren
inside-corner-edge = Kein Schneiden innerer Kurvenecken
    .cut = { $who } wechselte die Spur von { $square } nach { $square2 } über eine innere Kurvenecke.
    .cut-sign = Spurwechsel | schnitt die Ecke | außen herum
no-bumping = Nie über oder auf einen anderen Wagen
    .over = { $who } fuhr auf { $square } über { $who2 }; Wagen dürfen nicht gerammt werden.
    .over-sign = Wagen von { $who2 } | überfahren | dahinter bleiben
    .both = { $who } und { $who2 } stehen auf demselben Feld: { $square }.
    .both-sign = ein Feld | zwei Wagen stehen darauf | nur einen stehen lassen
corner-speed = In Kurven fährt man mit Tempo 1 oder 2
    .fast = { $who } fuhr mit Tempo { $speed } in Kurve { $corner }; höchstens 2 ist erlaubt.
    .fast-sign = in die Kurve | fuhr Tempo { $speed } | Tempo 1 oder 2 fahren
penalty-roll = Tempo 2 in die Kurve verlangt einen Wurf
    .missing = { $who } fuhr mit Tempo 2 in eine Kurve, und der Strafwürfel wurde nicht geworfen, solange der Wagen dort stand.
    .missing-sign = Kurve mit Tempo 2 | nicht gewürfelt | würfeln
spin-out = Wer sich dreht, verlässt sofort die Straße
    .no-roll = { $who } steht neben der Straße, aber kein Wurf brachte den Wagen hinaus.
    .no-roll-sign = kein Dreher gewürfelt | Wagen neben der Straße | zurück auf die Straße
    .drove-on = { $who } würfelte { $face_a }, das ist ein Dreher, und fuhr weiter.
    .drove-on-sign = Dreher gewürfelt: { $face } | fuhr weiter | neben die Straße stellen
    .stayed = { $who } würfelte { $face_a }, das ist ein Dreher, aber der Wagen steht noch auf der Straße.
    .stayed-sign = Dreher gewürfelt: { $face } | Wagen noch auf der Straße | neben die Straße stellen
    .unseen = Der Wurf von { $who } war ein Dreher, aber der Wagen steht noch auf der Straße.
    .unseen-sign = Dreher gewürfelt | Wagen noch auf der Straße | neben die Straße stellen
    .moved-on = { $who } fuhr nach dem Dreher weiter; ein Dreher beendet den Zug.
    .moved-on-sign = Dreher | fuhr weiter | Zug beenden
    .no-corner = { $who } steht neben { $square }, aber das ist keine Kurve.
re-entry = Zurück auf eines der drei äußeren Felder
    .elsewhere = { $who } kam auf { $square } zurück; zurück geht es auf { $squares }.
    .elsewhere-sign = zurück auf die Straße | auf falsches Feld | in ein grünes Feld stellen
strategy-token = Jede Marke einmal, für den eigenen Wagen
    .start = { $who } benutzte eine Marke beim Start; diese Bewegung hat Tempo 1.
    .start-sign = Start | setzte Marke ein | Tempo 1 ohne Marke fahren
    .gone = { $who } hat keine Marke { $token } mehr.
    .gone-sign = Marke { $token } | eingesetzt, schon verbraucht | eine andere einsetzen
    .another = { $who } fuhr Tempo { $speed } mit der Marke { $token }; es gilt ihre Zahl.
    .another-sign = Marke { $token } | fuhr Tempo { $speed } | fahren, wie die Marke sagt
    .own = Die Marke gegen { $who } kommt von derselben Person; sie muss von jemand anderem sein.
    .own-sign = Marke gegen { $who } | von { $who } selbst | jemand anderes setzt ein
    .gone-against = { $who } hat keine Marke { $token } mehr gegen andere.
    .gone-against-sign = Marke { $token } | eingesetzt, schon verbraucht | eine andere einsetzen
    .two = Gegen eine Einfahrt von { $who } wurden zwei Marken ausgegeben; vereinbart ist höchstens eine.
    .two-sign = eine Einfahrt | zwei Marken eingesetzt | nur eine einsetzen
hazard-stop = Ein Hindernis mit Symbol nach oben beendet den Zug
    .moved-on = { $who } fuhr nach dem Hindernis auf { $square } weiter; es beendet den Zug.
    .moved-on-sign = kam auf ein Hindernis | fuhr weiter | Zug beenden
hazard-flip = Umgedreht, wenn der letzte Wagen vorbei ist
    .early = Das Hindernis auf { $square } wurde umgedreht, bevor der letzte Wagen vorbei war.
    .early-sign = { $who2 } ist letzter, nicht vorbei | Hindernis umgedreht | liegen lassen
    .back = Das Hindernis auf { $square } wurde zurückgedreht; das Symbol bleibt oben.
    .back-sign = Hindernis | zurückgedreht | lassen, wie es war
    .not-turned = Der letzte Wagen ist am Hindernis auf { $square } vorbei, und es wurde nicht umgedreht.
    .not-turned-sign = { $who2 } ist letzter und vorbei | Hindernis nicht umgedreht | umdrehen
hazard-place = Gezählt in Platten ab Kurve 1
    .gone = Das Hindernis auf { $square } wurde weggenommen; Hindernisse bleiben an ihrem Platz.
    .gone-sign = Hindernis | weggenommen | zurücklegen
    .new = Das Hindernis auf { $square } war vorher nicht da; Hindernisse bleiben an ihrem Platz.
    .new-sign = Hindernis | dort hingelegt | wegnehmen
    .moved = Das Hindernis auf { $square } wurde nach { $square2 } verschoben; Hindernisse bleiben an ihrem Platz.
    .moved-sign = Hindernis | verschoben | zurücklegen
    .more-than-eight = { $count } Hindernisse liegen auf der Straße; mit zwei Piecepacks sind es acht.
    .not-four = { $count ->
        [one] Auf der Straße liegt 1 Hindernis
       *[other] { $count } Hindernisse liegen auf der Straße
    }; das Rennen hat vier.
    .off-road = Das Hindernis auf { $square } liegt nicht auf der Straße.
    .far = Das Hindernis auf { $square } liegt nicht 1 bis 5 Platten nach dem vorigen (ab Kurve 1).
lap-die = Eins weniger, wenn der Führende über die Linie fährt
    .shows = Der Rundenwürfel zeigt { $count }; er sollte { $count2 } zeigen.
    .shows-sign = { $who2 } führt, keine neue Runde | Rundenwürfel zeigt { $count } | auf { $count2 } drehen
    .crossed = Der Rundenwürfel zeigt { $count }; er sollte { $count2 } zeigen, denn { $who2 } führt und fuhr über die Linie.
    .crossed-sign = { $who2 } führt, fuhr über die Linie | Rundenwürfel zeigt { $count } | auf { $count2 } drehen
finish = Die letzte Fahrt über die Linie
    .early = { $who } wurde von der Strecke genommen, ohne im Ziel zu sein.
    .early-sign = noch nicht im Ziel | Wagen weggenommen | zurückstellen
timer = Keine Bewegung mehr, wenn die Zeit um ist
    .late = { $who } machte die { $nth } Bewegung, als die Zeit schon um war; der Rest dieses Zuges war verloren.
    .late-sign = Zeit ist um | fuhr weiter | Zug beenden
pit-lane-speed = In der Boxengasse höchstens Tempo 3
    .fast = { $who } fuhr in der Boxengasse Tempo { $speed }, bis { $square }; dort ist höchstens 3 erlaubt.
    .fast-sign = in der Boxengasse | fuhr Tempo { $speed } | höchstens Tempo 3 fahren
pit-stop = Ein Boxenstopp vor dem Ziel
    .missing = { $who } wurde ohne { $needed ->
        [one] den Boxenstopp
       *[other] die { $needed } Boxenstopps
    } von der Strecke genommen; für diesen Wagen ist das Rennen nicht vorbei.
    .missing-sign = fuhr ins Ziel | Boxenstopps fehlen: { $needed } | vorher machen
spare-hazards = Ein Ersatzhindernis, wo ein Wagen sich drehte
    .not-placed = { $who } drehte sich auf { $square }; dorthin gehört ein Ersatzhindernis, und es fehlt.
    .not-placed-sign = hier gedreht | kein Hindernis gelegt | eines hinlegen
    .elsewhere = Ein Ersatzhindernis wurde auf { $square } gelegt; es gehört auf { $square2 }.
    .elsewhere-sign = Ersatzhindernis | auf falsches Feld gelegt | an den Ort des Drehers legen
    .not-due = Ein Ersatzhindernis wurde auf { $square } gelegt; dort hat sich kein Wagen gedreht.
    .not-due-sign = kein Dreher hier | Hindernis gelegt | wegnehmen
    .third = Ein drittes Hindernis kam auf die Kurvenplatte mit { $square }; in einer Kurve liegen höchstens zwei.
    .third-sign = Kurvenplatte | drittes Hindernis gelegt | wegnehmen
    .from-corner = Das Hindernis auf { $square } wurde verschoben; in einer Kurve bleibt es liegen.
    .from-corner-sign = Hindernis in der Kurve | verschoben | zurücklegen

## Was getan wurde

deed =
    .up = rückte auf { $square } vor
    .drove = fuhr { $speed } bis { $square }
    .drove-token = fuhr { $speed } bis { $square } (Marke { $token })
    .lane = wechselte die Spur nach { $square }
    .lane-token = wechselte die Spur nach { $square } (Marke { $token })
    .lane-speed = wechselte die Spur nach { $square } mit Tempo { $speed }
    .lane-speed-token = wechselte die Spur nach { $square } mit Tempo { $speed } (Marke { $token })
    .back = kam auf { $square } zurück
    .on = wurde auf { $square } gestellt
    .outside = wurde außen an die Kurve { $square } gestellt
    .off = wurde neben die Strecke gestellt
    .rolled = würfelte { $face_a }
    .rolled-unseen = würfelte (nicht zu sehen)
    .again = würfelte noch einmal { $face_a }
    .again-unseen = würfelte noch einmal (nicht zu sehen)
    .met = traf auf die Marke { $token } von { $who }
    .met-unseen = traf auf eine Marke
    .out = drehte sich raus
    .left = verließ die Strecke
    .not-moved = fuhr nicht
under-way = { $turns }; { $used ->
        [0] keine
        [1] eine
        [2] zwei
       *[other] drei
    } von drei Bewegungen gemacht

## Was angenommen, gefragt und gesagt wird

speed = { $by } machte die { $at } Bewegung mit Tempo { $value }
    .otherwise = { $by } machte die { $at } Bewegung mit einem anderen Tempo
    .ask = Mit welchem Tempo machte { $by } die { $at } Bewegung?
    .answer = { $value }
    .pad = Tempo, { $at } Bewegung (Spurwechsel)
token = { $value ->
        [no] { $by } benutzte keine Marke
       *[other] { $by } benutzte die Marke { $value } für die { $at } Bewegung
    }
    .otherwise = { $by } benutzte keine solche Marke für die { $at } Bewegung
    .ask = Benutzte { $by } eine Marke für die { $at } Bewegung?
    .answer = { $value }
    .no = keine Marke benutzt
    .pad = Marke für die { $at } Bewegung
facing = { $value ->
        [old] { $by } machte die { $at } Bewegung noch so ausgerichtet, wie der Wagen in die Kurve kam
       *[other] { $by } machte die { $at } Bewegung aus der Kurve heraus gerichtet
    }
    .otherwise = { $by } stand bei der { $at }n Bewegung andersherum
    .ask = Wie stand { $by } bei der { $at }n Bewegung?
    .answer = { $value ->
        [old] wie in die Kurve gekommen
       *[other] aus der Kurve heraus
    }
    .pad = Noch so ausgerichtet, wie der Wagen in die Kurve kam
    .pad-old = { $at } Bewegung
roll = { $value ->
        [no] { $by } warf den Strafwürfel nicht
        [safe] der Strafwurf von { $by }, der nicht zu sehen war, wurde gemacht und ging gut
       *[other] der Strafwurf von { $by }, der nicht zu sehen war, zeigte { $value_a }
    }
    .pushed = der Strafwurf von { $by } wurde gemacht, der Würfel nicht nur angestoßen
    .ask = Was zeigte der Strafwurf von { $by }?
    .answer = { $value }
    .no = es wurde nicht gewürfelt
    .pad = Der Strafwurf zeigte
reroll = { $value ->
        [safe] der zweite Wurf ging gut
        [out] beim zweiten Wurf drehte sich der Wagen
       *[other] der zweite Wurf zeigte { $value_a }
    }
    .pushed = der zweite Wurf wurde gemacht, der Würfel nicht nur angestoßen
    .ask = Was zeigte der zweite Wurf?
    .answer = { $value }
    .pad = Der zweite Wurf zeigte
defence = { $value ->
        [no] niemand gab eine Marke gegen { $by } aus
       *[other] { $at } gab die Marke { $value } gegen { $by } aus
    }
    .otherwise = niemand gab eine solche Marke gegen { $by } aus
    .ask = Gab jemand anders eine Marke gegen { $by } aus?
    .answer = { $value } von { $at }
    .no = nein
    .pad = Marke gegen { $by }
    .pad-token = { $at } { $value }
time = { $value ->
        [no] für { $by } lief die Zeit nicht ab
       *[other] für { $by } lief die Zeit ab
    }
    .otherwise = für { $by } war die Zeit da noch nicht abgelaufen
    .ask = Lief für { $by } die Zeit ab?
    .ask-count = Wie viele Bewegungen hatte { $by } gemacht, als die Zeit um war?
    .answer = ja
    .no = sie lief nicht ab
    .pad = Die Zeit war um
    .pad-none = keine gemacht
    .pad-after = { $at_count } gemacht
    .pad-up = Bewegungen nicht gezählt
    .pad-no = nein
stop = { $value ->
        [no] { $by } machte keinen Boxenstopp
       *[other] { $by } machte einen Boxenstopp, der nicht zu sehen war
    }
    .ask = Machte { $by } einen Boxenstopp, der nicht zu sehen war?
    .answer = ja
    .no = nein
    .pad = Ein Boxenstopp von { $by }, der nicht zu sehen war
    .pad-yes = hielt an
    .pad-no = hielt nicht an
lay = { lay-what } war so, wie zuletzt zu sehen
    .otherwise = { lay-what } wurde schon vorher verändert, als man es nicht sehen konnte
    .ask = Etwas wurde verändert, während es verdeckt war: { lay-what }. Ist das richtig, nehmt den Tisch, wie er ist; sonst stellt es richtig.
lay-what = { $what ->
    [car] der Wagen von { $by }
    [lap] der Rundenwürfel
   *[hazard] das Hindernis auf { $square }
}
car = der Wagen von { $by }, der nicht zu sehen ist, steht { $value ->
        [off] neben der Strecke
       *[other] auf { $value }
    }
    .outside = der Wagen von { $by }, der nicht zu sehen ist, steht außen an der Kurve { $value }
    .otherwise = der Wagen von { $by }, der nicht zu sehen ist, steht anderswo
    .view = er ist zu sehen
    .ask = Wo ist der Wagen von { $by }? Macht die Sicht auf den Tisch frei.
elsewhere = der Wagen von { $by }, der nicht zu sehen ist, steht anderswo
    .view = er ist zu sehen
    .ask = Wo ist der Wagen von { $by }? Macht die Sicht auf den Tisch frei.
missed = die ungesehenen Züge, zu viele, um sie zu verfolgen, waren regelgerecht
    .ask = Mehrere Figuren haben auf einmal den Platz gewechselt. Blieben Züge ungesehen oder wurde neu aufgebaut, übernehmt den Tisch so; sonst stellt die Figuren zurück.
twice = { $by } hatte zwei Züge
    .ask = Hatte { $by } zwei Züge? Wenn ja, übernehmt den Tisch so; wenn nicht, stellt den Wagen zurück.
view = der Zug von { $by } endete, wo niemand es sah
    .view = er ist zu sehen
    .ask = Wo ist der Wagen von { $by }? Macht die Sicht auf den Tisch frei.
thrown = der Strafwürfel wurde ohne Grund geworfen oder angestoßen
done = der Zug von { $by } ist vorbei
    .answer = fertig
    .pad = Der Zug von { $by } ist vorbei

## Was jetzt getan werden darf, und wie es im Rennen steht

now = Das Rennen ist vorbei.
    .may-pass = { $who } darf aussetzen: Weiter geht es nur mit der alten Blickrichtung, mit Tempo 2 in eine Kurve oder mit einer Marke.
    .no-move = { $who } kann nicht fahren und setzt aus.
    .back = { $who } kommt bei Kurve { $corner } mit einer Bewegung (Tempo 1) zurück und hat noch zwei.
    .back-somewhere = { $who } kommt bei der Kurve mit einer Bewegung (Tempo 1) zurück und hat noch zwei.
    .start = { $who } startet: die erste Bewegung mit Tempo 1, dann noch zwei.
    .enough = { $who } ist am Zug: { $most ->
        [1] Eine Bewegung genügt
       *[other] Zwei Bewegungen genügen
    }; mehr geht nur mit der alten Blickrichtung, mit Tempo 2 in eine Kurve oder mit einer Marke.
    .blocked = { $who } ist am Zug: Nach { $most ->
        [1] einer Bewegung
       *[other] zwei Bewegungen
    } ist der Weg versperrt.
    .three = { $who } ist am Zug: drei Bewegungen, die erste mit beliebigem Tempo.
due =
    .roll = { $who }: Strafwürfel werfen
    .out = { $face }: { $who } außen an Kurve { $corner } stellen
advice = { $who } könnte { $deeds }.
    .none = { $who } kann nicht fahren und setzt aus.
    .up = auf { $square } vorrücken
    .drive = { $speed } bis { $square } fahren
    .lane = die Spur nach { $square } wechseln
    .back = auf { $square } zurückkommen
    .leave = die Strecke verlassen
note = am Start
    .finished = { $nth_place } im Ziel
    .out = drehte sich raus
left = { $tokens }
outcome = Das Rennen ist vorbei: Kein Wagen ist mehr auf der Strecke.
    .places = Das Rennen ist vorbei: { $places }.
    .first = { $who } gewinnt
    .second = { $who } ist Zweiter
    .third = { $who } ist Dritter
places-joint = { ", " }

# What is wrong on the table, in a position or with what is asked for.
hazard-lies-on-already = auf { $space } liegt schon ein Hindernis.
hazard-lies-on-space-road = ein Hindernis liegt auf einem Feld der Straße oder neben der Strecke.
hazard-on = Hindernis auf { $space }
    .blank = Hindernis auf { $space }, leere Seite oben
    .danger = Hindernis auf { $space }, Symbol oben
this-track-has-no-such = dieses Feld gibt es auf der Strecke nicht (ihre Felder liegen zwischen a1 und { $space }).
cannot-be-covered = { $space } kann nicht verdeckt sein: { $no_space }
no-closed-track-is-seen = Es ist keine geschlossene Strecke zu sehen, darum kann das Rennen nicht beginnen.
car-cannot-stand-on = der Wagen von { $who } kann nicht auf { $space } stehen: { $no_space }
car-cannot-stand-outside-road = der Wagen von { $who } kann nicht außen an { $space } stehen: Die Straße macht dort keine Kurve.
no-hazard-can-lie-on = auf { $space } kann kein Hindernis liegen: { $no_space }
car-is-nowhere = Der Wagen von { $who } steht weder auf der Straße noch neben einer Kurve.
car-is-not-seen-all = Der Wagen von { $who } ist nicht zu sehen; alle Wagen müssen in der Startaufstellung stehen.
car-does-not-stand-on = Der Wagen von { $who } steht nicht in der Startaufstellung hinter der Linie.
tokens-kept-suit-side-up = Marken mit dem Symbol nach oben gibt es nur im Spiel zu dritt.
cars-do-not-go-round = { $n } Wagen gehen für { $players } Mitspieler nicht auf: Jeder hat einen oder jeder zwei.
with-two-piecepacks-racepack-is = mit zwei Piecepacks ist Racepack für 3 bis 8 Mitspieler, nicht für { $players }.
with-one-piecepack-racepack-is = mit einem Piecepack ist Racepack für 2, 3 oder 4 Mitspieler, nicht für { $players }.
lap-card = die Rundenkarte
neither-clearly-beside-corner-nor = weder deutlich neben einer Kurve noch abseits der Strecke
between-two-corners = zwischen zwei Kurven
between = zwischen { $list }
dice-lie-in-tray-leave = { $n } Würfel liegen in der Würfelschale: lasst nur den Strafwürfel dort
half-off = halb neben { $list }
stands = { $piece } steht { $where }
red-die-lies-on-road = der rote Würfel liegt auf der Straße: legt ihn neben die Start-Ziel-Linie
piece-another-kit-lies-on-table = auf dem Tisch liegt ein Teil eines anderen Bausatzes: { $text }
are-both-seen-on = { $piece } sind beide auf { $space } zu sehen
two-hazard-coins-lie-on = auf { $space } liegen zwei Hindernismünzen
two-copies-are-on-table-take-one = { $piece } liegt zweimal auf dem Tisch: nehmt eins weg
lap-card-is-not-be = die Rundenkarte ist nicht zu sehen: legt sie außen an die Strecke, mit dem Pfeil zur Start-Ziel-Linie
lap-card-points-at-no = die Rundenkarte zeigt auf keine Linie: legt die Pfeilspitze an den äußeren Rand der Strecke
too-little-track-is-seen = man sieht zu wenig von der Strecke, um zu sagen, welcher Teil das ist: gebt die Sicht darauf frei
whether-tile-lies-under-or = { $piece }: ob darunter oder dahinter eine Platte liegt ({ $where }), ist nicht zu sehen, also hebt kurz an, was dort steht
touches-tiles-each-must-touch = { $piece } berührt { $count ->
        [0] keine
        [1] eine
        [2] zwei
        [3] drei
       *[4] vier
    } Platten: jede muss genau zwei berühren
lies-off-track-this-race = { $piece } liegt neben der Strecke dieses Rennens
is-turned-by-degrees = { $piece } ist um { $turn } Grad verdreht
lies-mm-off-grid-other = liegt { $off_mm } mm neben dem Raster der anderen Platten
lies-in-place-another-tile = liegt am Platz einer anderen Platte
there-are-closed-tracks-on = auf dem Tisch liegen { $n } geschlossene Strecken: legt nur eine
whether-tile-lies-hidden-cannot = ob versteckt eine Platte liegt ({ $where }), ist nicht zu sehen: macht kurz die Sicht darauf frei
track-has-only-tiles-it = die Strecke hat nur { $n } Platten, sie braucht { $min }
track-on-table-is-not = die Strecke auf dem Tisch ist nicht die dieses Rennens
do-not-lie-edge-edge = { $piece } liegen nicht Kante an Kante: sie sind { $off_mm } mm versetzt
no-tiles-are-be-seen = keine Platten sind zu sehen: legt die Strecke unter die Kamera, mit der Rasterseite nach oben
and-track-is-open-at = { $unseen_words }, und die Strecke ist offen bei: { $ends }
track-is-not-closed-it = die Strecke ist nicht geschlossen, sie endet bei: { $ends }
are-mm-apart-push-them = { $piece } liegen { $apart_mm } mm auseinander: schiebt sie zusammen
hand-lap-die = Rundenwürfel
hand-penalty-die = Strafwürfel
hand-token =
    .odd = Symbolmarke
    .plain = Marke { $rank }
hand-under =
    .none = kein Hindernis darunter
    .blank = ein Hindernis darunter, leere Seite oben
    .suit = ein Hindernis darunter, Symbolseite oben
piece =
    .tile = die Platte { $suit } { $rank }
    .second-tile = die zweite Platte { $suit } { $rank }
    .pawn = der Wagen von { $who }
    .second-pawn = der zweite Wagen von { $who }
    .coin = die Hindernismünze { $suit }
    .second-coin = die zweite Hindernismünze { $suit }
    .die = der Würfel in { $who }
    .second-die = der zweite Würfel in { $who }
    .other = { $piece }
suit-S = Sonnen
suit-M = Monde
suit-C = Kronen
suit-A = Wappen
tiles-not-seen = { $count ->
        [one] eine Platte ist nicht zu sehen
       *[other] { $count } Platten sind nicht zu sehen
    }
third = { $row } { $column }
    .middle = { row-middle }
row-top = oben
row-middle = Mitte
row-bottom = unten
column-left = links
column-middle = Mitte
column-right = rechts
tile-astray = { $piece } { $how2 }
loose-end = { $piece } ({ $where })
listed = { $each }
each-joint = { ", " }
    .last = { " und " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-laps = Wie viele Runden?
agree-defence = Darf gegen eine Kurveneinfahrt nur eine Marke ausgegeben werden?
agree-timer = Gibt es eine Zuguhr?
agree-timer-0 = nein
agree-timer-30 = 30 Sekunden
agree-timer-40 = 40 Sekunden, für Teams
agree-timer-60 = 60 Sekunden
agree-spare = Kommt ein Ersatzhindernis hin, wo ein Wagen sich dreht?
agree-packs = Wie viele Piecepacks? Mehr als vier Mitspieler brauchen zwei.
agree-main = Wie breit ist die Hauptgerade?
agree-main-two = zwei Spuren
agree-main-four = vier Spuren
agree-main-pit = drei Spuren und eine Boxengasse
agree-stop = Wie viele Boxenstopps muss jeder Wagen machen? Dafür braucht es eine Boxengasse.
agree-hairpins = Hat die Strecke eine Haarnadelkurve?
agree-chicanes = Hat die Strecke eine Schikane?

# What the drawn board says.
board-shows = Racepack-Strecke: { $pieces }
    .empty = Racepack-Strecke: keine Wagen
car-stands =
    .on = { $who } auf { $space }
    .outside = { $who } außen an der Kurve { $space }
    .off-track = { $who } neben der Strecke
    .not-seen = { $who } nicht zu sehen
off-track = neben der Strecke
not-seen = nicht zu sehen
outside-corner = außen an der Kurve { $space }
covered-space = { $space } ist verdeckt
lap-die-shows = Rundenwürfel: { $n }
    .listed = Rundenwürfel { $n }
pit = Box
stops-need-pit-lane = Boxenstopps brauchen eine Boxengasse: Wählt auch sie (main=pit).

# Positions, turns and words in notation that cannot be read.
is-no-turn = „{ $text }“ ist kein Zug: schreibt den Wagen, einen Doppelpunkt und was er tat, etwa „S: f4@e7 x2@d6“.
is-no-action = „{ $text }“ gibt es in einem Zug von Racepack nicht.
say-roll-no = sagt roll=no, wenn nicht geworfen wurde; noch einmal geworfen wird nach einer Marke gegen jemanden.
has-no-tokens = „{ $text }“ hat in diesem Rennen keine Marken; Vorräte haben { $list }.
no-move-timer = dieses Rennen hat keine Zuguhr (timer= in seiner Stellung).
no-pit-stops = dieses Rennen hat keine Boxenstopps (stop= in seiner Stellung).
is-no-square = „{ $text }“ ist kein Feld: schreibt den Buchstaben der Spalte und die Nummer der Reihe, etwa c3.
tiles-share-no-side = die Platten bei { $space } und { $space2 } haben keine Seite gemeinsam.
line-not-known = line={ $text } gibt es nicht: schreibt 0 (der nahe Rand der ersten Platte) oder 1 (ihre Mitte).
is-no-track = „{ $text }“ ist keine Strecke: schreibt ihre erste Platte und den Weg herum, etwa i1:WWNNEESS.
track-not-closed = die Strecke { $text } führt nicht zu ihrer ersten Platte zurück.
is-no-row = „{ $text }“ ist keine Reihe von Platten: schreibt die erste und den Weg weiter, etwa i3:WWW.
hazard-needs-side = das Hindernis „{ $text }“ muss mit - (leere Seite oben) oder + (Symbol oben) enden.
in-two-places = der Wagen { $text } steht an zwei Stellen zugleich.
die-needs-pose = die={ $text } muss ein Wurf und seine Lage in der Schale sein, etwa die=3:1.5:-2:30.
die-needs-face = die={ $text } muss ein Wurf ({ $list }) und seine Lage in der Schale sein.
needs-track = eine Stellung braucht ihre Strecke, etwa track=i1:WWNNEESS.
race-has-cars = dieses Rennen hat die Wagen { $list }; schreibt „off“ für einen neben der Strecke.
turn-names-stranger = turn= nennt einen Wagen, der nicht mitfährt.
is-no-set-of-tokens = „{ $text }“ sind keine Marken: schreibt einen Vorrat und seine Marken, etwa S:a235.
field-needs-number = { $field }={ $text } muss eine ganze Zahl von 0 bis { $max } sein.
main-not-known = main={ $text } gibt es nicht: schreibt four (vier Spuren) oder pit (drei und eine Boxengasse).
stop-needs-pit = stop= braucht eine Boxengasse: schreibt auch main=pit.
packs-not-known = packs=0 gibt es nicht: schreibt 1 oder 2, die Zahl der Piecepacks.
no-room-on-table = neben der Strecke ist kein Platz für alle Figuren dieser Stellung.
lay-needs-track = zum Auslegen braucht die Stellung ihre Strecke, etwa track=i1:WWNNEESS.
draw-needs-track = zum Zeichnen braucht die Stellung ihre Strecke, etwa track=i1:WWNNEESS.
outside-no-bend = ein Wagen steht außen an { $space }, aber die Strecke hat dort keine Kurve.
kit-has-no-piece = Der Drucksatz hat kein { $text } mit der Seite { $text2 }: nehmt das Verzeichnis eines Drucksatzes von Racepack.
kit-has-few-tiles = Die Strecke braucht { $n } Platten, aber dieser Drucksatz hat nur { $n2 }.
    .two = Die Strecke braucht { $n } Platten, aber dieser Drucksatz hat nur { $n2 }: ein zweites Piecepack wird mit --packs 2 gedruckt und mit --kit genannt.
kit-has-few-coins = Die Stellung hat { $n } Hindernisse, aber dieser Drucksatz hat nur { $n2 } Münzen.
