# Was in jedem Spiel gesagt wird.

who-red = Rot
who-black = Schwarz
who-green = Grün
who-blue = Blau
who-yellow = Gelb
who-white = Weiß
who-orange = Orange
who-purple = Lila
who-green-die = Würfel Grün
who-blue-die = Würfel Blau
who-second-red = Rot 2
who-second-black = Schwarz 2
who-second-green = Grün 2
who-second-blue = Blau 2

turn = { $who } { $deeds }
    .nothing = { $who } tat nichts
    .not-yet = { $who } hat noch nicht gezogen
    .unclear = was { $who } tat, ist nicht klar
deeds-joint = { ", " }
    .last = { " und " }
story = { $turns }
turns-joint = { "; dann " }

to-act = { $who } ist am Zug.
turns-sign = nicht am Zug | Zug von { $who2 }

legal = Erlaubt: { $said }.
    .so-far = Bisher erlaubt: { $said }.
unsure = Noch unklar, vielleicht so: { $said }; erlaubt nur, wenn Folgendes stimmt: { $granted }.
    .whether = Noch unklar, ob das stimmt: { $said }.
    .fault = Noch unklar: erlaubt nur, wenn Folgendes stimmt: { $granted }. Sonst: { $said }
granted-joint = { " und " }
lost = Mehrere Figuren haben auf einmal den Platz gewechselt, und keine Runde erlaubter Züge erklärt es. Blieben Züge ungesehen oder wurde neu aufgebaut, übernehmt den Tisch so; sonst stellt die Figuren zurück.
in-doubt = Ein Zug davor blieb im Zweifel, darum ist dies eine Frage und kein Fehler. { $faults }
    .put-back = Der Fehler davor wurde zurückgenommen, und niemand hat gesagt, wer nun spielt, darum ist dies eine Frage und kein Fehler. { $faults }
    .set-by-hand = Eine Figur liegt anders, als sie von Hand gesetzt wurde; darum ist das eine Frage und kein Fehler: Legt sie dorthin, oder nehmt den Tisch, wie er ist. { $faults }
    .together = Zusammen mit den Zügen davor erzählt, kann dies erlaubt sein, darum ist es eine Frage und kein Fehler. { $faults }
right = Stimmt der Tisch, übernehmt ihn so; sonst stellt die Figuren zurück.
fault = { $faults }
rule = Regel: { $title } ({ $section }).

declared = { HEAD($question) } – { $answer }
    .dice = Gewürfelt – { $faces }
    .of = { CAP($by) }: { $said }
faces-joint = { ", " }
    .last = { " und " }

astray = was gesagt wurde ({ $said }), galt einem anderen Zug oder war ein Versprecher
    .ask = Galt das dem Zug von { $who }: { $said }?
    .here = dem Zug von { $who }
    .before = dem Zug davor
    .after = dem Zug danach
    .gone = keinem
missed = die ungesehenen Züge, zu viele, um sie zu verfolgen, waren regelgerecht
unbegun = der Zug hat noch nicht begonnen
written = { $text }

# A player or a piece by its name, and what a drawn board says.
called = { $who }
pieces-joint = { ", " }
turn-can-end = ein erlaubter Zug kann auf { $space } enden
put-back-count = { $count ->
    [one] {""}
   *[other] {" "}({ $count })
}
put-back =
    .on = { CAP($piece) }: zurück auf { $space }
    .there = { CAP($piece) }: zurück an den alten Platz
    .over = { CAP($piece) }: wieder umdrehen
    .face = { CAP($piece) }: wieder so legen: { $rank }
    .again = { CAP($piece) }{ put-back-count }: wieder hinlegen
    .away = { CAP($piece) }{ put-back-count }: wieder wegnehmen
    .dice = Die Würfel dieses Zugs: wieder wegnehmen

# What stands in the race for a driver; a game may call it otherwise.
drivers-piece = Wagen

## Was in jedem Spiel gesagt werden kann

alone = kein Zug wurde verpasst
    .answer = kein Zug wurde verpasst
    .pad = Der Zug
