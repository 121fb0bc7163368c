# Ce qu’un rapport dit autour des phrases du règlement.

title = { $title } : { $when ->
        [none] une course enregistrée
       *[other] la course du { $when }
    }
    .races = { $title } : { $when ->
        [none] des courses enregistrées
       *[other] les courses du { $when }
    }
places = Places tour par tour
drivers = Pilotes
dice = Dés
faults = Fautes et questions ouvertes
turns = Tous les tours
standings = Classement
podium = Podium
start = Le départ
counts = { $n ->
        [one] { $n } tour
       *[other] { $n } tours
    } : { $legal } permis, { $fault } avec une faute, { $open } en suspens.
not-over = La course n’était pas finie quand ceci a été écrit.
still-on = La course est encore en cours.
race = Course { $n }
    .of = Course { $n } sur { $all }
aim-points = { $n } points pour gagner
aim-flags = le plus de drapeaux gagne
said = Dit : { $words }.
overruled = Décidé autrement : { $why }
    .no-why = sans raison donnée
lost = L’image « { $name } » est perdue.
table = la table { $words }
picture = { $name } le tour { $n }
incident = L’endroit vu d’en haut
    .before = Avant le tour de { $who }.{ $outlined ->
        [yes]{" "}Ce qui a été déplacé ensuite est entouré.
       *[no] {""}
    }
    .whose = tour de { $who }
    .instead = Permis
    .more = { $known ->
        [no] Au tour de { $who }.{" "}
       *[yes] {""}
    }{ $asked ->
        [yes] Question aux joueurs :{" "}
       *[no] {""}
    }{ $words }
    .order = { $n ->
        [1] 1er
       *[other] { $n }e
    }
    .line = ligne d’arrivée
    .after = L’endroit après le tour de { $who }, vu d’en haut : { $steps ->
        [0] aucune pièce n’a bougé
        [one] un seul pas a été vu, dessiné s’il compte
       *[other] { $steps } pas ont été vus ; ceux qui comptent sont dessinés
    }{ $ghosts ->
        [0] {""}
       *[other]  ; ce qui aurait été permis est en vert
    }{ $covered ->
        [yes] ; ce qui était caché est hachuré
       *[no] {""}
    }{ $rolled ->
        [bare] ; aucun dé n’est sur le tapis, qui porte le signe ∅
        [no]  ; le dé qui n’a pas été jeté est resté en place et porte le signe =
       *[yes] {""}
    }{ $held ->
        [no] ; ce qui a servi sans être détenu est montré dans un coin, avec le signe ∅
       *[yes] {""}
    }
    .clip = Les secondes d’avant, au même endroit
    .none = Aucune image de ce tour n’a été gardée
name-before = avant
name-after = après
turn = tour { $n } : { $words }
chart = Places de { $drivers } après chacun des { $n } tours
axis = tour
by-turn = Tour par tour : { $measure } (à droite le maximum)
by-turn-time = Tour par tour : secondes (à droite le maximum)
by-turn-means = { $heading } ; en moyenne : { $list }
by-chance = Le hasard donnerait chaque face { $n } fois (la ligne en pointillés).
times = { $face } : { $n } fois

# Heads of tables.
head-place = place
head-driver = pilote
head-lap = tour de piste
head-turns = tours
head-faults = fautes
head-open = en suspens
head-events = événements
head-dice = lancers
head-faces = faces
head-points = points
head-flags = drapeaux
head-won = courses gagnées
head-measure = { $measure } : moyenne, maximum

# Verdicts.
status-LEGAL = permis
status-ILLEGAL = faute
status-UNDECIDED = question ouverte
status-correction = correction

# Seasons, and what is counted in a turn.
season-championship = Championnat
season-campaign = Campagne
measure-speed = vitesse
measure-gear = rapport
measure-tiles = tuiles
measure-spaces = cases
measure-steps = pas
event-token-spent = jeton dépensé
event-spun-out = tête-à-queue
event-came-back = revenu en piste
event-left-the-track = a quitté la piste
event-rolled-a-repeat = même chiffre relancé
event-repaired = réparé
event-turned-up = retourné
event-put-back = remis
event-item-used = objet utilisé
event-took-the-shortcut = raccourci pris
event-took-the-gate = portail pris
event-took-the-turn = virage pris
event-flag-placed = drapeau posé
event-wrong-card = mauvaise carte
event-card-turned-up = carte retournée
event-card-turned-down = carte remise face cachée

# On the command line.
before = Avant ce tour : { $words }
instead = Serait permis, par exemple : { $turn }

# Si un enregistrement est resté tel qu’il a été fait.
seal-whole = Les { $n } entrées sont toutes telles qu’elles ont été enregistrées.
    .empty = L’enregistrement est vide : rien n’a été enregistré, et rien n’y est faux.
seal-key = Signé de la clé : { $key }
seal-head = L’empreinte de la course : { $head }
fingerprint = Empreinte de la course
    .proves = Qui garde ceci peut prouver plus tard que personne n’a modifié l’enregistrement :
seal-changed = L’entrée { $n } n’est pas telle qu’elle a été enregistrée : elle a été modifiée, ajoutée ou déplacée.
seal-pictures = Une image de l’entrée { $n } n’est pas celle qui a été enregistrée : elle a été modifiée, ajoutée ou perdue.
seal-missing = L’entrée { $n } manque : elle a été retirée, ou perdue quand le fichier a été abîmé.
seal-ends = L’entrée { $n } et la suite manquent : l’enregistrement s’arrête ici, mais l’entrée { $seen } a été vue. La fin a été coupée, ou le journal à côté du fichier n’a pas été copié.
seal-rewritten = L’entrée { $n } n’est pas celle qui a été vue : elle, ou une entrée avant elle, a été récrite.
    .key = L’entrée { $n } est signée d’une autre clé que la course qui a été vue : elle a été récrite.
seal-race = L’empreinte est celle d’une autre course ; si c’est celle de cette course, tout l’enregistrement a été récrit depuis l’entrée { $n }.
seal-header = L’en-tête de l’enregistrement a été perdu ou modifié : rien ne peut être prouvé depuis l’entrée { $n }.
seal-stranger = Depuis l’entrée { $n }, l’enregistrement est signé de la clé { $key }, que cet ordinateur ne connaît pas. Est-ce celle de votre table ? Ajoutez alors --key { $key }, ou --seen avec l’empreinte du rapport de la course ou d’un téléphone.
seal-unsealed = Cet enregistrement n’a pas de sceaux depuis l’entrée { $n } : un programme plus ancien l’a fait, ou ils ont été retirés. Personne ne peut dire s’il a été modifié.
