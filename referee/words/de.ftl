# What the referee says beside the law. Ids are kinds of facts, as in the games' catalogues.

# The race: its turns, what people decide, how it starts.
answered-late = eine Frage dazu wurde beantwortet
said-at-table = am Tisch gesagt
declaration-was-taken-back = eine Aussage wurde zurückgenommen
nothing-was-declared-in-this = in diesem Zug wurde nichts gesagt
nobody-has-asked-whose-turn = niemand hat gefragt, wessen Zug gemeint war
nobody-has-asked-about-anything = niemand hat nach etwas Verdecktem gefragt
table-cannot-be-read-now = der Tisch ist jetzt nicht zu lesen: macht die Sicht frei
seen-whole = der Tisch ist wie zu Beginn des Zuges
moved-on = wer am Zug war, zog weiter: sein Zug ist wieder offen
drove-again = wer am Zug war, zog immer weiter: sein Zug war vorher zu Ende
table-changed = auf dem Tisch hat sich etwas geändert
move-was-taken-back = eine Bewegung wurde zurückgenommen
played-anew = die simulierten Spieler spielen diesen Zug noch einmal: was davon gesehen und gesagt wurde, zählt nicht mehr
closed-turn-was-taken-back = ein Zug, der schon zu Ende war, wurde zurückgenommen: er ist wieder offen
next-driver-has-begun-already = der nächste Fahrer hat schon begonnen
nothing-has-moved-turn-goes = nichts hat sich bewegt: der Zug geht weiter
said-before-it-began = es wurde gesagt, bevor sich etwas bewegt hatte, vielleicht für den Zug davor: der Zug geht weiter
recording-ended = die Aufnahme war zu Ende
piece-is-not-seen-stand = der Spielstein von { $who } ist nicht zu sehen: stellt ihn aufrecht hin, frei von Spiegelungen und anderen Dingen
by-hand =
    .put = von Hand auf { $value } gesetzt: { $piece }
    .put-elsewhere = von Hand versetzt: { $piece }
    .flip = von Hand umgedreht: { $piece }
    .turn = von Hand gedreht: { $piece }
    .toward = von Hand gedreht: { $piece }
    .face = von Hand auf { $value } gestellt: { $piece }
    .give = { $piece } bekam von Hand: { $value }
    .take = { $piece } wurde von Hand weggenommen: { $value }
    .off = von Hand vom Spielfeld genommen: { $piece }
    .laps = { $piece }, von Hand gesetzt: Fahrten über die Linie: { $value }
    .discs = { $piece }, von Hand gesetzt: übrige Runden: { $value }
    .dice = { $piece }, von Hand gesetzt: verlorene Würfel: { $value }
    .gear = { $piece }, von Hand gesetzt: Gang { $value }
    .flags = { $piece }, von Hand gesetzt: berührte Flaggen: { $value }
    .pits = { $piece }, von Hand gesetzt: Boxenstopps: { $value }
    .under = gesagt, was unter dem Wagen von { $piece } liegt: { $value }
    .then = gesagt, wer nach { $piece } kommt: { $value }
    .next = gesagt, wer am Zug ist: { $value }
table-was-taken-as-it = der Tisch wurde so übernommen
position-was-corrected = die Stellung wurde von Hand berichtigt
camera-sees-otherwise = { $text }; die Kamera sieht den Tisch noch anders
ends-turn = { $text }; damit ist der Zug vorbei
table-cannot-be-taken = der Tisch ist gerade nicht zu lesen und kann darum nicht so übernommen werden
this-position-cannot-be = so kann es nicht stehen: { $points }
race-has-not-started-yet = das Rennen hat noch nicht begonnen
mode-strict = ab jetzt wartet ein verbotener Zug, bis Menschen ihn klären
mode-advise = ab jetzt gibt der Schiedsrichter nur Rat: ein verbotener Zug gilt und wird vermerkt
mode-record = ab jetzt führt der Schiedsrichter das Protokoll und sagt nichts
referee-is-back-race-goes = der Schiedsrichter ist zurück; das Rennen geht weiter
turn-goes-on = der Zug geht weiter
verdict-was-overruled = ihr habt anders entschieden als der Schiedsrichter
stands-already = dieser Fehler bleibt schon stehen, oder Menschen haben anders entschieden
verdict-stands-by-agreement = ihr lasst den Regelverstoß gelten
nothing-moved = seit dem letzten fertigen Zug hat sich nichts bewegt; jetzt ist { $who } am Zug
next-driver-is-under-way = der nächste Fahrer hat schon begonnen: dieser Zug ist noch nicht zu Ende
no-such-status = ein Urteil ist LEGAL, ILLEGAL oder UNDECIDED, nicht „{ $text }“
no-such-mode = der Schiedsrichter kann { $list } sein, nicht „{ $text2 }“
break = eine Pause
break-is-over = die Pause ist vorbei
turn-was-taken-back = der Zug von { $who } wurde zurückgenommen
entry-was-taken-back = was zuletzt entschieden wurde, ist zurückgenommen
    .overrule = das Wort über das Urteil wurde zurückgenommen
    .correct = was von Hand gesetzt wurde, ist zurückgenommen
start-was-taken-back = der Start dieses Rennens wurde zurückgenommen: es gilt wieder das vorige
table-lets-it-stand = ihr lasst es gelten
there-is-break-already = es ist schon Pause
there-is-no-break = es ist keine Pause
there-is-no-turn-take = es gibt keinen Zug zum Zurücknehmen
lay-all-pieces-out = Legt alle Teile neu aus; seit dem Ende dieses Rennens hat der Schiedsrichter den Tisch nicht gesehen.
season-race-starts = Rennen { $n } beginnt ({ $season })
race-starts = das Rennen beginnt
race-is-joined = ein Rennen, das schon lief, wird von hier an begleitet
whose-turn = wer am Zug ist
begins-at-its-start = { $title } lässt sich nur vom Start eines Rennens an begleiten
said-badly = jede Zeile des Gesagten nennt einen Stein und was für ihn gilt, nicht „{ $text }“
race-is-over = das Rennen ist vorbei
race-was-ended = das Rennen wurde vor seinem Ende beendet: es gelten die Plätze des Zwischenstands
race-goes-on = das Rennen geht weiter
race-goes-on-although = das Rennen geht weiter, obwohl auf dem Tisch etwas nicht stimmt: { $points }
race-is-already-under-way = das Rennen läuft schon; nehmt etwas zurück oder berichtigt es, statt neu zu starten
no-board-yet = es ist noch kein Spielfeld erkannt: wartet einen Augenblick
no-start-position = so kann das Rennen nicht beginnen: { $points }
single-race = dies ist ein einzelnes Rennen von { $title }; startet ein neues
no-next-start = so kann das nächste Rennen nicht beginnen: { $problem }
season-is-decided = die Entscheidung ist gefallen ({ $season })
this-race-is-not-over = dieses Rennen ist noch nicht vorbei
no-board-made-out = es ist kein Spielfeld zu erkennen
move-timer-ran-out = die Zuguhr ist abgelaufen
used-up = die Bewegungen des Zuges sind verbraucht
said-done = der Zug wurde für fertig erklärt
next-began = wer als Nächstes dran ist, hat gezogen
said-early = es wurde kurz vor dem nächsten Zug gesagt und passt besser zu diesem
it-belongs-turn-under-way = es gehört zum laufenden Zug
had-begun = bei diesem Blick hatte der nächste Zug schon begonnen
turn-so-far = der Zug bis hierher
something-went-out-sight = etwas war nicht mehr zu sehen
referee-does-not-insist = der Schiedsrichter besteht nicht darauf
verdict-stands = der Regelverstoß gilt: { $text }
judged-when-still = Der Zug wird beurteilt, sobald keine Hand mehr über dem Tisch ist und alles still liegt.
race-is-on = Das Rennen läuft.
noted = Notiert: { $text }
last-declaration-was-taken-back = Die letzte Aussage wurde zurückgenommen.
turn-is-done = Der Zug ist fertig.
simulated-players-wait = Die simulierten Spieler warten zehn Sekunden, lassen es stehen und spielen weiter; eine Pause hält sie an.
another-turn-began = kurz bevor ihr das gesagt habt, begann ein anderer Zug, darum geschah nichts; bitte seht hin und sagt es noch einmal
    .after = kurz bevor ihr das gesagt habt, begann ein anderer Zug ({ $said }), darum geschah nichts; bitte seht hin und sagt es noch einmal
waiting-for-first-picture = wartet auf das erste Bild
pictures-have-ended = die Bilder sind zu Ende
card-was-shown = die Karte „{ $card }“ wurde gezeigt: { $said }
nothing-was-done = nichts geschah: { $refused }
not-saved = Nicht gespeichert: { $problem }
camera-is-back = die Kamera ist wieder da
something-went-wrong = Im Schiedsrichter ist etwas schiefgegangen, und er macht weiter ({ $text }). Meldet es bitte: referee bundle
said = { $sentences }
as-sentence = { CAP($said) }.
noted-why = { $cause }: { $text }
    .by = { $cause }: { $text } ({ $name })
    .alone = { $cause } ({ $name })
points-joint = { "; " }
list-joint = { ", " }
either-joint = { ", " }
    .last = { " oder " }
turn-was-noted = { $who }: ein Zug wurde notiert

# What the eye says of the picture, the print and the dice.
lens-other-size = Die Linse wurde mit einer anderen Bildgröße vermessen: Vermesst sie in dieser noch einmal, dann liegt alles am genauesten.
lens-does-not-suit = Die vermessene Linse passt nicht zu dem, was die Kamera zeigt: Wurde an Schärfe oder Zoom gedreht, oder ist es eine andere Kamera? Vermesst noch einmal, oder lasst es weg.
prints-small = Diese Drucke sind { $n } % kleiner als die anderen: { $list }. Druckt alle Bögen mit 100 %, sonst liegt, was auf ihnen steht, um so viel daneben.
prints-mixed =
    .small = Diese Teile tragen größere Marker als die anderen und zählen deshalb nicht: { $list }. Nehmt Teile eines Drucks (kleine Marker: referee print).
    .large = Diese Teile tragen kleinere Marker als die anderen und zählen deshalb nicht: { $list }. Nehmt Teile eines Drucks (große Marker: referee print --large-markers).
other-print =
    .small = Auf dem Tisch liegt der Druck mit kleinen Markern, nicht das gewählte Set: gelesen wird, was da liegt.
    .large = Auf dem Tisch liegt der Druck mit großen Markern, nicht das gewählte Set: gelesen wird, was da liegt.
tiles-apart = Plättchen, die nebeneinander liegen, sind { $n } % weiter auseinander, als sie breit sind: Entweder sind sie { $n } % zu klein gedruckt, oder zwischen ihnen sind Lücken von { $gap } mm.
more-second-prints = Es liegen noch mehr doppelte Teile auf dem Tisch: Nehmt alle weg.
printed-in-mirror = Was { $text } liegt, scheint spiegelverkehrt gedruckt zu sein und zählt nicht: Nehmt es weg und druckt es noch einmal, ohne zu spiegeln.
two-copies = Marker { $number } ({ $text }, { $text2 }) liegt zweimal auf dem Tisch, { $text3 } und { $text4 }: Keiner zählt, bis einer davon weggenommen ist.
two-copies-one-counts = Marker { $number } ({ $text }, { $text2 }) liegt zweimal auf dem Tisch, einmal { $text3 }: Nehmt einen weg.
second-print = Ein zweites Exemplar von { $text } liegt { $text2 }: Es zählt nicht als das Teil selbst. Nehmt es weg; soll es zählen, hebt es auf und legt es woanders hin.
in-picture =
    .upper-left = oben links im Bild
    .upper = oben im Bild
    .upper-right = oben rechts im Bild
    .middle-left = links im Bild
    .middle = in der Bildmitte
    .middle-right = rechts im Bild
    .lower-left = unten links im Bild
    .lower = unten im Bild
    .lower-right = unten rechts im Bild
two-copies-together = Marker { $number } ({ $text }, { $text2 }) liegt zweimal auf dem Tisch, beide { $text3 }: Keiner zählt, bis einer davon weggenommen ist.
next-to-nothing-seen = Vom Brett ist so gut wie nichts zu sehen: ist das Licht aus, oder liegt etwas darüber?
other-kit = Das sind Teile des Bausatzes { $text }, nicht von { $text2 }: Nehmt den richtigen.
no-tile-seen = Kein Teil des Bausatzes ist zu sehen: Legt das Spielfeld ins Bild, bei genug Licht.
lens-guessed-off = Die Linse ist nicht vermessen, sondern geschätzt: Figuren können bis zu { $n } mm daneben liegen. Besser: vermesst sie vor einem Rennen, beim Schritt „Linse“.
bumped = Kamera oder Tisch wurden angestoßen; das Spielfeld ist wiedergefunden.
picture-empty = Das Bild ist leer: Prüft die Kamera.
picture-without-colours = Das Bild hat keine lesbaren Farben: Prüft die Kamera.
picture-no-bytes = Das Bild besteht nicht aus Bytes: Prüft die Kamera.
picture-too-small = Das Bild hat nur { $width } × { $height } Pixel: Mindestens { $least } je Seite sind nötig.
picture-mirrored = Die Kamera spiegelt ihr Bild, darum sind die Marker nicht zu lesen: Schaltet das Spiegeln in ihren Einstellungen ab.
picture-too-dark = Das Bild ist zu dunkel: Macht eine Lampe an oder lasst die Kamera länger belichten.
picture-blurred = Das Bild ist unscharf: Stellt die Kamera auf den Tisch scharf und haltet sie ruhig.
picture-too-bright = Das Bild ist zu hell: Dreht die Lampe weg oder lasst die Kamera kürzer belichten.
die-two-ways = zwei Zahlen sind möglich
die-touched = von etwas Unlesbarem berührt
die-leans = an etwas gelehnt
die-small = zu klein im Bild
die-unread = auf der Kante, halb verdeckt oder zu dunkel
die-colour = in einer Farbe, die niemand hat, oder zwischen zweien
mat-covered = die Würfelmatte ist verdeckt oder zu dunkel
mat-cut-off = die Matte ist nicht ganz im Bild
die-contradiction = die Bilder widersprechen sich
mat-moving = auf der Matte bewegt sich etwas
die-doubtful = { $count ->
    [one] Ein Würfel ist nicht zu lesen ({ $doubt }): Legt ihn flach und ganz sichtbar hin, ohne die Zahl zu ändern.
   *[other] { $count } Würfel sind nicht zu lesen ({ $doubt }): Legt sie flach und ganz sichtbar hin, ohne die Zahlen zu ändern.
    }
doubt-joint = { "; " }
die-too-small = { $count ->
    [one] Ein Würfel ist im Bild zu klein, um gelesen zu werden: Sagt seine Zahl, oder rückt die Kamera näher heran.
   *[other] { $count } Würfel sind im Bild zu klein, um gelesen zu werden: Sagt ihre Zahlen, oder rückt die Kamera näher heran.
    }
piece-on-mat = { $text } liegt auf einer Würfelmatte: Legt eins von beiden woanders hin.
dice-too-many = Es liegen { $count } Würfel in { $colour } da; im Spiel sind { $n }: Nehmt welche weg.

# Lenses.
lens-few-views = Nur { $n } Ansichten des Musters unterscheiden sich genug; nötig sind mindestens { $least }: Haltet es an andere Stellen und in andere Winkel.
lens-sizes-differ = Die Bilder sind verschieden groß; nehmt alle mit einer Einstellung der Kamera auf.
lens-few-tilted = Nur in { $n } Ansichten war das Muster gekippt; kippt es in mindestens { $least } um 20 bis 40 Grad, jedes Mal anders: Flache Ansichten allein verraten die Brennweite nicht.
lens-covers-little = Die Ansichten decken nur { $share } des Bildes ab; zeigt das Muster auch nahe den Rändern und Ecken.
lens-fits-none = Zu diesen Ansichten passt keine Linse (Fehler { $n } px): Ist das Muster flach, scharf und ruhig gehalten?
lens-not-saved = Die Vermessung der Linse konnte nicht gespeichert werden: { $text }.
lens-of-other-camera = Die hier gemerkte Linse wurde mit einer anderen Kamera vermessen ({ $device }): Vermesst sie noch einmal, oder vergesst sie.
lens-of-other-size = Die Linse wurde auf Bildern von { $w } x { $h } vermessen, diese sind { $width } x { $height }: Sie bleibt weg, bis sie neu vermessen ist.
lens-not-under-way = es wird gerade nichts vermessen
lens-measured = vermessen aus { $n } Ansichten des Musters
lens-note = mit { $name } am { $date }, OpenCV { $version }
camera-at-size = { $name } bei { $size }
lens-origin = { $list }

# Cameras, recordings and files.
camera-number = Kamera { $index }
no-such-camera = Es gibt keine Kamera { $index }; gefunden: { $text }. Steckt sie an oder wählt eine andere.
address-unreachable = { $text } ist nicht zu erreichen oder sendet keine Bilder; prüft Adresse, Name und Passwort.
camera-gives-no-more = { $text } liefert keine Bilder mehr.
camera-broken-pictures = { $text } sendet nur kaputte Bilder.
no-camera-gives-pictures = Keine Kamera { $index } liefert Bilder, oder ein anderes Programm benutzt sie; gefunden: { $text }.
camera-frozen = { $text } zeigt seit { $frozen_after_s } s dasselbe Bild: Vielleicht hängt sie.
camera-black = { $text } liefert ein schwarzes Bild: Ist die Linse verdeckt oder die Kamera am Gehäuse abgeschaltet?
trying-again = { $problem } Neuer Versuch.
camera-silent = Seit { $lost_after_s } s kein neues Bild von { $text }.
camera-away = Seit { $away } s kam kein Bild von { $text }; prüft Kabel und Strom.
source-ended = { $text } ist zu Ende.
camera-failed = { $text } ist ausgefallen ({ $text2 }). Neuer Versuch.
simulated-table = simulierter Tisch
phone-camera = die Kamera des Handys
phone-awaited = Das Handy hat noch kein Bild geschickt: scannt seinen Code und startet dort die Kamera.
phone-silent = Vom Handy kommt kein Bild mehr; es versucht es von selbst wieder, wenn die Kamera dort nicht angehalten wurde.
phone-battery = Der Akku des Handys ist bei { $percent } %: steckt sein Ladekabel ein.
phone-not-wanted = Der Schiedsrichter sieht gerade nicht durch das Handy: wählt es auf der Seite des Rennens als Kamera.
phone-picture-broken = Dieses Bild kam kaputt an, oder es ist zu groß oder zu klein; das nächste ist vielleicht besser.
phone-pictures-wait = Es warten schon so viele Bilder, dass kein Platz mehr ist: wartet einen Moment.
phone-needs-page = Ein Handy schickt seine Bilder an eine Seite, und hier ist keine; `referee watch` hat eine, ohne --headless.
only-camera-sends = Nur das Handy, das als Kamera beigetreten ist, darf Bilder schicken.
camera-tried = { $text } schickt Bilder von { $width } × { $height } Pixeln.
address-slow = keine Antwort in der Zeit
address-no-mjpeg = { $text } sendet { $text2 }, nicht JPEG um JPEG; sucht die MJPEG-Adresse der Kamera heraus.
address-closed = die Verbindung wurde geschlossen
address-redirects = sie schickt uns zu einem anderen Rechner weiter
address-broke-off = Der Strom von { $text } brach ab ({ $text2 }).
address-improper = { $text } ist keine richtige Adresse einer Kamera.
address-answers = { $text } antwortet { $code } { $text2 }.
address-unreached = { $text } ist nicht zu erreichen ({ $text2 }); läuft die App der Kamera, und im selben Netz?
address-asks-password = { $text } fragt nach Name und Passwort der Kamera: setzt sie in die Adresse, NAME:PASSWORT@ vor den Rechnernamen.
camera-no-answer = { $text } antwortet seit { $seconds } s nicht; zieht den Stecker, steckt ihn wieder ein und versucht es noch einmal.
record-header-lost = Der Kopf (welches Spiel, welcher Bausatz) ging verloren.
record-entries-lost = Unlesbar und verloren: { $n ->
        [one] 1 Eintrag
       *[other] { $n } Einträge
    } ({ $runs }).
record-pictures-lost = Verlorene Bilder bei: { $n ->
        [one] 1 Eintrag
       *[other] { $n } Einträge
    } ({ $runs }).
record-too-much = Diese Datei sagt mehr, als sie enthält: Sie ist keine Aufzeichnung eines Rennens.
camera-named = Kamera { $index } ({ $text })
address-unknown-kind = Adressen mit { $text }:// sind unbekannt; nehmt http://, https:// oder rtsp://.
source-not-named = Sagt, was anzusehen ist: eine Kameranummer, eine Datei, ein Ordner oder eine Adresse.
source-no-file = { $text } ist keine gewöhnliche Datei; nennt ein Video, einen Ordner mit Bildern oder eine Kamera.
source-is-record = { $text } ist die Aufzeichnung eines Rennens, kein Film von einem Tisch: referee replay zeigt sie.
source-not-there = Es gibt weder Datei noch Ordner noch Kamera mit dem Namen „{ $text }“; Kameras: { $text2 }. Nennt eine Kameranummer (0, oder 0@4k für eine andere Bildgröße), eine Datei, einen Ordner oder eine Adresse.
unplugged-same-socket = { $text } ist ausgesteckt: Steckt sie wieder ein, in dieselbe Buchse.
unplugged = { $text } ist ausgesteckt: Steckt sie wieder ein.
still-too-large = Das Bild { $text } ist größer, als eine Kamera sie macht; speichert es noch einmal, kleiner.
still-torn = { $text } ist kein ganzes Bild; entfernt es oder speichert es neu, als JPEG oder PNG.
stills-none = In { $text } sind keine Bilder (gesucht: { $list }).
still-unreadable = Das Bild { $text } ist nicht zu lesen: { $text2 }.
disk-full = die Festplatte ist voll; macht Platz, und der nächste Eintrag wird wieder gespeichert
disk-readonly = die Datei darf nicht beschrieben werden; prüft ihre Rechte
disk-broken = auf die Festplatte kann nicht geschrieben werden; macht Platz oder prüft sie
disk-cannot-open = die Datei lässt sich nicht zum Schreiben öffnen; prüft ihren Ordner
disk-busy = ein anderes Programm hält die Datei; beendet es
record-not-saved = In { $text } wurde nichts gespeichert: { $text2 }.
record-log-left = Kopiert { $text } zusammen mit { $text2 }: Darin stehen die neuesten Einträge.
record-damaged-kept = Die beschädigte Datei bleibt als { $text } erhalten.
record-missing = Es gibt kein Protokoll { $text }.
record-moved = Nichts wurde gespeichert: { $text } wurde während des Rennens verschoben oder entfernt. Legt es zurück.
record-exists = { $text } gibt es schon; mit --resume geht es darin weiter, oder nennt eine andere Datei.
record-linked = { $text } hat noch einen Namen (einen Hardlink), unter dem die Datei offen ist oder bei einem Absturz blieb: Macht unter jenem Namen weiter oder mit einer Kopie.
film-wants-package = Filme brauchen ein weiteres Paket: gebt pip install "race-referee[film]" ein.
film-unreadable = { $text } ist kein lesbares Video; es ist abgeschnitten oder von unbekannter Art.
film-ends-early = { $text } endet nach { $taken } von { $promised } Bildern; die Datei ist wohl abgeschnitten.
film-too-large = Die Bilder von { $text } sind größer, als eine Kamera sie macht; speichert es noch einmal, kleiner.
camera-unplugged = Kamera { $index } ist ausgesteckt.
camera-forbidden = Ihr dürft Kamera { $index } (/dev/video{ $index2 }) nicht benutzen. Tippt:  sudo usermod -aG { $text } $USER  dann meldet euch ab und wieder an.
program-holding = { $text } (Prozess { $number })
camera-used-by = Kamera { $index } wird von { $list } benutzt: Schließt dieses Programm und versucht es noch einmal.
camera-refused-macos = Kamera { $index } liefert kein Bild: Erlaubt die Kamera für euer Terminal in Systemeinstellungen, Datenschutz & Sicherheit, Kamera, und schließt andere Programme, die sie benutzen.
camera-refused-windows = Kamera { $index } liefert kein Bild: Schließt andere Programme, die sie benutzen, und erlaubt Desktop-Apps die Kamera in Einstellungen, Datenschutz und Sicherheit, Kamera.

# The set-up, replays and the page.
camera-number-broken = Kamera { $camera } sendet kaputte Bilder
no-race-set-up = es gibt noch kein Rennen; beendet zuerst die Vorbereitung
game-chosen = Es wird { $title } gespielt.
players-chosen = { $count } Mitspieler.
looking-for-cameras = Kameras werden gesucht.
looking-through-it = Ein Blick hindurch.
thank-you = Danke.
players-lay-table-out-for = Die Spieler bauen den Tisch für das nächste Rennen auf.
race-was-left = Das Rennen wurde verlassen; sein Protokoll bleibt, und es kann weitergehen.
race-was-set-aside = Das Rennen wird nicht mehr angeboten; sein Protokoll bleibt.
lay-out-track-for-another = Legt die Strecke für ein neues Rennen aus.
goes-on-where-record-stopped = { $text } geht weiter, wo das Protokoll aufhörte.
choose-camera-and-race-goes = Wählt die Kamera, und das Rennen geht weiter, wo es stand.
no-race-yet = es gibt noch kein Rennen
show-calibration-board-camera = Zeigt der Kamera das Schachbrettmuster.
lens-is-measured-within-mm = Die Linse ist vermessen: auf dem Tisch auf { $held_out_error_mm } mm genau.
lens-is-guessed-again = Die Linse wird wieder geschätzt.
finish-set-up-first = beendet zuerst die Vorbereitung
measure-printed-ruler-mm-answer = messt die 100 mm des gedruckten Lineals: die Antwort liegt irgendwo um 100
there-is-no-step-there = es gibt keinen Schritt „{ $text }“; es gibt { $list }
choose-camera-first-or-simulated = wählt zuerst eine Kamera oder den simulierten Tisch
whose-turn-is-not-known = Niemand hat gesagt, wer am Zug ist: Fahrt einfach, der Schiedsrichter folgt.
race-is-under-way = ein Rennen läuft: Verlasst es erst, mit „Neues Rennen …“ im Menü ☰ seiner Seite
only-picture-check-and-calibration = nur Bildprüfung und Linse können übersprungen werden
race-is-not-over-yet = das Rennen ist noch nicht vorbei
this-race-is-not-among = dieses Rennen ist nicht unter den offenen
is-no-length-in-millimetres = „{ $text }“ ist keine Länge in Millimetern, etwa 99.5
replay-of = Wiedergabe von { $text }
replay-adds-nothing-its-record = eine Wiedergabe fügt dem Protokoll nichts hinzu
record-without-race = In { $text } begann kein Rennen, es gibt nichts wiederzugeben.
this-is-replay-nothing-in = dies ist eine Wiedergabe: daran lässt sich nichts ändern
replay-has-moments = die Wiedergabe hat die Momente 0 bis { $x }
request-400 = Diese Anfrage war nicht zu verstehen.
request-404 = Unter dieser Adresse gibt es nichts.
request-405 = Diese Adresse nimmt solche Anfragen nicht an.
request-413 = Diese Anfrage ist zu groß.
request-415 = Ein Befehl muss als JSON kommen.
role-too-low = Mit diesem Code dürft ihr { $may }. Fragt am Bildschirm des Schiedsrichters nach dem Code „{ $role }“.
may-watch = zuschauen
may-declare = zuschauen und etwas sagen
may-camera = die Kamera sein
role-watch = zuschauen
role-declare = mitspielen
role-camera = Kamera
role-referee = Schiedsrichter
request-failed = Im Schiedsrichter ging etwas schief; was, steht im Terminal, in dem er läuft.
join-first = Macht zuerst mit: Scannt den Code auf dem Bildschirm des Schiedsrichters.
request-from-elsewhere = Diese Anfrage kommt von einer anderen Seite und wird abgelehnt.
page-from-earlier-run = Diese Seite stammt aus einem früheren Lauf des Schiedsrichters: Ladet sie neu.
host-unknown = Unter diesem Namen antwortet der Schiedsrichter nicht.
code-wait = Von diesem Gerät kamen viele falsche Codes: wartet { $n } s und versucht es dann noch einmal.
code-wrong = Dieser Code ist falsch oder abgelaufen. Scannt den auf dem Bildschirm des Schiedsrichters.
only-at-the-table = Das geschieht am Tisch selbst.
something-newer-is-shown = An diesem Tisch steht etwas Neueres: seht noch einmal hin.
no-such-table = Es gibt hier keinen Tisch { $table }.
table-is-away = Tisch { $table } ist gerade nicht zu erreichen.
table-is-silent = Tisch { $table } antwortet nicht: geht hin und seht nach.
only-tables-that-are-away = Tisch { $table } ist nicht weg.
hall-not-connected = noch nicht mit { $text } verbunden
hall-nobody-answers = unter { $text } antwortet niemand
hall-refuses = { $text } weist uns ab: { $text2 }
hall-line-cut = die Verbindung zu { $text } ist unterbrochen
table-is-forgotten = Tisch { $table } wurde von der Seite genommen.
driver-is-called =
    { $driver ->
        [red] Rot
        [black] Schwarz
        [green] Grün
        [blue] Blau
        [yellow] Gelb
        [white] Weiß
        [orange] Orange
        [purple] Lila
       *[other] { $driver }
    } ist { $called }.
    .colour =
    { $driver ->
        [red] Rot
        [black] Schwarz
        [green] Grün
        [blue] Blau
        [yellow] Gelb
        [white] Weiß
        [orange] Orange
        [purple] Lila
       *[other] { $driver }
    } heißt wieder nach der Farbe.
no-such-driver = Es gibt hier niemanden mit der Farbe „{ $text }“.
no-such-name = Ein Name hat höchstens { $n } Zeichen.
name-is-taken = { $called } heißt schon jemand anderes.
everybody-sent-away = Alle müssen neu mitmachen.
race-in-memory-only = Dieses Rennen wird nur im Speicher gehalten, darum gibt es keine Aufzeichnung zum Herunterladen.
nothing-to-take-home = Vor dem Ende des Rennens gibt es nichts mitzunehmen.
no-room-to-look-on = Es schauen schon so viele zu, dass kein Platz mehr ist.
put-there-yourselves = Stellt selbst ein Teil auf die Marke: An diesem Tisch sitzt kein simulierter Spieler.
kit-for-referee-only = Nur der Schiedsrichter darf von hier drucken.
position-for-referee-only = Nur der Schiedsrichter darf die Stellung lesen.

# What is agreed on, asked for, or read of a table, in any game.
this-game-has-single-races = dieses Spiel hat nur einzelne Rennen: Startet ein neues.
in-view-now = es ist jetzt zu sehen: noch einmal schauen
stands-where-it-stood = es steht, wo es stand
it-cannot-be-put-there = dort kann es nicht hin: { $points }
no-board-is-seen-lay-it = Es ist kein Spielbrett zu sehen: Legt es flach hin, so dass die Kamera es sieht.
stands-between-two-places-set = { $text } steht zwischen zwei Plätzen: Setzt es deutlich auf einen davon.
is-for-players-not = { $title } ist für { $min } bis { $max } Mitspieler, nicht für { $players }.
there-are = ; es gibt: { $list }
this-game-has-none = ; dieses Spiel hat keine
there-is-no-option = die Option „{ $text }“ gibt es nicht{ $there }.
option-is-not = die Option { $text } ist { $either }, nicht „{ $text2 }“.
option-is-given-twice = die Option { $text } steht zweimal da.
game-is-not-whole-it = Das Spiel „{ $text }“ ist nicht vollständig: Es fehlt { $list }.
there-is-no-game-called = Es gibt kein Spiel „{ $text }“; es gibt { $list }.
agree-yes = ja
agree-no = nein

# Positions, turns and words in notation that cannot be read.
line-of-another-game = eine Stellung von { $title } beginnt mit dem Wort { $name }, etwa „{ $name } { $field }=...“.
no-such-field = „{ $text }“ ist kein Feld einer Stellung von { $title }.
field-stands-twice = das Feld { $field } steht zweimal in der Stellung.
not-known-there = „{ $text }“ ist hier nicht bekannt: schreibt { $either }.
    .die = „{ $text }“ ist kein Würfel: schreibt { $either }.
there-twice = in „{ $text }“ steht etwas zweimal.
only-one-there = „{ $text }“ kann dort nicht stehen: nur eines kann es.
whole-number = „{ $text }“ muss eine ganze Zahl von { $min } bis { $max } sein.
is-no-declaration = „{ $text }“ ist keine Ansage: schreibt etwa { $list }.
drawn-no-cells = „{ $text }“ nennt keine Felder der Zeichnung, wie a1b1 es tut.
no-such-piece = auf dem Spielfeld steht keine Figur { $text }.
not-done-with = „{ $text }“ geht mit { $text2 } nicht.
is-no-option = „{ $text }“ ist keine Vereinbarung: schreibt name=wert, etwa flags=3.
needs-whole-position = was zu sehen ist, sagt nicht, wo alle Figuren liegen: gebt die ganze Stellung an.
is-no-start-of = das ist kein Anfang von { $title }: { $n ->
        [one] etwas liegt
       *[other] { $n } Dinge liegen
    } anders als am Anfang.
says-nothing = „{ $text }“ sagt in { $title } nichts.
    .example = „{ $text }“ sagt in { $title } nichts: sagt etwa { $text2 }.
is-no-car = „{ $text }“ ist kein Wagen: die Wagen sind { $list }.
names-twice = „{ $text }“ nennt einen Wagen zweimal.
needs-a-turn = eine Stellung muss sagen, wer am Zug ist, etwa { $text } (die Wagen, die noch ziehen).
names-a-stranger = die Stellung nennt einen Wagen, der nicht mitfährt.

machines-unreadable = Welche Programme hereindürfen, lässt sich in { $text } nicht lesen: Bringt die Datei in Ordnung oder löscht sie.
machines-not-kept = Die Programme, die hereindürfen, lassen sich hier nicht festhalten.
machine-name = Der Name eines Programms hat bis zu 32 Buchstaben, Ziffern, Punkte, - und _.
machine-is-there = Ein Programm namens „{ $text }“ darf schon herein, oder es sind zu viele: Nehmt erst eines zurück.
no-such-machine = Kein Programm namens „{ $text }“ darf herein.
machine-is-revoked = „{ $text }“ darf nicht mehr herein.
only-by-hand = Nur wer an diesem Computer sitzt, darf Programme hereinlassen, und das ohne Token.
