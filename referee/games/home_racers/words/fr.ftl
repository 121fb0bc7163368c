# Home Racers. La valeur d’une règle est son titre, les attributs sont les façons de l’enfreindre.

who-R = { who-red }
who-Y = { who-yellow }
who-G = { who-green }
who-B = { who-blue }

colour-blue = bleu
colour-yellow = jaune
colour-green = vert
colour-orange = orange
colour-violet = violet

tiles = { $count ->
        [one] { $count } tuile
       *[other] { $count } tuiles
    }
tiles2 = { $count2 ->
        [one] { $count2 } tuile
       *[other] { $count2 } tuiles
    }
fives = { $good ->
        [0] aucun 5 ni 6
        [1] un seul 5 ou 6
       *[other] { $good } cinq ou six
    }
gear-rolled = rapport { $gear }{ $fives ->
        [any] { "" }
        [0] , ni 5 ni 6
        [one] { " " }+ un 5 ou 6
       *[other] { " " }+ { $fives } × 5 ou 6
    }
due = { $moves ->
        [none] aucun lancer des dés de rapport ne le permet
       *[other] les dés de rapport demandent { $moves }
    }

off = { $skew ->
        [0] { $off } mm
       *[other] { $off } mm et de { $skew } degrés
    }

gears-joint = { ", " }
    .last = { " ou " }
moves-joint = { ", " }
    .last = { " ou " }
lengths-joint = { ", " }
    .last = { " ou " }
dice-joint = { ", " }
    .last = { " et " }
value-joint = { ", " }
    .last = { " et " }
bends-joint = { ", " }
met-joint = { ", " }
    .last = { " et " }

bends-fl = virage léger à gauche
bends-fr = virage léger à droite
bends-lt = virage à gauche
bends-rt = virage à droite
bends-ll = changement de file à gauche
bends-rl = changement de file à droite
bends-ls = dérapage à gauche
bends-rs = dérapage à droite
bends-blue = par le portail { colour-blue }
bends-yellow = par le portail { colour-yellow }
bends-green = par le portail { colour-green }
bends-orange = par le portail { colour-orange }
bends-violet = par le portail { colour-violet }

met-caltrops = des clous
met-leak = une fuite
met-tires = une station de pneus
met-booster = un booster
met-collision = une autre voiture
met-reverse = la marche arrière

## Les règles

player-order = Chacun joue dans l’ordre des voitures en course
    .twice = { $who } a roulé deux fois dans la même manche ; c’était le tour de { $who2 }.
    .twice-sign = cette manche | a roulé deux fois | tour de { $who2 }
    .early = { $who } a roulé alors que c’était le tour de { $who2 }.
    .nobody = Ce n’est le tour de personne.
    .course = Le parcours doit avoir au moins trois points, ou aucun.
start-tile = Derrière la ligne, sans chevauchement, dans le sens de la flèche
    .line = La tuile de { $who } dépasse la ligne de départ ; elle commence derrière.
    .line-sign = tuile de départ | dépasse la ligne | la poser derrière
    .over = La tuile de { $who } recouvre celle de { $who2 } au départ.
    .over-sign = tuile de départ | recouvre une autre | les séparer
    .askew = La voiture de { $who } n’est pas dans le sens de la flèche de sa tuile.
    .askew-sign = voiture au départ | de travers | la tourner selon la flèche
    .no-line = La ligne de départ est inconnue : posez les deux cartes de la ligne, la gauche à gauche.
portal = Entrer par l’entrée, ressortir par la sortie de la même couleur
    .colours = { $who } est entré par un portail { $colour } et ressorti par un portail { $colour2 }.
    .colours-sign = portail | entré { $colour }, sorti { $colour2 } | sortir { $colour }
    .from-exit = { $who } est entré par la sortie du portail { $colour } et ressorti par son entrée.
    .from-exit-sign = portail | entré par la sortie | entrer par l’entrée
    .one = Il y a 1 tuile de portail { $colour } ; les portails vont par deux.
    .many = Il y a { $count } tuiles de portail { $colour } ; les portails vont par deux.
laps = Le nombre de tours convenu au passage de la ligne
    .early = { $who } a terminé la course après { $count ->
        [one] { $count } tour de piste
       *[other] { $count } tours de piste
    } sur { $laps }.
    .still = { $who } a fini mais devrait encore jouer.
gear-change = Le rapport change d’un au plus, entre 0 et 5
    .far = { $who } a roulé au rapport { $gear } après le rapport { $gears } ; seul le rapport { $gears2 } était possible.
    .far-sign = avant : rapport { $gears } | a roulé au rapport { $gear } | rouler au rapport { $gears2 }
    .rear = { $who } a roulé en arrière ; la marche arrière fait partie des règles étendues, dont on ne dispose pas.
    .rear-sign = voiture | a reculé | avancer
path-length = La trajectoire a deux fois plus de tuiles que le numéro du rapport
    .laid = { $who } a posé une trajectoire de { tiles } au rapport { $gear } ; il en faut { tiles2 }.
    .laid-sign = rapport { $gear } : trajectoire de 2 × { $gear } | { tiles } posées | poser { tiles2 }
    .unseen = La trajectoire de { $who } a { tiles } au rapport { $gear }, dont { $unseen } non vues ; il en faut { tiles2 }.
    .unseen-sign = rapport { $gear } : trajectoire de 2 × { $gear } | { tiles } posées | poser { tiles2 }
    .said = On a dit que la trajectoire de { $who } n’était pas de { tiles }, chacune au bord avant de la précédente, comme le veut le rapport { $gear }.
connection = Chaque tuile touche un bord avant de la précédente
    .apart = La tuile { $number } de la trajectoire de { $who } est décalée de { off } ; chaque tuile touche un bord avant de la précédente.
    .apart-sign = tuile { $number } | écart : { off } | poser bord à bord
    .stray = { $count ->
        [one] { tiles } de la trajectoire de { $who } n’est jointe à aucun bord avant de la précédente.
       *[other] { tiles } de la trajectoire de { $who } ne sont jointes à aucun bord avant de la précédente.
    }
    .stray-sign = trajectoire | tuiles isolées : { $count } | poser bord à bord
    .nowhere = { $who } se trouve là où ne mène aucune trajectoire de tuiles, chacune au bord avant de la précédente.
    .nowhere-sign = voiture | là où rien ne mène | rouler sur des tuiles
turns = Virages permis par un rapport, sans dés de danger
    .many = { $who } a fait { $count ->
        [one] { $count } virage
       *[other] { $count } virages
    } au rapport { $gear }, qui en permet { $most }.
    .many-sign = rapport { $gear } : { $most } au plus | a tourné { $count } × | { $most ->
        [0] aller tout droit
       *[other] tourner { $most } × au plus
    }
    .skid = { $who } a tourné de 120 degrés d’une tuile à la suivante ; un virage fait 60 degrés, et le dérapage fait partie des règles étendues, dont on ne dispose pas.
    .skid-sign = virage | tourné de 120° | tourner de 60° seulement
lane-changes = Changements de file permis par un rapport, sans dés de danger
    .many = { $who } a fait { $count ->
        [one] { $count } changement de file
       *[other] { $count } changements de file
    } au rapport { $gear }, qui en permet { $most }.
    .many-sign = rapport { $gear } : { $most } au plus | a changé de file { $count } × | { $most ->
        [0] aller tout droit
       *[other] changer { $most } × au plus
    }
move-distance = Le numéro du rapport, plus une tuile par 5 ou 6
    .moved = { $who } a avancé de { tiles } au rapport { $gear } ; { due }.
    .moved-sign = { gear-rolled } | a roulé de { tiles } | { $moves ->
        [none] { "" }
       *[other] rouler de { $moves }
    }
    .stands = { $who } se trouve là où mène une trajectoire de { tiles } au rapport { $gear } ; { due }.
    .stands-sign = { gear-rolled } | a roulé de { tiles } | { $moves ->
        [none] { "" }
       *[other] rouler de { $moves }
    }
    .off = { $who } n’est sur aucune tuile de la trajectoire posée.
    .off-sign = voiture | à côté des tuiles | la mettre sur une tuile
    .askew = La voiture de { $who } est tournée de { $askew } degrés par rapport à la flèche de sa tuile ; elle finit dans le sens de la flèche.
    .askew-sign = voiture | { $askew }° de travers | la tourner selon la flèche
    .dice = { $who } a lancé { $count ->
        [one] { $count } dé de rapport
       *[other] { $count } dés de rapport
    } au rapport { $gear } ; il en faut { $gear }.
    .dice-sign = rapport { $gear } | dés lancés : { $count } | en lancer { $gear }
tiles-cleared = Les tuiles sans voiture sont retirées
    .left = { $count ->
        [one] Après le tour de { $who }, il restait au sol { tiles } sans voiture.
       *[other] Après le tour de { $who }, il restait au sol { tiles } sans voiture.
    }
    .left-sign = tuile sans voiture : on l’enlève | { tiles } au sol | vider la trajectoire

## Ce qui a été fait

deed =
    .placed = a placé la voiture derrière la ligne
    .odd = a été mis là où ne mène aucune trajectoire
    .unseen = a roulé sans être vu
    .drove = a avancé de { tiles }{ in-gear }{ $met ->
        [none] { "" }
       *[other] { " " }sur { $met }
    }{ $bends ->
        [none] { $dice ->
            [none] { "" }
           *[other] { " " }(a lancé { $dice })
        }
       *[other] { $dice ->
            [none] { " " }({ $bends })
           *[other] { " " }({ $bends } ; a lancé { $dice })
        }
    }
    .laid = a posé { tiles }{ in-gear }{ and-rolled }
    .not-moved = n’a pas bougé{ in-gear }{ and-rolled }
    .stood = est resté sur place{ in-gear }
    .lays = a posé { tiles }
    .rolled = a lancé { $dice }
    .began = a commencé
    .seen = est devenu visible
    .cleared = a retiré la trajectoire
    .gone = a retiré le reste de la trajectoire, ce qui n’a pas été vu
    .left = a laissé au sol { tiles } de la trajectoire
    .said = l’a dit
in-gear = { $gear ->
        [none] { "" }
       *[other] { " " }au rapport { $gear }
    }
and-rolled = { $dice ->
        [none] { "" }
       *[other] { " " }et lancé { $dice }
    }
unfinished = { $said } ; le tour n’est pas fini

## Ce qui est supposé, demandé et dit

gear = le rapport de { $by } était { $value }
    .ask = Quel était le rapport de { $by } ?
    .answer = { $value }
    .pad = Rapport de { $by }
    .standing = rapport { $gears }
roll = { $by } a lancé { $value }
    .unseen = { $gear ->
        [one] le dé de rapport de { $by }, qui n’était pas visible, montrait
       *[other] les { $gear } dés de rapport de { $by }, qui n’étaient pas visibles, montraient
    } { $good ->
        [any] ce qu’il fallait
       *[other] { fives }
    }
    .otherwise = { $by } a lancé autre chose
    .ask = Qu’ont montré les dés de rapport de { $by } ?
    .answer = { $value }
    .fives = rapport { $gear } : { fives }
    .pad = { $by } a lancé
    .pad-gear = Les dés au rapport { $gear } ont montré
    .pad-fives = { $good ->
        [0] aucun 5 ni 6
        [1] un seul 5 ou 6
        [2] deux
        [3] trois
        [4] quatre
       *[other] cinq
    }
laid = la trajectoire de { $by } était posée
    .answer = est posée
    .pad = La trajectoire
touching = la trajectoire de { $by } était posée comme les règles le permettent, aussi là où on ne l’a pas vu
    .otherwise = la trajectoire de { $by } n’était pas celle que l’on a vue
    .ask = La trajectoire de { $by } avait-elle deux fois plus de tuiles que le numéro du rapport, chacune touchant la précédente ?
    .answer = toutes les tuiles se touchent
    .no = elles ne se touchent pas
    .pad = La trajectoire
joined = chaque tuile de la trajectoire de { $by } touchait la précédente
effect = un effet absent des règles dont on dispose explique le tour de { $by }
    .otherwise = un effet absent des règles dont on dispose explique davantage dans le tour de { $by }
    .ask = Est-ce qu’un effet absent des règles dont on dispose explique le tour de { $by } ?
    .answer = oui
    .no = non
    .pad = Une tuile spéciale explique le tour
danger = les dés de danger, absents des règles dont on dispose, ont permis les virages ou changements de file en plus
    .otherwise = les dés de danger, absents des règles dont on dispose, expliquent davantage dans le tour de { $by }
    .ask = Les dés de danger ont-ils permis plus à { $by } ?
    .answer = oui
    .no = non
    .pad = Les dés de danger ont permis plus
entrance = le portail { $at } { $value } est l’entrée
    .otherwise = le portail { $at } { $value } n’est pas l’entrée
    .ask = Quel portail { $at } est l’entrée ?
    .answer = { $value }
    .place = celui à { $x }, { $y } mm
    .pad = L’entrée du portail { $at } est
first = c’était ensuite le tour de { $value }
    .ask = Quelle voiture était devant et a donc roulé ensuite ?
    .answer = { $value }
    .pad = Le suivant dans l’ordre de la course
again = { $by } a eu un autre tour, que personne n’a vu
    .ask = Est-ce que { $by } a eu un autre tour avant celui-ci, que personne n’a vu ?
    .answer = oui
    .no = non
    .pad = Un autre tour, que personne n’a vu
lay = la voiture de { $by } était là où on l’a vue la dernière fois
    .otherwise = la voiture de { $by } a été déplacée avant, pendant qu’on ne la voyait pas
    .ask = La voiture de { $by } a été déplacée pendant qu’on ne la voyait pas. Si c’est juste, prenez la table telle quelle ; sinon, remettez-la en place.
place = la voiture de { $by }, qui n’est pas visible, est là où les règles le permettent
    .view = elle est visible
    .ask = Où est la voiture de { $by } ? Dégagez la vue sur le sol.
cleared = les tuiles de la trajectoire de { $by } sont enlevées, aussi là où le sol est caché
    .look = elle est visible
    .ask = Toutes les tuiles de la trajectoire de { $by } qui ne portent pas de voiture sont-elles enlevées du sol ? Dégagez la vue.
lap = { $by } a franchi la ligne { $value } fois
    .answer = { $value }
    .pad = { $by } a franchi la ligne
done = le tour de { $by } est fini
    .answer = est fini
    .pad = Tour de { $by }
    .pad-placed = { $by } a placé la voiture
    .placed = fini
finished = { $by } a terminé la course
    .ask = La voiture de { $by } a-t-elle terminé la course ?
    .answer = elle a terminé la course
    .pad = Voiture de { $by }
    .pad-over = et la course sont finis

## Ce qu’on peut faire, et où en est la course

now = La course est finie.
    .place = { $who } place une tuile de route avec la voiture derrière la ligne de départ, sur aucune autre tuile.
    .drive = À { $who } de rouler au rapport { $gears } : une trajectoire de { $lengths } tuiles.
advice = { $who } pourrait avancer de { tiles } au rapport { $gear }{ $bends ->
        [none] { " " }tout droit
       *[other] { " " }({ $bends })
    }, avec { fives } aux dés.
    .place = { $who } place une tuile derrière la ligne, sur aucune autre tuile.
    .gears = { $who } pourrait rouler au rapport { $gears }.
    .still = { $who } pourrait rester sur place au rapport 0.
note = { $notes }
    .finished = arrivé
    .to-place = à placer
    .lost = pas visible
    .caltrops = a roulé sur des clous (effet absent des règles dont on dispose)
    .way = { $metres },{ $tenths } m parcourus
notes-joint = { ", " }
outcome = La course est finie : { $places }.
    .place = { $who } { $place ->
        [1] gagne
        [2] est deuxième
        [3] est troisième
       *[other] est quatrième
    }
places-joint = { ", " }

# What is wrong on the table, in a position or with what is asked for.
road-tile = tuile de route
die-of = dé { $n } de { $who }
starting-line-is-not-seen = La ligne de départ n’est pas visible : posez les deux cartes de la ligne, la gauche à gauche.
cars-should-stand = { $players } voitures devraient se tenir derrière la ligne de départ ; visibles : { $cars }.
car-stands-where-two-tiles = la voiture de { $who } se trouve là où deux tuiles se recouvrent : enlevez celle qui n’est pas la sienne
no-line-card-and-no = aucune carte de la ligne ni tuile spéciale n’est visible : dégagez la vue sur l’une d’elles
starting-line-is-not-seen-put = la ligne de départ n’est pas visible : posez les deux cartes de la ligne, la gauche à gauche
tile-lies-elsewhere-than-before = la tuile spéciale « { $kind } » n’est plus à sa place : remettez-la ou prenez le sol tel quel
piece-another-kit-lies-on-floor = une pièce d’un autre kit est sur le sol : { $text }
two-copies-are-on-floor = { $text } est en double sur le sol : enlevez-en un
special-tile = tuile spéciale { $kind }
cars-joint = { ", " }
cars-none = aucune
kind-caltrops = clous
kind-leak = fuite
kind-tires = pneus
kind-booster = booster
kind-blue = { colour-blue }
kind-yellow = { colour-yellow }
kind-green = { colour-green }
kind-orange = { colour-orange }
kind-violet = { colour-violet }

# What the table agrees on: `agree-<option>`, and its choices.
agree-laps = Combien de tours de piste ?
agree-places = Pour combien de places court-on ?
agree-danger = Plus de virages ou de changements de file que le rapport ne permet :
agree-danger-fault = sont une faute
agree-danger-ask = demander : les dés de danger peuvent le permettre
agree-reverse = La marche arrière :
agree-reverse-none = ne se joue pas
agree-reverse-ask = demander à chaque fois
agree-caltrops = Règle maison : que font les clous ?
agree-caltrops-ask = demander à chaque fois
agree-caltrops-none = aucun
agree-caltrops-stop = la voiture s’y arrête
agree-caltrops-move1 = +1 tuiles
agree-caltrops-move2 = +2 tuiles
agree-caltrops-gear1 = rapport +1
agree-caltrops-gear-1 = rapport -1
agree-leak = Règle maison : que fait une fuite ?
agree-leak-ask = demander à chaque fois
agree-leak-none = aucun
agree-leak-stop = la voiture s’y arrête
agree-leak-move1 = +1 tuiles
agree-leak-move2 = +2 tuiles
agree-leak-gear1 = rapport +1
agree-leak-gear-1 = rapport -1
agree-tires = Règle maison : que fait une station de pneus ?
agree-tires-ask = demander à chaque fois
agree-tires-none = aucun
agree-tires-stop = la voiture s’y arrête
agree-tires-move1 = +1 tuiles
agree-tires-move2 = +2 tuiles
agree-tires-gear1 = rapport +1
agree-tires-gear-1 = rapport -1
agree-booster = Règle maison : que fait un booster ?
agree-booster-ask = demander à chaque fois
agree-booster-none = aucun
agree-booster-stop = la voiture s’y arrête
agree-booster-move1 = +1 tuiles
agree-booster-move2 = +2 tuiles
agree-booster-gear1 = rapport +1
agree-booster-gear-1 = rapport -1
agree-collision = Règle maison : que se passe-t-il si une trajectoire recouvre la tuile d’une autre voiture ?
agree-collision-ask = demander à chaque fois
agree-collision-none = aucun
agree-collision-stop = la voiture s’y arrête
agree-collision-move1 = +1 tuiles
agree-collision-move2 = +2 tuiles
agree-collision-gear1 = rapport +1
agree-collision-gear-1 = rapport -1
agree-across = Quelle est la largeur d’une tuile de route, d’un côté plat à l’autre (mm) ?
agree-across-80 = 80 mm
agree-across-85 = 85 mm
agree-across-90 = 90 mm
agree-across-95 = 95 mm
agree-across-100 = 100 mm
agree-across-110 = 110 mm
agree-across-120 = 120 mm
agree-gap = De combien deux tuiles qui se touchent encore peuvent-elles être écartées (mm) ?
agree-gap-3 = 3 mm
agree-gap-4 = 4 mm
agree-gap-5 = 5 mm
agree-gap-6 = 6 mm
agree-gap-8 = 8 mm
agree-gap-10 = 10 mm

# What the drawn floor says.
floor-shows = Sol de Home Racers : { $pieces }
    .empty = Sol de Home Racers : aucune voiture
lies-at = { $kind } en { $x }, { $y } mm
    .car = { $who } en { $x }, { $y } mm, direction { $degrees } degrés
pieces-joint = { " ; " }

# Positions, turns and words in notation that cannot be read.
roll-needs-faces = roll={ $text } : il faut les faces de cinq dés de rapport au plus, avec des points entre elles, comme 2.4.5.
no-part-of-turn = « { $text } » n’est pas une partie d’un tour, comme R: gear=3 path=st-st-fl-st-st-st roll=2.4.5 move=4.
no-placement = « { $text } » n’est pas une pose : il y a { $list }, et des sauts comme pb00.
not-met = met={ $text } n’est pas connu : il y a { $list }.
not-in-this-race = { $text } n’est pas dans cette course ; il y a { $list }.
needs-numbers = { $field }={ $text } : il faut { $n } nombres séparés par des deux-points.
area-needs-corners = covered={ $text } doit avoir au moins trois coins séparés par des barres obliques.
line-is-a-point = line= a ses deux bouts au même point : écrivez le gauche et le droit, comme 0:150:0:-150.
number-between = « { $text } » doit être entre { $min } et { $max }.
position-knows-all = une position sait où tout se trouve : laissez missing= et covered= (écrivez lost=).
