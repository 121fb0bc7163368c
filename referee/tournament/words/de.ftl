# Was ein Turnier sagt.

no-such-player = Niemand namens „{ $name }“ macht mit.
no-such-heat = In Runde { $round } gibt es keinen Lauf { $heat }.
plan-comes-first = Ein Turnier beginnt mit seinem Plan und hat nur einen.
points-of-every-place = Die Punkte stehen für jeden der { $n } Plätze, die des ersten zuerst, und steigen nie.
two-at-a-table = Schweizer System und Jeder gegen jeden setzen zwei an einen Tisch; für mehr gibt es Läufe.
here-already = { $name } macht schon mit.
name-of-second-car = { $name } kann nicht neben { $other } mitmachen: Eine Zahl von 2 bis 9 hinter einem Namen heißt ein zweites Auto. Ein anderer Name geht, etwa { $name } B.
no-place = { $text } nennt einen Platz „{ $text2 }“; ein Platz ist eine Zahl.
too-late-to-enter = Bei Jeder gegen jeden kommt nach der ersten Auslosung niemand mehr dazu: Sonst träfe nicht jeder auf jeden.
too-many-players = Mehr als { $n } Teilnehmer sind zu viele.
twice-in-a-round = In dieser Runde führe jemand zweimal oder jemand, der nicht mitmacht.
no-round-yet = Es ist noch keine Runde ausgelost.
everybody-has-a-place = Ein Ergebnis nennt jeden von { $names } genau einmal.
no-tournament = In { $text } liegt kein Turnier. Eines beginnt mit  referee tournament new.
tournament-unreadable = { $text } lässt sich nicht lesen: { $why }.
line-unreadable = Zeile { $n } von { $text } lässt sich nicht lesen: { $why }
tournament-exists = In { $text } liegt schon ein Turnier: Bitte einen anderen Ordner nennen.
tournament-not-kept = { $text } lässt sich nicht schreiben: { $why }.
not-so = { $name } kann nicht „{ $text }“ sein.
too-few-players = Eine Runde braucht wenigstens zwei Teilnehmer.
all-rounds-paired = Alle { $n } Runden sind ausgelost.
result-missing = Das Ergebnis von Runde { $round }, Lauf { $heat } fehlt: Die nächste Runde wird nach Punkten gesetzt. Fahrt das Rennen zu Ende oder tragt das Ergebnis von Hand ein.
cannot-be-paired = Diese Teilnehmer lassen sich nicht mehr setzen.
unplaced = { $text } passt zu keinem Lauf: Gefahren sind { $names }. Ist dort ein Name anders geschrieben als hier?

why = { $name } vor { $other }
    .opponents = { $name } vor { $other }: stärkere Gegner (deren Punkte zusammen: { $more } gegen { $less }).
    .wins = { $name } vor { $other }: mehr gewonnene Rennen ({ $more } gegen { $less }).
    .beaten = { $name } vor { $other }: stärkere Gegner hinter sich gelassen (deren Punkte zusammen: { $more } gegen { $less }).
    .faults = { $name } vor { $other }: weniger Fehler ({ $more } gegen { $less }).
    .level = { $other } und { $name } sind in allem gleich und teilen sich den Platz.

nobody-at-table = An Tisch { $text } fährt in dieser Runde niemand.
round = Runde { $n }
round-of = Runde { $n } von { $all }
no-round = Es ist noch keine Runde ausgelost.
players = { $n ->
    [one] Ein Teilnehmer
   *[other] { $n } Teilnehmer
}
standings = Stand
championship = Meisterschaft
missing = { $n ->
    [one] ein Rennen läuft noch
   *[other] { $n } Rennen laufen noch
}
still-racing = läuft noch
by-hand = nach dem Wort der Leitung
record = Aufzeichnung
decided = { $n ->
    [one] einmal von Menschen entschieden
   *[other] { $n }-mal von Menschen entschieden
}
byes = In dieser Runde ohne Gegner: { $names }
points-by-place = Punkte nach Platz: { $list }.
penalty = Jeder Fehler, der stehen bleibt, kostet { $points }.
head-table = Tisch
head-seats = Plätze am Tisch
head-result = Ergebnis
head-place = Platz
head-player = Name
head-points = Punkte
head-faults = Fehler
head-rating = Wertung
head-round = Runde { $n }
head-evening = Abend { $n }
heat = Lauf
table = Tisch { $name }
names-alike = Gebt den Fahrern am Tisch diese Namen (Namen… auf seiner Seite): Dann kommt das Ergebnis von selbst hierher.
codes-help = Druckt diese Seite und legt auf jeden Tisch einen Code: Er zeigt, wer dort fährt.
views = Ansichten
view-wall = Leinwand
view-hand = Normale Größe
view-tables = Codes für die Tische
tools = Für die Leitung
do-pair = Nächste Runde auslosen
do-unpair = Neueste Runde zurücknehmen
sure = Die neueste Runde zurücknehmen?
do-result = Ein Ergebnis von Hand eintragen
order = Reihenfolge, die Ersten zuerst
order-help = Zum Beispiel: Ann, Bob = Cem. Ein Gleichheitszeichen verbindet, wer gleichauf ist. Leer entscheiden wieder die Aufzeichnungen.
reason = Warum
keep = Eintragen
do-enter = Wer ab der nächsten Runde mitmacht
do-leave = Wer nicht mehr mitmacht
round-is-paired = { $n ->
    [one] Die Runde ist ausgelost: ein Rennen.
   *[other] Die Runde ist ausgelost: { $n } Rennen.
}
round-is-taken-back = Die neueste Runde ist zurückgenommen.
result-is-kept = Das Ergebnis ist eingetragen.
player-entered = { $name } macht mit.
player-left = { $name } macht nicht mehr mit.
