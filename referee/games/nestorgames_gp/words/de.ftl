# nestorgames GP. Der Wert bei einer Regel ist ihr Titel, die Attribute sind die Arten, sie zu brechen.

who-R = { who-red }
who-B = { who-blue }
who-G = { who-green }
who-Y = { who-yellow }
who-K = { who-black }
who-W = { who-white }
who-O = { who-orange }
who-P = { who-purple }

value-rocket = Rakete
value-bomb = Bombe
value-wrench = Schraubenschlüssel
value-turbo = Turbo
value-oil = Ölfleck
value-any = unbekannter Gegenstand
value-nothing = nichts
value-available = ein Gegenstand, der zu haben ist
value-main = Hauptstrecke
value-gate = das Tor
value-shortcut = die Abkürzung
value-turn = Abbiegen
value-R = { who-red }
value-B = { who-blue }
value-G = { who-green }
value-Y = { who-yellow }
value-K = { who-black }
value-W = { who-white }
value-O = { who-orange }
value-P = { who-purple }

space-off = keinem Feld
place-off = neben dem Spielfeld
gate-open = offen
gate-closed = geschlossen

via-main = { "" }
    .by = { "" }
via-gate = { " durch das Tor" }
    .by = { " durch das Tor" }
via-shortcut = { " über die Abkürzung" }
    .by = { " über die Abkürzung" }
via-turn = { " mit Abbiegen auf der Schleife" }
    .by = { " mit Abbiegen auf der Schleife" }
via-gate-shortcut = { " durch das Tor und über die Abkürzung" }
    .by = { " durch das Tor und über die Abkürzung" }
via-shortcut-gate = { " über die Abkürzung und durch das Tor" }
    .by = { " über die Abkürzung und durch das Tor" }

die-count = { $dice } Würfel
spaces-count = { $steps ->
    [one] { $steps } Feld
   *[other] { $steps } Felder
}
disc-count = { $discs ->
    [one] { $discs } Scheibe
   *[other] { $discs } Scheiben
}
score-said = { $score }{ $half ->
    [yes] ,5
   *[no] { "" }
}
score-right = { $score2 }{ $half2 ->
    [yes] ,5
   *[no] { "" }
}

## Die Regeln

qualifying = Qualifikation mit Würfeln, der Beste auf die Pole
    .value = Der Qualifikationswert von { $who } wurde mit { $steps } angegeben; die Würfel ergeben { $steps2 }.
    .value-sign = Wert im Qualifying | angesagt: { $steps } | { $steps2 } ansagen
    .grid = { $who } steht vor dem Start auf { $space }; der Platz dort ist { $space2 }.
    .grid-sign = { $who } in der Startaufstellung | steht auf falschem Feld | ins grüne Feld stellen
turn-order = Der beste Qualifizierte zuerst, dann reihum gegen den Uhrzeiger
    .moved = { $who } wurde bewegt, aber { $who2 } ist am Zug.
    .rolled = { $who } würfelte, aber { $who2 } ist am Zug.
    .rolled-sign = die Würfel | geworfen, ohne dran zu sein | Zug von { $who2 }
    .rolled-on = { $who } würfelte, obwohl der eigene Zug vorbei war; { $who2 } ist am Zug.
    .rolled-on-sign = die Würfel | nach dem Zug geworfen | Zug von { $who2 }
roll = Eigene freie Würfel nacheinander, bis man aufhört oder eine Zahl doppelt fällt
    .many = { $who } warf { $dice } Würfel, erlaubt: { $dice2 }; die anderen liegen in der Box.
    .many-sign = die anderen in der Box | Würfel geworfen: { $dice } | höchstens { $dice2 } werfen
    .none-left = { $who } würfelte, aber alle Würfel liegen in der Box; es bleibt nur das Reparieren.
    .none-left-sign = kein Würfel übrig | würfelte | nur reparieren
    .late = { $who } würfelte { $roll }: Mit der ersten doppelten Zahl ist das Würfeln vorbei.
    .late-sign = Wiederholung beendet den Wurf | würfelte { $roll } | bei { $roll2 } aufhören
    .so = { $value ->
        [no] { $by } hat nicht gewürfelt
       *[other] { $by } würfelte { $value }
    }
    .ask = Was würfelte { $by }?
    .answer = { $value }
    .no = es wurde nicht gewürfelt
    .pad = Gewürfelt
    .otherwise = { $by } würfelte anders, als zu sehen war
belly-up = Ein Wagen auf dem Dach wird umgedreht und setzt aus
    .rolled = { $who } würfelte, aber der Wagen lag auf dem Dach: Er wird umgedreht und setzt aus.
    .rolled-sign = Wagen lag auf dem Dach | würfelte | nur aufrichten
    .moved = { $who } fuhr, aber der Wagen lag auf dem Dach: Er wird umgedreht und setzt aus.
    .moved-sign = Wagen lag auf dem Dach | fuhr | nur aufrichten
    .took = { $who } nahm einen Würfel zurück, aber der Wagen lag auf dem Dach: Er wird umgedreht und setzt aus.
    .took-sign = Wagen lag auf dem Dach | nahm Würfel zurück | nur aufrichten
    .not-turned = { $who } wurde nicht umgedreht, aber der Wagen lag auf dem Dach: Er wird umgedreht und setzt aus.
    .not-turned-sign = Wagen lag auf dem Dach | blieb liegen | aufrichten
    .turned = Der Wagen von { $who } wurde im Zug eines anderen umgedreht; das geschieht im eigenen Zug, der damit vorbei ist.
    .turned-sign = { $who } nicht am Zug | Wagen von { $who } aufgerichtet | Zug von { $who } abwarten
exact-move = Genau die Summe fahren; mit doppelter Zahl gar nicht
    .rolled = { $who } würfelte { $roll } und fuhr { $steps }; richtig sind genau { $steps2 } oder, nach doppelter Zahl, keins.
    .rolled-sign = würfelte { $roll } | fuhr { $steps } | fahren: { $steps2 }
    .bust = { $who } würfelte { $roll } und fuhr; nach einer doppelten Zahl bleibt der Wagen stehen.
    .bust-sign = würfelte Wiederholung | Wagen fuhr | Wagen stehen lassen
    .stayed = { $who } würfelte { $steps } ohne doppelte Zahl und fuhr nicht; das ist aber Pflicht.
    .stayed-sign = würfelte { $steps } | fuhr nicht | { $steps } fahren
    .not-with = { $who } fuhr { $steps } Felder; das kann kein Wurf ergeben, in dem { $roll } zu sehen war.
    .not-with-sign = würfelte { $roll } | fuhr { $steps } | die Summe fahren
    .too-far = { $who } fuhr um { $steps } weiter; das geht so nicht ({ die-count }, keine Zahl doppelt).
    .too-far-sign = { die-count }, keine Zahl doppelt | fuhr { $steps } | die Summe fahren
    .called = Der Wurf von { $who } wurde genannt: { $called ->
        [bust] eine Zahl doppelt
       *[other] { $called }
    }; so fuhr der Wagen nicht. Richtig ist genau die Summe oder, nach doppelter Zahl, nichts.
    .called-sign = angesagt: { roll-called } | fuhr anders | die Summe fahren
    .placed = { $who } wurde { $onto ->
        [off] neben das Spielfeld
       *[other] auf { $onto }
    } gestellt; kein Wurf führt dahin.
    .placed-sign = Wagen | steht, wo kein Wurf hinführt | die Summe fahren
bump = Ein angefahrener Wagen rückt ein Feld vor
    .moved = { $who } steht auf { $space }; nach dem Stoß gehört der Wagen auf { $space2 }.
    .moved-sign = { $who } angefahren: ein Feld vor | steht auf falschem Feld | ins grüne Feld stellen
crash = Wer verunglückt, kommt aufs Dach und verliert einen Würfel
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
    .no-crash = In der Box von { $who }: { die-count } statt { $dice2 }, aber nichts ließ den Wagen verunglücken.
    .no-crash-sign = { $who } ohne Unfall | Würfel in der Box: { $dice } | { $dice2 } darin lassen
roll-called = { $called ->
        [bust] Zahl doppelt
       *[other] { $called }
    }
crash-lies = Der Wagen von { $who } liegt auf dem Dach, aber nichts ließ ihn verunglücken.
crash-lies-sign = { $who } ohne Unfall | Wagen liegt auf dem Dach | aufrichten
crash-stands = { $who } ist verunglückt und muss aufs Dach gedreht werden.
crash-stands-sign = { $who } hatte einen Unfall | Wagen noch aufrecht | aufs Dach drehen
crash-dice = In der Box von { $who } nach dem, was geschah: { die-count } statt { $dice2 }.
crash-dice-sign = { $who } hatte einen Unfall | Würfel in der Box: { $dice } | { $dice2 } hineinlegen
fix = Reparieren ist der ganze Zug: ein Würfel zurück
    .rolled = { $who } würfelte und nahm einen Würfel zurück; Reparieren ist der ganze Zug und holt einen Würfel aus der Box.
    .rolled-sign = Reparieren ist der ganze Zug | würfelte und nahm Würfel zurück | nur Würfel zurück
    .used = { $who } setzte „{ $item }“ ein und nahm einen Würfel zurück; Reparieren ist der ganze Zug und holt einen Würfel aus der Box.
    .used-sign = Reparieren ist der ganze Zug | { $item } und Würfel zurück | nur Würfel zurück
    .dice = In der Box von { $who }: { die-count } statt { $dice2 }; Reparieren bringt einen zurück.
    .dice-sign = Reparieren bringt einen zurück | Würfel in der Box: { $dice } | { $dice2 } darin lassen
    .not-fixed = In der Box von { $who }: { die-count } statt { $dice2 }, aber der Wagen wurde nicht repariert.
    .not-fixed-sign = Box von { $who } | Würfel ohne Reparatur genommen | zurücklegen
lap = Eine Scheibe für jede Runde
    .crossed = In der Box von { $who }: { disc-count } statt { $discs2 }, weil der Wagen über die Linie fuhr und eine genommen wird.
    .crossed-sign = { $who } überfuhr die Linie | Scheiben in der Box: { $discs } | { $discs2 } hineinlegen
    .unfinished = In der Box von { $who }: { disc-count } statt { $discs2 }, weil der Wagen keine Runde beendet hat.
    .unfinished-sign = { $who }: Runde nicht zu Ende | Scheiben in der Box: { $discs } | { $discs2 } hineinlegen
shortcut = Die Abkürzung einmal je Rennen; der Zylinder kommt in die Box
    .again = { $who } nahm die Abkürzung noch einmal; der Zylinder liegt schon in der Box.
    .again-sign = Zylinder schon in der Box | wieder abgekürzt | nur einmal im Rennen nehmen
    .cylinder-due = { $who } nahm die Abkürzung, und der Zylinder ist nicht in der Box.
    .cylinder-due-sign = nahm die Abkürzung | Zylinder nicht in der Box | hineinlegen
    .cylinder-lies = Der Zylinder von { $who } liegt in der Box, aber der Wagen nahm keine Abkürzung.
    .cylinder-lies-sign = keine Abkürzung | Zylinder liegt in der Box | draußen lassen
loop = Das Schleifenfeld wird geradeaus überquert
    .turned = { $who } bog auf dem Schleifenfeld ab; es wird geradeaus überquert.
    .turned-sign = Schleifenfeld | bog dort ab | geradeaus fahren
    .points = { $who } zeigt auf dem Schleifenfeld nach { $space }; richtig ist nach { $space2 }.
    .points-sign = Wagen auf der Schleife | zeigt falsch | geradeaus drehen
gate = Ein Schalter öffnet und schließt das Tor
    .closed = { $who } fuhr durch das Tor, das geschlossen ist.
    .closed-sign = Tor geschlossen | fuhr hindurch | anders fahren
    .switched = Das Tor muss { $gate } sein: ein Wagen endete auf einem Schalter.
    .switched-sign = Wagen auf dem Schalter | Tor nicht bewegt | Tor auf { $gate } stellen
    .not-switched = Das Tor muss { $gate } sein: kein Wagen endete auf einem Schalter.
    .not-switched-sign = kein Wagen auf dem Schalter | Tor bewegt | zurück auf { $gate } stellen
teleport = Von T nach T
    .stands = { $who } steht auf { $space }; vom T-Feld geht es nach { $space2 }.
    .stands-sign = hielt auf dem T-Feld | steht auf falschem Feld | ins grüne Feld stellen
tray = Der Gegenstand wird aus der Schale genommen, und die Schale kommt vor den Führenden
    .place = Die Schale liegt auf { $space }; ihr Platz ist { $place }.
    .place-sign = Gegenstand genommen, { $who2 } führt | Schale nicht vor { $who2 } | ins grüne Feld legen
    .stays = Die Schale liegt auf { $space }; niemand nahm ihren Gegenstand, sie bleibt auf { $place }.
    .stays-sign = niemand nahm den Gegenstand | Schale bewegt | zurücklegen
    .holds = In der Schale liegt: { $item }; richtig ist: { $item2 }.
    .holds-sign = Gegenstand in der Schale | darin: { $item } | { $item2 } hineinlegen
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
item-missing = Auf { $space } fehlt: { $item }.
item-missing-sign = { $item } | weggenommen | zurücklegen
item-extra = Auf { $space } gehört nicht hin: { $item }.
item-extra-sign = { $item } | liegt dort | wegnehmen
rocket = Eine Rakete trifft den nächsten Wagen davor, je nach Würfel
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .corner = { $who } schoss eine Rakete ab, aber bis zum nächsten Wagen liegt eine Kurve dazwischen.
    .corner-sign = Rakete abgefeuert | um eine Kurve | nur geradeaus feuern
    .nobody = { $who } schoss eine Rakete ab, aber es ist kein Wagen davor.
    .nobody-sign = Rakete abgefeuert | kein Wagen voraus | auf einen Wagen feuern
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
bomb = Eine Bombe bleibt auf dem eigenen Feld, und wer dort endet, verunglückt
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .put = { item-put }
    .put-sign = { item-extra-sign }
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
wrench = Der Schraubenschlüssel bringt alle Würfel zurück
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .box = { $who } setzte den Schraubenschlüssel ein, in der Box noch: { die-count }; alle kommen zurück.
    .box-sign = Schraubenschlüssel eingesetzt | Würfel noch in der Box: { $dice } | alle zurück
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
turbo = Der Turbo zählt den höchsten Würfel doppelt
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
oil = Auf Öl rutscht ein Wagen bis zur nächsten Kurve
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .put = { item-put }
    .put-sign = { item-extra-sign }
    .slides = { $who } steht auf { $space }; vom Öl rutscht der Wagen bis { $space2 } und verunglückt.
    .slides-sign = rutschte auf Öl | steht auf falschem Feld | ins grüne Feld stellen
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
item-not-held = { $who } hat gar nicht, was eingesetzt wurde: { $item }.
item-not-held-sign = { $item } | eingesetzt, hat aber keine Karte | ohne fahren
item-put = { $who } legte etwas auf { $space }, wo nichts liegen darf: { $item }.
safety-car = Hinter dem Safety-Car kein Überholen und kein Rammen
    .passed = { $who } überholte oder rammte { $who2 } unter dem Safety-Car; so darf niemand fahren.
    .passed-sign = Safety-Car draußen | überholte | dahinter bleiben
    .passed-two = { $who } überholte oder rammte { $who2 } und { $who3 } unter dem Safety-Car; so darf niemand fahren.
    .passed-two-sign = Safety-Car draußen | überholte | dahinter bleiben
    .passed-more = { $who } überholte oder rammte { $who2 }, { $who3 } und { $count } weitere unter dem Safety-Car; so darf niemand fahren.
    .passed-more-sign = Safety-Car draußen | überholte | dahinter bleiben
    .leads = { $who } führt und warf { $dice } Würfel; hinter dem Safety-Car ist es einer.
    .leads-sign = führt hinter dem Safety-Car | Würfel geworfen: { $dice } | 1 werfen
    .leads-far = { $who } führt und fuhr um { $steps } weiter; hinter dem Safety-Car ist es ein Würfel.
    .leads-far-sign = führt hinter dem Safety-Car | fuhr { $steps } | 1 werfen
    .waited = { $who } fuhr nicht, hätte aber niemanden überholt oder gerammt.
    .waited-sign = Safety-Car draußen | fuhr nicht | fahren
    .dice = In der Box von { $who }: { die-count }; ein schwerer Unfall kostet alle { $dice2 }.
    .dice-sign = schwerer Unfall: alle Würfel weg | Würfel in der Box: { $dice } | { $dice2 } hineinlegen
fastest-turn = Der höchste Wurf bringt einen halben Punkt
    .other = Als schnellster Zug wurde genannt: { $who } mit { $steps }; es ist: { $who2 } mit { $steps2 }.
    .nobody = Als schnellster Zug wurde genannt: { $who } mit { $steps }; es ist: noch niemand.
wet-race = Vier Ölflecken liegen, wo das Spielfeld sie zeigt
    .gone = Das Öl auf { $space } ist weg; im Regenrennen liegt es dort bis zum Schluss.
    .gone-sign = { value-oil } | weggenommen | bleibt das ganze Rennen
items-on-board = Alle Gegenstände liegen auf dem Spielfeld
    .oil = { $who } setzte einen Ölfleck ein; liegen die Gegenstände auf dem Spielfeld, bleibt Öl, wo es ist.
    .oil-sign = { value-oil } | eingesetzt | bleibt auf dem Brett
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
championship = n Punkte für den Sieger, dann je einer weniger
    .called = Für { $who } wurden { score-said } Punkte genannt; es sind { score-right }.
teams = Zwei Wagen je Team, die Punkte werden zusammengezählt
    .called = Für { $who } und { $who2 } wurden zusammen { score-said } Punkte genannt; es sind { score-right }.

## Was getan wurde

begun = { $item ->
    [none] { $roll ->
        [none] { "" }
       *[other] würfelte { $roll } und{ " " }
    }
   *[other] setzte „{ $item }“ ein{ aimed }{ $roll ->
        [none] { "" }
       *[other] , würfelte { $roll }
    } und{ " " }
}
aimed = { $aim ->
    [0] { "" }
   *[other] { " " }(Würfel: { $aim })
}
deed =
    .begins = ist dabei zu würfeln
    .rolling = { $item ->
        [none] würfelte { $roll }
       *[other] setzte „{ $item }“ ein{ aimed }{ $roll ->
            [none] { "" }
           *[other] { " " }und würfelte { $roll }
        }
    }
    .up = { begun }drehte den Wagen wieder um und setzte aus
    .fix = { begun }nahm einen Würfel zurück
    .move = { begun }fuhr { spaces-count }{ $via }
    .bust = { begun }fuhr nicht
    .bust-unseen = { begun }würfelte eine Zahl doppelt und fuhr nicht
    .held = { begun }fuhr wegen des Safety-Cars nicht
    .put = { begun }{ $onto ->
        [off] nahm den Wagen vom Spielfeld
       *[other] stellte den Wagen auf { $onto }
    }
    .qualify = { begun }würfelte um den Startplatz
    .threw = warf Würfel
    .pushed = verschob einen Würfel
    .touched = fasste auf den Tisch
    .rest = tat, was daraus folgt
    .away = tat, was andere wieder änderten
    .passed = tat nichts
    .let = ließ { $who } außer der Reihe handeln
goes-on = { $told }; der Zug geht weiter

## Was vorausgesetzt, gefragt und gesagt wird

sum = { $value ->
        [bust] { $by } würfelte eine Zahl doppelt
        [double-six] { $by } würfelte eine Doppelsechs
        [no] { $by } hat nicht gewürfelt
       *[other] die Würfel von { $by } ergaben { $value }, ohne doppelte Zahl
    }
    .otherwise = die Würfel von { $by } ergaben etwas anderes
    .ask = Was würfelte { $by }?
    .answer = { $value ->
        [bust] eine Zahl doppelt
        [double-six] eine Doppelsechs
       *[other] { $value } zusammen
    }
    .no = es wurde nicht gewürfelt
    .pad = Was { $by } würfelte
bust = { $value ->
        [no] { $by } würfelte keine Zahl doppelt
       *[other] { $by } würfelte eine Zahl doppelt
    }
    .otherwise = { $by } würfelte anders
    .ask = Würfelte { $by } eine Zahl doppelt?
    .answer = eine Zahl doppelt
    .no = es wurde nicht gewürfelt
    .pad = Was { $by } würfelte
use = { $by } setzte „{ $value }“ ein
    .otherwise = { $by } setzte „{ $value }“ nicht ein
    .ask = Wurde ein Gegenstand eingesetzt?
    .answer = { $value }
    .no = keiner
    .pad = Eingesetzter Gegenstand
aim = { $by } schoss eine Rakete ab und würfelte dafür { $value } oder mehr
    .otherwise = { $by } würfelte etwas anderes für die Rakete
    .ask = Was zeigte der Würfel der Rakete?
    .answer = { $value }
    .pad = Der Würfel der Rakete
path = der Weg war: { $value }
    .otherwise = der Wagen nahm einen anderen Weg
    .ask = Welchen Weg nahm der Wagen?
    .answer = { $value }
    .pad = Der Weg
leader = { $value } führt
    .otherwise = { $value } führt nicht
    .ask = Wer führt?
    .answer = { $value }
    .pad = Wer führt
value = der Qualifikationswert von { $by } ist { $value }
    .otherwise = der Qualifikationswert von { $by } ist ein anderer
    .ask = Welchen Qualifikationswert hat { $by }?
    .answer = { $value }
    .pad = Qualifikationswert von { $by }
car = der Wagen von { $by }, der nicht zu sehen war, steht { car-stands }
    .otherwise = der Wagen von { $by }, der nicht zu sehen war, steht woanders
    .ask = Wo ist der Wagen von { $by }? Macht die Sicht auf den Tisch frei.
    .view = jetzt ist es zu sehen
    .down = der Wagen von { $by }, der nicht zu sehen war, liegt { car-stands } auf dem Dach
car-stands = { $value ->
    [off] neben dem Spielfeld
   *[other] auf { $value }
}
box = die Box von { $by }, die nicht zu sehen war, ist so, wie sie sein muss
    .otherwise = die Box von { $by }, die nicht zu sehen war, sieht anders aus
    .ask = Was liegt in der Box von { $by }? Macht die Sicht auf den Tisch frei.
    .view = jetzt ist es zu sehen
gate-stands = das Tor, das nicht zu sehen war, ist { $value ->
    [open] offen
   *[closed] geschlossen
}
    .otherwise = das Tor, das nicht zu sehen war, steht anders
    .ask = Ist das Tor offen? Macht die Sicht auf den Tisch frei.
    .view = jetzt ist es zu sehen
tray-lies = die Schale, die nicht zu sehen war, liegt { $value ->
    [off] daneben
   *[other] auf { $value }
}
    .otherwise = die Schale, die nicht zu sehen war, liegt woanders
    .ask = Wo ist die Schale? Macht die Sicht auf den Tisch frei.
    .view = jetzt ist es zu sehen
item = auf { $at }, wo nichts zu sehen war, liegt: { $value }
    .otherwise = auf { $at }, wo nichts zu sehen war, liegt nichts
    .ask = Was liegt auf { $at }? Macht die Sicht auf den Tisch frei.
    .view = jetzt ist es zu sehen
lay = { lay-what } war so, wie zuletzt zu sehen
    .otherwise = { lay-what } wurde schon vorher verändert, als man es nicht sehen konnte
    .ask = Etwas wurde verändert, während es verdeckt war: { lay-what }. Ist das richtig, nehmt den Tisch, wie er ist; sonst stellt es richtig.
lay-what = { $what ->
    [car] der Wagen von { $by }
    [box] die Box von { $by }
    [gate] das Tor
    [tray] die Schale
    [card] die Wurfkarte
   *[space] was auf { $at } liegt
}
refill = in der Schale liegt: { $value }
    .otherwise = in die Schale kam etwas anderes
    .answer = { $value }
    .pad = In die Schale gelegt
fastest = der schnellste Zug ist: { $who } mit { $steps }
    .otherwise = ein anderer Zug war der schnellste
    .answer = { $who } mit { $steps }
    .pad = Der schnellste Zug
score = { $at } hat { $value } Punkte
    .otherwise = { $at } hat andere Punkte
    .answer = { $value }
    .pad = Punkte von { $at }
team = das Team { $members } hat { $value } Punkte
    .otherwise = das Team { $members } hat andere Punkte
    .answer = { $value }
    .pad = Punkte des Teams { $members }
stop = das Würfeln ist vorbei
    .answer = hört auf
    .pad = Das Würfeln
done = der Zug von { $by } ist vorbei
    .answer = ist vorbei
    .pad = Der Zug

## Was jetzt getan werden kann, und wie das Rennen steht

now =
    .grid = { $who } würfelt um den Startplatz: rechtzeitig aufhören, eine doppelte Zahl zählt nichts.
    .up = { $who } liegt auf dem Dach: umdrehen und aussetzen.
    .fix = { $who } hat keine Würfel mehr und nimmt einen zurück.
    .roll = { $who } würfelt: { $dice ->
        [1] ein Würfel
       *[other] bis zu { $dice } Würfel
    }{ now-also }.
    .leads = { $who } würfelt: ein Würfel (als Führender hinter dem Safety-Car){ now-also }.
now-also = { $fix ->
        [yes] , oder nimmt einen Würfel zurück
       *[no] { "" }
    }{ $corner ->
        [yes] ; in der Kurve ist eine doppelte Zahl ein Unfall
       *[no] { "" }
    }
advice =
    .up = { $who } könnte den Wagen umdrehen und aussetzen.
    .move = { $who } könnte { spaces-count }{ $via_by } bis { $space } fahren.
    .fix = { $who } könnte einen Würfel zurücknehmen.
    .stay = { $who } könnte den Wagen stehen lassen: Mit doppelter Zahl fährt man nicht.
left = { $things }
    .dice = { die-count }
    .item = { $item }
things-joint = { ", " }
note = { $notes }
    .finished = im Ziel
    .to-qualify = noch zu qualifizieren
    .qualified = qualifiziert mit { $count }
    .belly-up = auf dem Dach
    .pit = in der Boxengasse
    .shortcut = Abkürzung benutzt
notes-joint = { ", " }
outcome = Das Rennen ist vorbei: { $who } gewinnt ({ $places }).
    .place = { $place }. { $who }
    .whole = { $sentences }
    .team = Das Team { $members } gewinnt.
    .championship = Meisterschaft: { $scores }.
    .score = { $who } { score-said }
    .champion = { $who } ist Weltmeister.
    .tie = { $members } fahren ein Stechen.
    .name = { $who }
places-joint = { ", " }
scores-joint = { ", " }
members-joint = { " und " }

# What is wrong on the table, in a position or with what is asked for.
this-board-has-no-space = dieses Spielfeld hat kein Feld { $space }.
item-on = { $item } auf { $space }
die-of = Würfel { $n } von { $who }
the-cylinder = Zylinder
there-are-more-item-than = Vom Gegenstand „{ $kind }“ gibt es mehr als vereinbart: { $x } zu viel.
no-board-was-made-out = Es ist kein Spielfeld zu erkennen; legt es so hin, dass man es und die Wagen sieht.
put-one-car-for-each = Stellt für jeden der { $players } Mitspieler einen Wagen auf; zu sehen: { $n }.
safety-car-not-known = mit dem Safety-Car lässt sich ein Rennen nur von seinem Start an begleiten
stands-beside-board-and-others = { CAP($who) } steht neben dem Spielfeld, andere nicht; stellt alle auf oder keinen.
does-not-stand-in-pit = { CAP($who) } steht nicht in der Boxengasse; dort beginnt das Rennen.
there-is-no-next-race-this = Es gibt kein nächstes Rennen: Dieses läuft noch, oder die Meisterschaft ist entschieden.
next-race-championship-has-same = Das nächste Rennen einer Meisterschaft hat dieselben Wagen; stellt sie auf den Tisch.
gate-is-open-or-closed = Ein Tor, offen oder geschlossen, gibt es genau auf einem Spielfeld mit Tor.
tray-lies-on-table-but = Auf dem Tisch liegt eine Schale, aber ihr spielt die Gegenstände ohne Schale.
this-board-says-nothing-where = Dieses Spielfeld sagt nicht, wo bei Regen das Öl liegt.
game-is-for-cars-not = Das Spiel ist für { $fewest } bis { $most } Wagen, nicht für { $n }.
there-are-more-cars-than = Es gibt mehr Wagen als Plätze in der Boxengasse.
open-edition-has-no-tray = Die Fassung ohne Schale kennt als Gegenstände nur „keine“ oder „auf dem Spielfeld“.
it-is-somebody-turn-exactly = Jemand ist genau so lange am Zug, wie mindestens zwei Wagen fahren.
has-finished-and-cannot-be = { CAP($who) } ist im Ziel und kann nicht am Zug sein.
teams-have-two-cars-each = Zu jedem Team gehören zwei Wagen, und jeder Wagen ist in einem Team: Ihre Zahl ist gerade.
championship-has-scores-car-is = Die Meisterschaft hat Punkte eines Wagens, der nicht mitfährt.
in-wet-race-oil-lies = Im Regenrennen liegt Öl auf { $list }; auf { $gone } fehlt es.
box-shows-more-discs-than = In der Box von { $who } liegen mehr Scheiben, als das Rennen Runden hat.
has-finished-exactly-when-its = { CAP($who) } ist genau dann im Ziel, wenn die letzte Scheibe genommen ist.
stands-beside-board = { CAP($who) } steht neben dem Spielfeld.
cars-stand-on-only-corner = { $count } Wagen stehen auf { $space }; nur in einer Kurve ist Platz für mehr als einen.
item-lies-on-where-none = Ein Gegenstand liegt auf { $space }, wo keiner liegen darf.
race-is-on-board-but = Das Rennen läuft auf dem Spielfeld „{ $text }“, auf dem Tisch liegt aber „{ $text2 }“: Legt das richtige hin.
sheets-board-lie-among-those = Blätter des Spielfelds „{ $text }“ liegen zwischen denen von „{ $text2 }“: Nehmt sie weg.
board-is-not-known-print = Das Spielfeld „{ $text }“ ist nicht bekannt: Druckt es mit  referee print --board DATEI  und gebt diesen Bausatz an.
tray-on-cannot-be-read = Die Schale auf { $space } ist nicht zu lesen: Legt ihren Gegenstand in ihren Rahmen und Wagen neben sie, nicht auf sie.
no-board-is-seen-lay = Kein Spielfeld ist zu sehen: Legt seine Blätter flach hin, im Blick der Kamera.
on-line-between-and = auf der Linie zwischen { $space } und { $space2 }
car-stands-set-it-clearly = Der Wagen von { $who } steht { $where }: Stellt ihn klar in eines der Felder.
car-stands-on-no-space = Der Wagen von { $who } steht auf keinem Feld: Stellt ihn in die Mitte von einem.
two-copies-are-on-table-take = { $text } liegt zweimal auf dem Tisch: nehmt eins weg
sheet-board-lies-push-it = Blatt { $number } des Spielfelds liegt { $how }: Schiebt es an seine Nachbarn.
sheet-board-is-not-seen = Blatt { $lost } des Spielfelds ist nicht zu sehen: Legt es an seinen Platz, flach und frei.
sheets-board-are-not-seen = Die Blätter { $sheets } des Spielfelds sind nicht zu sehen: Legt sie an ihren Platz, flach und frei.
mm-out-joint = { $off } mm verschoben
turned-by-degrees = um { $turn } Grad verdreht
sheets-joint = { ", " }
    .last = { " und " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-board = Welches Spielfeld?
agree-board-harbour = Hafen
agree-board-crossover = Kreuzung
agree-board-lockgate = Schleuse
agree-edition = Welche Fassung der Regeln?
agree-edition-tray = mit der Schale
agree-edition-open = die spätere, ohne Schale
agree-items = Wie spielt ihr mit Gegenständen?
agree-items-tray = immer einer, in der Schale
agree-items-board = alle von Anfang an auf dem Spielfeld
agree-items-none = ohne
agree-sets = Wie viele Sätze Gegenstände?
agree-laps = Wie viele Runden?
agree-pushed-laps = Nimmt ein Wagen, der über die Ziellinie geschoben wird, eine Scheibe?
agree-pushed-items = Löst ein geschobener Wagen Bomben aus und rutscht auf Öl?
agree-safety = Für Fortgeschrittene: mit Safety-Car?
agree-fastest = Für Fortgeschrittene: ein halber Punkt für den schnellsten Zug?
agree-wet = Für Fortgeschrittene: ein Regenrennen?
agree-teams = Fahrt ihr in Zweierteams?
agree-teams-neighbours = mit dem nächsten Fahrer
agree-teams-opposite = mit dem Fahrer gegenüber
agree-championship = Ist es ein Rennen einer Meisterschaft (drei Punkte je Wagen gewinnen sie)?
agree-qualifying = Wird die Qualifikation noch ausgewürfelt?

# What the drawn board says.
board-shows = { $title }: { $pieces }
    .empty = { $title }: keine Wagen
car-is =
    .on = { $who } auf { $space }
    .on-over = { $who } auf { $space }, auf dem Dach
    .off = { $who } neben dem Spielfeld
    .off-over = { $who } neben dem Spielfeld, auf dem Dach
called-over = { $who } (auf dem Dach)
value-said = { $value }
the-gate = Tor
the-tray = Schale
switch = Schalter
laps-left = zu fahren: { $n }
dice-lost = Würfel weg: { $n }
shortcut-used = Abkürzung: ja
an-item = { $item }

# Positions, turns and words in notation that cannot be read.
no-part-of-turn = „{ $text }“ ist kein Teil eines Zugs; ein Zug wird so geschrieben: R roll=2+6 move=8.
no-turn = „{ $text }“ ist kein Zug: schreibt den Wagen und was er tat, etwa R roll=2+6 move=8.
kit-has-no-board = der Drucksatz hat kein Spielfeld „{ $name }“: druckt es mit  referee print --board
needs-its-board = zum Auslegen braucht die Stellung ihr Spielfeld, etwa board=harbour.
    .draw = zum Zeichnen braucht die Stellung den Namen des Spielfelds, etwa board=harbour.
box-not-on-board = die Box von { $who } ist keine der { $n } auf dem Spielfeld „{ $title }“.
board-has-no-space = das Spielfeld „{ $title }“ hat kein Feld { $text }.
names-no-cars = „{ $text }“ nennt keine Wagen: die Buchstaben sind { $text2 }, je einmal.
no-such-switch = „{ $text }“ ist kein Schalter; die Schalter sind { $text2 }.
lacks-field = der Stellung fehlt das Feld „{ $field }“.
seats-cars-boxes = jeder Wagen in „seats“ braucht einen Platz in „cars“ und eine Box in „box“, und kein anderer.
to-move-not-seated = der Wagen am Zug, oder der mit dem Safety-Car, ist nicht unter „seats“.
teams-need-even = Teams brauchen eine gerade Zahl von Wagen, nicht { $n }.

# Board files.
no-such-board = es gibt kein Spielfeld „{ $text }“: es gibt { $list }, oder eine Spielfelddatei.
board-no-json = die Spielfelddatei ist kein JSON: { $text }.
board-no-object = eine Spielfelddatei ist ein JSON-Objekt, wie in docs/boards-gp.md.
board-entry =
    .lacks = der Spielfelddatei fehlt „{ $text }“; die Einträge stehen in docs/boards-gp.md.
    .unknown = die Spielfelddatei hat einen unbekannten Eintrag „{ $text }“; die Einträge stehen in docs/boards-gp.md.
drawn-touches = { $text } berührt { $n } { $n ->
        [one] Feld
       *[other] Felder
    }: Auf einer geschlossenen Strecke berührt jedes zwei.
drawn-several = Es gibt mehr als eine Strecke: Zeichnet eine einzige.
drawn-line = Die Boxengasse liegt unter der untersten Reihe: Setzt die Startlinie so, dass das Feld vor ihr in dieser Reihe liegt.
bays-for-cars = dieses Spielfeld hat Boxenplätze für { $n } Wagen, nicht für { $n2 }.
board-not-raced = auf dem Spielfeld „{ $name }“ kann man nicht fahren: { $points }.
of-space = Feld „{ $text }“
space-listed-twice = das Feld „{ $text }“ steht zweimal in der Liste
not-among-spaces = „{ $text }“ ist nicht unter seinen Feldern
lap-needs-spaces = eine Runde braucht mindestens { $n } Felder
bays-out-of-range = die Boxengasse hat { $n } Boxen statt 2 bis { $n2 }
board-has-no-corner = es hat keine Kurve
pit-leads-onto-lap = die Boxengasse muss auf die Runde führen, bei einem Feld, das einmal befahren wird
line-before-single = die Ziellinie muss vor einem Feld liegen, das einmal befahren wird
crossed-too-often = die Runde führt { $n }-mal über „{ $space }“; ein Schleifenfeld wird zweimal befahren
loop-no-corner = das Schleifenfeld „{ $space }“ wird gerade überquert und kann keine Kurve sein
no-road-leads-to = zum Feld „{ $space }“ führt kein Weg
branch-leaves-lap = „{ $text }“ muss die Runde bei zwei Feldern verlassen und erreichen, die einmal befahren werden
branch-through-lap = „{ $text }“ führt durch ein Feld der Runde
special-on-lap-once = „{ $space }“ ist ein T-Feld oder ein Torschalter: es darf keine Kurve sein und liegt einmal auf der Runde
teleport-has-two = ein Teleport hat zwei T-Felder, und keines ist ein Torschalter
gate-has-no-switch = das Tor hat keinen Schalter
wet-oil-apart = das Öl eines nassen Rennens liegt auf verschiedenen Feldern, auf keinem T-Feld oder Torschalter
entry-needs-mm = „{ $text }“ muss mehr als 0 mm sein
on-one-spot = „spaces“ oder „pit.bays“: „{ $space }“ und „{ $space2 }“ liegen auf einer Stelle, näher als ein halbes Feld
space-off-board = „spaces“: „{ $space }“ liegt außerhalb des Spielfelds („size_mm“)
pit-behind-line = „pit.exit“: „{ $space }“ liegt hinter der Ziellinie; die Boxengasse endet vor „{ $space2 }“
leads-backward = „{ $text }“: es führt zurück, von „{ $space }“ nach „{ $space2 }“; schreibt crosses_line, wenn es über die Ziellinie geht
bay-off-board = „pit.bays“: „{ $space }“ liegt außerhalb des Spielfelds („size_mm“)
box-off-board = „pit.bays“: die Box von „{ $space }“ liegt außerhalb des Spielfelds („size_mm“)
boxes-overlap = „pit.bays“: die Boxen von „{ $space }“ und „{ $space2 }“ überlappen („box_size_mm“)
must-be-object = „{ $text }“ in der Spielfelddatei muss ein Objekt in geschweiften Klammern sein.
must-be-objects = „{ $text }“ in der Spielfelddatei muss eine Liste von Objekten sein.
must-be-ids = „{ $text }“ in der Spielfelddatei muss eine Liste von Feldnamen sein.
needs-space-id = „{ $text }“ in der Spielfelddatei braucht einen Feldnamen aus 1 bis 8 Buchstaben und Ziffern, nicht { $text2 }.
name-of-a-board = der Name eines Spielfelds hat bis zu 32 Buchstaben, Ziffern, - und _, und beginnt mit einem Buchstaben.
needs-two-numbers = { $text } in der Spielfelddatei braucht zwei Zahlen in mm, etwa [120.5, -40].
needs-a-number = { $text } in der Spielfelddatei braucht eine Zahl in mm, nicht { $text2 }.
