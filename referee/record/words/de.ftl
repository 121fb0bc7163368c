# Was ein Bericht um die Sätze des Regelwerks herum sagt.

title = { $title }: { $when ->
        [none] ein aufgezeichnetes Rennen
       *[other] das Rennen vom { $when }
    }
    .races = { $title }: { $when ->
        [none] aufgezeichnete Rennen
       *[other] die Rennen vom { $when }
    }
places = Plätze nach jedem Zug
drivers = Spieler
dice = Würfel
faults = Fehler und offene Fragen
turns = Alle Züge
standings = Stand
podium = Siegerpodest
start = Der Start
counts = { $n ->
        [one] { $n } Zug
       *[other] { $n } Züge
    }: { $legal } erlaubt, { $fault } mit Fehler, { $open } offen.
not-over = Das Rennen war nicht zu Ende, als dies geschrieben wurde.
still-on = Das Rennen läuft noch.
race = Rennen { $n }
    .of = Rennen { $n } von { $all }
aim-points = { $n } Punkte gewinnen
aim-flags = die meisten Flaggen gewinnen
said = Gesagt: { $words }.
overruled = Anders entschieden: { $why }
    .no-why = ohne Begründung
lost = Das Bild „{ $name }“ ist verloren.
table = der Tisch { $words }
picture = { $name } Zug { $n }
incident = Die Stelle, von oben gesehen
    .before = Vor dem Zug von { $who }.{ $outlined ->
        [yes]{" "}Umrandet ist, was dann bewegt wurde.
       *[no] {""}
    }
    .whose = Zug von { $who }
    .instead = Erlaubt
    .more = { $known ->
        [no] Im Zug von { $who }.{" "}
       *[yes] {""}
    }{ $asked ->
        [yes] Eine Frage an die Spieler:{" "}
       *[no] {""}
    }{ $words }
    .order = { $n }.
    .line = Ziellinie
    .after = Die Stelle nach dem Zug von { $who }, von oben gesehen: { $steps ->
        [0] keine Figur wurde bewegt
        [one] ein Schritt wurde gesehen und ist gezeichnet, wenn es auf ihn ankommt
       *[other] { $steps } Schritte wurden gesehen; worauf es ankommt, ist gezeichnet
    }{ $ghosts ->
        [0] {""}
       *[other] ; was erlaubt gewesen wäre, ist grün
    }{ $covered ->
        [yes] ; was verdeckt war, ist schraffiert
       *[no] {""}
    }{ $rolled ->
        [bare] ; auf der Matte liegt kein Würfel, sie trägt das Zeichen ∅
        [no] ; der Würfel, der nicht geworfen wurde, liegt wie zuvor und trägt das Zeichen =
       *[yes] {""}
    }{ $held ->
        [no] ; was benutzt wurde und niemand hat, steht in einer Ecke, mit dem Zeichen ∅
       *[yes] {""}
    }
    .clip = Die Sekunden davor an derselben Stelle
    .none = Von diesem Zug wurde kein Bild aufgehoben
name-before = vor
name-after = nach
turn = Zug { $n }: { $words }
chart = Plätze von { $drivers } nach jedem von { $n } Zügen
axis = Zug
by-turn = Zug um Zug: { $measure } (rechts der höchste Wert)
by-turn-time = Zug um Zug: Sekunden (rechts die meisten)
by-turn-means = { $heading }; im Mittel: { $list }
by-chance = Nach dem Zufall käme jede Seite { $n }-mal (die gestrichelte Linie).
times = { $face }: { $n }-mal

# Heads of tables.
head-place = Platz
head-driver = Spieler
head-lap = Runde
head-turns = Züge
head-faults = Fehler
head-open = offen
head-events = Ereignisse
head-dice = Würfe
head-faces = Augen
head-points = Punkte
head-flags = Flaggen
head-won = gewonnene Rennen
head-measure = { $measure }: Mittel, Höchstwert

# Verdicts.
status-LEGAL = erlaubt
status-ILLEGAL = Fehler
status-UNDECIDED = offene Frage
status-correction = Berichtigung

# Seasons, and what is counted in a turn.
season-championship = Meisterschaft
season-campaign = Kampagne
measure-speed = Tempo
measure-gear = Gang
measure-tiles = Plättchen
measure-spaces = Felder
measure-steps = Schritte
event-token-spent = Marker eingesetzt
event-spun-out = Dreher
event-came-back = zurückgekommen
event-left-the-track = verließ die Strecke
event-rolled-a-repeat = gleiche Zahl gewürfelt
event-repaired = repariert
event-turned-up = aufgedeckt
event-put-back = zurückgelegt
event-item-used = Gegenstand benutzt
event-took-the-shortcut = Abkürzung genommen
event-took-the-gate = durch das Tor gefahren
event-took-the-turn = abgebogen
event-flag-placed = Flagge gesetzt
event-wrong-card = falsche Karte
event-card-turned-up = Karte aufgedeckt
event-card-turned-down = Karte umgedreht

# On the command line.
before = Vor diesem Zug: { $words }
instead = Erlaubt wäre zum Beispiel: { $turn }

# Ob eine Aufzeichnung noch so ist, wie sie entstand.
seal-whole = Alle { $n } Einträge stehen so da, wie sie aufgezeichnet wurden.
    .empty = Die Aufzeichnung ist leer: nichts wurde aufgezeichnet, und nichts ist falsch daran.
seal-key = Unterschrieben mit dem Schlüssel: { $key }
seal-head = Der Fingerabdruck des Rennens: { $head }
fingerprint = Fingerabdruck des Rennens
    .proves = Wer das aufhebt, kann später beweisen, dass niemand die Aufzeichnung geändert hat:
seal-changed = Eintrag { $n } ist nicht so, wie er aufgezeichnet wurde: Er wurde geändert, eingefügt oder hierher verschoben.
seal-pictures = Ein Bild zu Eintrag { $n } ist nicht das aufgezeichnete: Es wurde geändert, eingefügt oder ging verloren.
seal-missing = Eintrag { $n } fehlt: Er wurde entfernt, oder er ging verloren, als die Datei beschädigt wurde.
seal-ends = Eintrag { $n } fehlt und alles danach: Hier endet die Aufzeichnung, aber Eintrag { $seen } wurde gesehen. Das Ende wurde abgeschnitten, oder das Protokoll neben der Datei wurde nicht mitkopiert.
seal-rewritten = Eintrag { $n } ist nicht der, der gesehen wurde: Er oder einer davor wurde neu geschrieben.
    .key = Eintrag { $n } trägt die Unterschrift eines anderen Schlüssels als das Rennen, das gesehen wurde: Er wurde neu geschrieben.
seal-race = Der Fingerabdruck gehört zu einem anderen Rennen; gehört er zu diesem, wurde die ganze Aufzeichnung ab Eintrag { $n } neu geschrieben.
seal-header = Der Kopf der Aufzeichnung ging verloren oder wurde geändert, so dass ab Eintrag { $n } nichts bewiesen werden kann.
seal-stranger = Ab Eintrag { $n } hat der Schlüssel { $key } unterschrieben, den dieser Rechner nicht kennt. Ist es der eures Tisches? Dann ergänzt --key { $key }, oder --seen mit dem Fingerabdruck vom Bericht des Rennens oder von einem Telefon.
seal-unsealed = Diese Aufzeichnung hat ab Eintrag { $n } keine Siegel: Ein älteres Programm hat sie gemacht, oder sie wurden entfernt. Niemand kann sagen, ob sie geändert wurde.
