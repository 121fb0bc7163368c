# Racepack. La valeur d’une règle est son titre, les attributs sont les façons de l’enfreindre.

who-S = { who-red }
who-M = { who-black }
who-C = { who-green }
who-A = { who-blue }
who-2S = { who-red } 2
who-2M = { who-black } 2
who-2C = { who-green } 2
who-2A = { who-blue } 2
who-dC = dé Vert
who-dA = dé Bleu

rank-n = nul
    .a = un nul
rank-a = as
    .a = un as
rank-2 = 2
    .a = 2
rank-3 = 3
    .a = 3
rank-4 = 4
    .a = 4
rank-5 = 5
    .a = 5
rank-o = symbole
rank-o2 = symbole (comme 2)
rank-o4 = symbole (comme 4)

at-0 = aucun
at-1 = premier
    .count = un
at-2 = deuxième
    .count = deux
at-3 = troisième
    .count = trois
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

nth-1 = premier
nth-2 = deuxième
nth-3 = troisième
nth-4 = quatrième
nth-5 = cinquième
nth-6 = sixième
nth-7 = septième
nth-8 = huitième

pair = { $who } et { $who2 }
teams = Chacun conduit deux voitures : { $teams }. Celles d’un joueur peuvent s’appeler « Ann 1 » et « Ann 2 ».
teams-joint = { "; " }
cars-joint = { ", " }
squares-joint = { ", " }
tokens-joint = { ", " }
speeds-joint = { ", " }
    .last = { " ou " }

## Les règles

track = Un circuit fermé de 24 tuiles
    .counted = Les cases se comptent à partir du bas à gauche du circuit, de sorte qu’il atteigne la colonne a et la rangée 1.
    .one = Le circuit n’a qu’une tuile.
    .all = Le circuit a { $count } tuiles ; il faut les { $most }.
    .between = Le circuit a { $count } tuiles ; avec deux piecepacks il en faut { $least } à { $most }.
    .same-place = Deux tuiles sont au même endroit.
    .touches = La tuile en { $square } touche { $count ->
        [1] 1 autre tuile
       *[other] { $count } autres tuiles
    } ; chacune doit en toucher exactement deux.
    .hairpin = La tuile en { $square } touche { $count ->
        [1] 1 autre tuile
       *[other] { $count } autres tuiles
    } ; chacune doit en toucher exactement deux, sauf dans une épingle convenue.
    .grid = La ligne de départ et d’arrivée a besoin de { $count } rangées droites derrière elle pour la grille.
    .grid-chicane = La ligne de départ et d’arrivée a besoin de { $count } rangées sans chicane derrière elle pour la grille.
    .line = La ligne de départ et d’arrivée ne peut pas traverser une tuile de virage.
    .chicane = La tuile en { $square } est décalée d’une case ; c’est une chicane, et aucune n’est convenue.
    .chicane-place = La chicane en { $square } est entre la ligne de départ et le virage 1, où il ne peut pas y en avoir.
    .half = Les tuiles en { $square } et { $square2 } ne partagent qu’un demi-côté ; une seule tuile d’une chicane est décalée.
    .narrow = La ligne droite principale doit avoir deux tuiles de large : posez une deuxième rangée à l’extérieur.
    .wide = Une deuxième rangée de tuiles longe la ligne droite : convenez de quatre files ou d’une voie des stands.
    .flush = La tuile en { $square } de la deuxième rangée n’est pas contre la ligne droite principale.
    .row = La deuxième rangée de la ligne droite doit être d’un seul tenant, d’un seul côté.
    .pit-lane = La voie des stands fait { $count ->
        [1] 1 tuile
       *[other] { $count } tuiles
    } ; il en faut { $least }.
    .four-lanes = Quatre files doivent aller de la grille au premier virage : posez la deuxième rangée jusqu’au bout.
    .off-road = { $who } est sur { $square }, qui n’est pas la route.
starting-grid = Par paires derrière la ligne, en avançant dans sa file
    .lane = { $who } a avancé jusqu’à { $square } ; une voiture en attente avance dans sa file.
    .lane-sign = grille de départ | avancé sur une autre file | avancer sur sa file
turn-order = Chacun joue à son tour
    .moved = { $who } a été déplacé alors que c’est le tour de { $who2 }.
    .moved-sign = { $who2 } était devant { $who } | hors de son tour | tour de { $who2 }
    .again = { $who } a joué encore une fois ; c’est le tour de { $who2 }.
    .again-sign = tour terminé | a rejoué | tour de { $who2 }
    .nobody = Ce n’est le tour de personne.
order = Qui est devant qui
    .other = L’ordre des voitures est { $cars }.
three-movements = Trois mouvements par tour
    .more = { $who } a fait { $used } mouvements ; un tour en a trois.
    .more-sign = un tour | { $used } mouvements faits | en faire 3 seulement
    .fewer = { $who } a fait { $used ->
        [0] aucun mouvement
        [1] un seul mouvement
       *[other] deux mouvements seulement
    } alors que { $most ->
        [1] un seul était possible
       *[other] { $most } étaient possibles
    }.
    .fewer-sign = un tour | mouvements faits : { $used } | en faire { $most }
    .unseen = { $who } a fait moins de { $most } mouvements.
    .unseen-sign = un tour | moins de { $most } mouvements vus | en faire { $most }
forward = Tout droit, d’une à sept cases
    .far = { $who } a avancé de { $spaces } cases d’un coup ; sept est le maximum.
    .far-sign = un mouvement | avancé de { $spaces } cases | avancer de 7 au plus
    .backwards = { $who } a reculé, de { $square } à { $square2 } ; on ne fait qu’avancer.
    .backwards-sign = voiture | a reculé | avancer
    .round = { $who } est allé de { $square } à { $square2 } ; un mouvement en avant va tout droit, au plus jusqu’au virage.
    .round-sign = un mouvement | pas tout droit | aller tout droit jusqu’au virage
    .on = { $who } a été mis sur { $square } ; aucun mouvement n’y mène.
    .on-sign = voiture | là où rien ne mène | suivre la route
    .outside = { $who } a été mis à l’extérieur du virage { $square } ; aucun mouvement n’y mène.
    .outside-sign = voiture | là où rien ne mène | suivre la route
    .off = { $who } a été mis hors du circuit ; aucun mouvement n’y mène.
    .off-sign = voiture | là où rien ne mène | suivre la route
speed-change = Accélérer d’un, ralentir d’un ou deux
    .change = { $who } a roulé à vitesse { $speed } après la vitesse { $speeds } ; seule { $speeds2 } était possible.
    .change-sign = avant : vitesse { $speeds } | a roulé à { $speed } | rouler à { $speeds2 }
start-speed = Le premier mouvement de la course est à vitesse 1
    .fast = { $who } a commencé la course à vitesse { $speed } ; le premier mouvement est à vitesse 1.
    .fast-sign = premier mouvement | a roulé à { $speed } | rouler à 1
lane-change = Une case en diagonale vers l’avant
    .sideways = { $who } est allé de côté, de { $square } à { $square2 } ; un changement de file est une case en diagonale vers l’avant.
    .sideways-sign = changement de file | parti de côté | aller 1 case en diagonale
    .far = { $who } a changé de file de { $square } à { $square2 } ; un changement de file est une case en diagonale vers l’avant.
    .far-sign = changement de file | allé trop loin | aller 1 case en diagonale
inside-corner-edge = Ne pas couper les bords intérieurs des virages
    .cut = { $who } a changé de file de { $square } à { $square2 } par-dessus un bord intérieur de virage.
    .cut-sign = changement de file | a coupé le coin | passer autour
no-bumping = Jamais par-dessus ni sur une autre voiture
    .over = { $who } est passé sur { $who2 } en { $square } ; on ne heurte pas les voitures.
    .over-sign = voiture de { $who2 } | passée par-dessus | rester derrière
    .both = { $who } et { $who2 } sont sur la même case : { $square }.
    .both-sign = une case | deux voitures dessus | n’en laisser qu’une
corner-speed = On entre dans un virage à vitesse 1 ou 2
    .fast = { $who } est entré dans le virage { $corner } à vitesse { $speed } ; 2 est le maximum.
    .fast-sign = dans le virage | a roulé à { $speed } | rouler à 1 ou 2
penalty-roll = Entrer à vitesse 2 demande un jet
    .missing = { $who } est entré dans un virage à vitesse 2 et le dé de pénalité n’a pas été lancé pendant que la voiture s’y trouvait.
    .missing-sign = virage à vitesse 2 | dé pas lancé | lancer le dé
spin-out = Une voiture sortie quitte la route aussitôt
    .no-roll = { $who } est hors de la route, mais aucun jet ne l’a fait sortir.
    .no-roll-sign = pas de sortie aux dés | voiture hors de la route | la remettre sur la route
    .drove-on = { $who } a lancé { $face_a }, c’est une sortie de route, et a continué.
    .drove-on-sign = sortie de route : { $face } | a continué | la mettre hors de la route
    .stayed = { $who } a lancé { $face_a }, c’est une sortie de route, mais la voiture est encore sur la route.
    .stayed-sign = sortie de route : { $face } | encore sur la route | la mettre hors de la route
    .unseen = Le jet de { $who } était une sortie de route, mais la voiture est encore sur la route.
    .unseen-sign = sortie de route | encore sur la route | la mettre hors de la route
    .moved-on = { $who } a continué après sa sortie ; une sortie de route finit le tour.
    .moved-on-sign = sortie de route | a continué | finir le tour
    .no-corner = { $who } est à côté de { $square }, qui n’est pas un virage.
re-entry = Retour sur l’une des trois cases extérieures
    .elsewhere = { $who } est revenu sur { $square } ; les cases de retour sont { $squares }.
    .elsewhere-sign = retour sur la route | mauvaise case | la mettre dans un cadre vert
strategy-token = Chaque jeton une fois, pour sa propre voiture
    .start = { $who } a utilisé un jeton au départ ; ce mouvement est à vitesse 1.
    .start-sign = départ | jeton utilisé | rouler à 1 sans jeton
    .gone = { $who } n’a plus de jeton { $token }.
    .gone-sign = jeton { $token } | utilisé, mais épuisé | en utiliser un autre
    .another = { $who } a roulé à vitesse { $speed } avec le jeton { $token } ; c’est son nombre qui compte.
    .another-sign = jeton { $token } | a roulé à { $speed } | rouler comme le jeton
    .own = Le jeton contre { $who } est du même joueur ; il doit être d’un autre.
    .own-sign = jeton contre { $who } | le sien | un autre joueur en joue un
    .gone-against = { $who } n’a plus de jeton { $token } contre les autres.
    .gone-against-sign = jeton { $token } | utilisé, mais épuisé | en utiliser un autre
    .two = Deux jetons ont été dépensés contre une entrée de { $who } ; on était convenu d’un au plus.
    .two-sign = une entrée de virage | deux jetons utilisés | n’en utiliser qu’un
hazard-stop = Un obstacle symbole visible finit le tour
    .moved-on = { $who } a continué après l’obstacle sur { $square } ; il finit le tour.
    .moved-on-sign = arrivé sur un obstacle | a continué | finir le tour
hazard-flip = Retourné quand la dernière voiture est passée
    .early = L’obstacle sur { $square } a été retourné avant le passage de la dernière voiture.
    .early-sign = { $who2 } est dernier, pas passé | obstacle retourné | le laisser
    .back = L’obstacle sur { $square } a été remis ; il reste symbole visible.
    .back-sign = obstacle | remis à l’envers | le laisser ainsi
    .not-turned = La dernière voiture a passé l’obstacle sur { $square }, et il n’a pas été retourné.
    .not-turned-sign = { $who2 } est dernier et passé | obstacle pas retourné | le retourner
hazard-place = Comptés en tuiles à partir du virage 1
    .gone = L’obstacle sur { $square } a été enlevé ; les obstacles restent en place.
    .gone-sign = obstacle | enlevé | le remettre
    .new = L’obstacle sur { $square } n’y était pas avant ; les obstacles restent en place.
    .new-sign = obstacle | posé là | l’enlever
    .moved = L’obstacle sur { $square } a été déplacé en { $square2 } ; les obstacles restent en place.
    .moved-sign = obstacle | déplacé | le remettre
    .more-than-eight = { $count } obstacles sont sur la route ; avec deux piecepacks il y en a huit.
    .not-four = { $count ->
        [1] 1 obstacle est sur la route
       *[other] { $count } obstacles sont sur la route
    } ; la course en a quatre.
    .off-road = L’obstacle sur { $square } n’est pas sur la route.
    .far = L’obstacle sur { $square } n’est pas 1 à 5 tuiles après le précédent (à partir du virage 1).
lap-die = Un de moins quand le premier franchit la ligne
    .shows = Le dé des tours montre { $count } ; il devrait montrer { $count2 }.
    .shows-sign = { $who2 } mène, pas de nouveau tour | dé des tours sur { $count } | le mettre sur { $count2 }
    .crossed = Le dé des tours montre { $count } ; il devrait montrer { $count2 }, car { $who2 } mène et a franchi la ligne.
    .crossed-sign = { $who2 } mène, a franchi la ligne | dé des tours sur { $count } | le mettre sur { $count2 }
finish = Le dernier passage de la ligne
    .early = { $who } a été retiré du circuit sans avoir fini.
    .early-sign = pas encore arrivé | voiture enlevée | la remettre
timer = Aucun mouvement après la fin du temps
    .late = { $who } a fait le { $nth } mouvement après la fin du temps ; le reste de ce tour était perdu.
    .late-sign = temps écoulé | a continué | finir le tour
pit-lane-speed = Vitesse 3 au plus dans les stands
    .fast = { $who } a roulé à vitesse { $speed } dans les stands, jusqu’à { $square } ; 3 y est le maximum.
    .fast-sign = dans la voie des stands | a roulé à { $speed } | rouler à 3 au plus
pit-stop = Un arrêt au stand avant l’arrivée
    .missing = { $who } a été retiré du circuit sans { $needed ->
        [1] son arrêt au stand
       *[other] ses { $needed } arrêts au stand
    } ; sa course n’est pas finie.
    .missing-sign = arrivée | arrêts manquants : { $needed } | les faire avant
spare-hazards = Un obstacle de réserve là où une voiture est sortie
    .not-placed = { $who } est sorti en { $square } ; il y faut un obstacle de réserve et il n’y en a pas.
    .not-placed-sign = sortie de route ici | aucun obstacle posé | en poser un
    .elsewhere = Un obstacle de réserve a été mis sur { $square } ; sa place est { $square2 }.
    .elsewhere-sign = obstacle en plus | mauvaise case | le mettre là où la voiture est sortie
    .not-due = Un obstacle de réserve a été mis sur { $square } ; aucune voiture n’y est sortie.
    .not-due-sign = pas de sortie ici | obstacle posé | l’enlever
    .third = Un troisième obstacle a été mis sur la tuile de virage avec { $square } ; un virage en porte deux au plus.
    .third-sign = tuile de virage | troisième obstacle posé | l’enlever
    .from-corner = L’obstacle sur { $square } a été déplacé ; dans un virage, il reste.
    .from-corner-sign = obstacle en virage | déplacé | le remettre

## Ce qui a été fait

deed =
    .up = a avancé jusqu’à { $square }
    .drove = a roulé de { $speed } jusqu’à { $square }
    .drove-token = a roulé de { $speed } jusqu’à { $square } (jeton { $token })
    .lane = a changé de file vers { $square }
    .lane-token = a changé de file vers { $square } (jeton { $token })
    .lane-speed = a changé de file vers { $square } à vitesse { $speed }
    .lane-speed-token = a changé de file vers { $square } à vitesse { $speed } (jeton { $token })
    .back = est revenu sur { $square }
    .on = a été mis sur { $square }
    .outside = a été mis à l’extérieur du virage { $square }
    .off = a été mis hors du circuit
    .rolled = a lancé { $face_a }
    .rolled-unseen = a lancé (pas visible)
    .again = a relancé { $face_a }
    .again-unseen = a relancé (pas visible)
    .met = a rencontré le jeton { $token } de { $who }
    .met-unseen = a rencontré un jeton
    .out = est sorti de la route
    .left = a quitté le circuit
    .not-moved = n’a pas bougé
under-way = { $turns } ; mouvements faits : { $used ->
        [0] aucun
        [1] un
        [2] deux
       *[other] trois
    } sur trois

## Ce qu’on suppose, demande et dit

speed = { $by } a fait le { $at } mouvement à vitesse { $value }
    .otherwise = { $by } a fait le { $at } mouvement à une autre vitesse
    .ask = À quelle vitesse { $by } a-t-il fait le { $at } mouvement ?
    .answer = { $value }
    .pad = Vitesse, { $at } mouvement (changement de file)
token = { $value ->
        [no] { $by } n’a utilisé aucun jeton
       *[other] { $by } a utilisé le jeton { $value } pour le { $at } mouvement
    }
    .otherwise = { $by } n’a pas utilisé un tel jeton pour le { $at } mouvement
    .ask = { $by } a-t-il utilisé un jeton pour le { $at } mouvement ?
    .answer = { $value }
    .no = aucun jeton utilisé
    .pad = Jeton pour le { $at } mouvement
facing = { $value ->
        [old] { $by } a fait le { $at } mouvement encore orienté comme à l’entrée du virage
       *[other] { $by } a fait le { $at } mouvement tourné vers la sortie du virage
    }
    .otherwise = { $by } était tourné dans l’autre sens au { $at } mouvement
    .ask = Dans quel sens était { $by } au { $at } mouvement ?
    .answer = { $value ->
        [old] comme à l’entrée du virage
       *[other] vers la sortie du virage
    }
    .pad = Encore orienté comme à l’entrée du virage
    .pad-old = { $at } mouvement
roll = { $value ->
        [no] { $by } n’a pas lancé le dé de pénalité
        [safe] le jet de pénalité de { $by }, qui n’a pas été vu, a eu lieu et s’est bien passé
       *[other] le jet de pénalité de { $by }, qui n’a pas été vu, a montré { $value_a }
    }
    .pushed = le jet de pénalité de { $by } a eu lieu, le dé n’a pas seulement été poussé
    .ask = Qu’a montré le jet de pénalité de { $by } ?
    .answer = { $value }
    .no = il n’a pas été lancé
    .pad = Le jet de pénalité a montré
reroll = { $value ->
        [safe] le nouveau jet s’est bien passé
        [out] le nouveau jet a fait sortir la voiture
       *[other] le nouveau jet a montré { $value_a }
    }
    .pushed = le nouveau jet a eu lieu, le dé n’a pas seulement été poussé
    .ask = Qu’a montré le nouveau jet ?
    .answer = { $value }
    .pad = Le nouveau jet a montré
defence = { $value ->
        [no] aucun jeton n’a été dépensé contre { $by }
       *[other] { $at } a dépensé le jeton { $value } contre { $by }
    }
    .otherwise = aucun jeton de ce genre n’a été dépensé contre { $by }
    .ask = Un autre joueur a-t-il dépensé un jeton contre { $by } ?
    .answer = { $value } de { $at }
    .no = non
    .pad = Jeton contre { $by }
    .pad-token = { $at } { $value }
time = { $value ->
        [no] le temps de { $by } ne s’est pas écoulé
       *[other] le temps de { $by } s’est écoulé
    }
    .otherwise = le temps de { $by } n’était pas encore écoulé
    .ask = Le temps de { $by } s’est-il écoulé ?
    .ask-count = Combien de mouvements { $by } avait-il finis à la fin du temps ?
    .answer = oui
    .no = il ne s’est pas écoulé
    .pad = Le temps s’est écoulé
    .pad-none = après aucun
    .pad-after = après { $at_count }
    .pad-up = mouvements non comptés
    .pad-no = non
stop = { $value ->
        [no] { $by } n’a pas fait d’arrêt au stand
       *[other] { $by } a fait un arrêt au stand qui n’a pas été vu
    }
    .ask = { $by } a-t-il fait un arrêt au stand qui n’a pas été vu ?
    .answer = oui
    .no = non
    .pad = Un arrêt au stand de { $by } qui n’a pas été vu
    .pad-yes = s’est arrêté
    .pad-no = ne s’est pas arrêté
lay = { lay-what } : comme on l’a vu la dernière fois
    .otherwise = { lay-what } : changé avant, pendant qu’on ne le voyait pas
    .ask = Quelque chose a été changé pendant que c’était caché : { lay-what }. Si c’est juste, prenez la table telle quelle ; sinon, remettez-le en ordre.
lay-what = { $what ->
    [car] la voiture de { $by }
    [lap] le dé des tours
   *[hazard] l’obstacle sur { $square }
}
car = la voiture de { $by }, qui n’est pas visible, est { $value ->
        [off] hors du circuit
       *[other] sur { $value }
    }
    .outside = la voiture de { $by }, qui n’est pas visible, est à l’extérieur du virage { $value }
    .otherwise = la voiture de { $by }, qui n’est pas visible, se trouve ailleurs
    .view = elle est visible
    .ask = Où est la voiture de { $by } ? Dégagez la vue sur la table.
elsewhere = la voiture de { $by }, qui n’est pas visible, se trouve ailleurs
    .view = elle est visible
    .ask = Où est la voiture de { $by } ? Dégagez la vue sur la table.
missed = les tours manqués, trop nombreux pour les suivre, respectaient les règles
    .ask = Plusieurs pièces ont changé de place à la fois. Si des tours ont été manqués ou la table refaite, prenez la table telle quelle ; sinon, remettez les pièces en place.
twice = { $by } a eu deux tours
    .ask = { $by } a-t-il eu deux tours ? Si oui, prenez la table telle quelle ; sinon, remettez la voiture en place.
view = le tour de { $by } a fini là où personne ne l’a vu
    .view = elle est visible
    .ask = Où est la voiture de { $by } ? Dégagez la vue sur la table.
thrown = le dé de pénalité a été lancé ou poussé pour rien
done = le tour de { $by } est fini
    .answer = fini
    .pad = Le tour de { $by } est fini

## Ce qui peut être fait, et où en est la course

now = La course est finie.
    .may-pass = { $who } peut passer : seuls l’ancienne direction, un virage à vitesse 2 ou un jeton permettent d’avancer.
    .no-move = { $who } ne peut pas rouler : son tour passe.
    .back = { $who } revient au virage { $corner } avec un mouvement (vitesse 1) et en a encore deux.
    .back-somewhere = { $who } revient au virage avec un mouvement (vitesse 1) et en a encore deux.
    .start = { $who } démarre : le premier mouvement à vitesse 1, puis deux autres.
    .enough = À { $who } de jouer : { $most ->
        [1] un mouvement suffit
       *[other] deux mouvements suffisent
    } ; pour plus, il faut l’ancienne direction, un virage à vitesse 2 ou un jeton.
    .blocked = À { $who } de jouer : la voie est bloquée après { $most ->
        [1] un mouvement
       *[other] deux mouvements
    }.
    .three = À { $who } de jouer : trois mouvements, le premier à n’importe quelle vitesse.
due =
    .roll = { $who } : lancez le dé de pénalité
    .out = { $face } : posez { $who } à l’extérieur du virage { $corner }
advice = { $who } pourrait { $deeds }.
    .none = { $who } ne peut pas rouler ; son tour passe.
    .up = avancer jusqu’à { $square }
    .drive = rouler de { $speed } jusqu’à { $square }
    .lane = changer de file vers { $square }
    .back = revenir sur { $square }
    .leave = quitter le circuit
note = au départ
    .finished = arrivé { $nth }
    .out = est sorti de la route
left = { $tokens }
outcome = La course est finie : il ne reste aucune voiture sur le circuit.
    .places = La course est finie : { $places }.
    .first = { $who } gagne
    .second = { $who } est deuxième
    .third = { $who } est troisième
places-joint = { ", " }

# What is wrong on the table, in a position or with what is asked for.
hazard-lies-on-already = il y a déjà un obstacle sur { $space }.
hazard-lies-on-space-road = un obstacle se trouve sur une case de la route, ou hors du circuit.
hazard-on = obstacle en { $space }
    .blank = obstacle en { $space }, face vide visible
    .danger = obstacle en { $space }, symbole visible
this-track-has-no-such = cette case n’existe pas sur ce circuit (elles vont de a1 à { $space }).
cannot-be-covered = { $space } ne peut pas être caché : { $no_space }
no-closed-track-is-seen = Aucun circuit fermé n’est visible : la course ne peut pas commencer.
car-cannot-stand-on = la voiture de { $who } ne peut pas être sur { $space } : { $no_space }
car-cannot-stand-outside-road = la voiture de { $who } ne peut pas être à l’extérieur de { $space } : la route n’y tourne pas.
no-hazard-can-lie-on = il ne peut pas y avoir d’obstacle sur { $space } : { $no_space }
car-is-nowhere = La voiture de { $who } n’est ni sur la route ni à côté d’un virage.
car-is-not-seen-all = La voiture de { $who } n’est pas visible ; toutes doivent être sur la grille de départ.
car-does-not-stand-on = La voiture de { $who } n’est pas sur la grille de départ derrière la ligne.
tokens-kept-suit-side-up = Les jetons gardés symbole visible n’existent que dans le jeu à trois.
cars-do-not-go-round = { $n } voitures ne se partagent pas entre { $players } joueurs : chacun en a une, ou chacun deux.
with-two-piecepacks-racepack-is = avec deux piecepacks, Racepack se joue de 3 à 8, pas à { $players }.
with-one-piecepack-racepack-is = avec un piecepack, Racepack se joue à 2, 3 ou 4, pas à { $players }.
lap-card = la carte des tours
neither-clearly-beside-corner-nor = ni nettement à côté d’un virage ni à l’écart de la piste
between-two-corners = entre deux virages
between = entre { $list }
dice-lie-in-tray-leave = { $n } dés sont dans le bac : n’y laissez que le dé de pénalité
half-off = à moitié hors de { $list }
stands = { $piece } est { $where }
red-die-lies-on-road = le dé rouge est sur la route : posez-le à côté de la ligne de départ et d’arrivée
piece-another-kit-lies-on-table = une pièce d’un autre kit est sur la table : { $text }
are-both-seen-on = { $piece } sont visibles tous deux sur { $space }
two-hazard-coins-lie-on = deux pièces d’obstacle sont sur { $space }
two-copies-are-on-table-take-one = { $piece } est en double sur la table : enlevez-en un
lap-card-is-not-be = la carte des tours n’est pas visible : posez-la hors du circuit, la flèche vers la ligne de départ et d’arrivée
lap-card-points-at-no = la carte des tours ne montre aucune ligne : mettez la pointe de sa flèche contre le bord extérieur du circuit
too-little-track-is-seen = on voit trop peu du circuit pour dire de quelle partie il s’agit : dégagez la vue
whether-tile-lies-under-or = impossible de voir si une tuile se trouve sous ou derrière { $piece } ({ $where }) : soulevez un instant ce qui s’y trouve
touches-tiles-each-must-touch = { $piece } touche { $count ->
        [0] aucune
        [1] une
        [2] deux
        [3] trois
       *[4] quatre
    } tuiles : chacune doit en toucher exactement deux
lies-off-track-this-race = { $piece } est hors du circuit de cette course
is-turned-by-degrees = { $piece } : tourné de { $turn } degrés
lies-mm-off-grid-other = est à { $off_mm } mm de la grille des autres tuiles
lies-in-place-another-tile = est à la place d’une autre tuile
there-are-closed-tracks-on = il y a { $n } circuits fermés sur la table : n’en posez qu’un
whether-tile-lies-hidden-cannot = impossible de voir si une tuile est cachée ({ $where }) : dégagez la vue un instant
track-has-only-tiles-it = le circuit n’a que { $n } tuiles, il en faut { $min }
track-on-table-is-not = le circuit sur la table n’est pas celui de cette course
do-not-lie-edge-edge = { $piece } ne sont pas bord à bord : il y a { $off_mm } mm d’écart
no-tiles-are-be-seen = aucune tuile n’est visible : posez le circuit sous la caméra, côté quadrillé vers le haut
and-track-is-open-at = { $unseen_words }, et le circuit est ouvert à : { $ends }
track-is-not-closed-it = le circuit n’est pas fermé, il finit à : { $ends }
are-mm-apart-push-them = { $piece } sont à { $apart_mm } mm l’un de l’autre : rapprochez-les
hand-lap-die = dé des tours
hand-penalty-die = dé de pénalité
hand-token =
    .odd = jeton symbole
    .plain = jeton { $rank }
hand-under =
    .none = aucun obstacle dessous
    .blank = un obstacle dessous, côté vierge visible
    .suit = un obstacle dessous, côté symbole visible
piece =
    .tile = la tuile { $suit } { $rank }
    .second-tile = la seconde tuile { $suit } { $rank }
    .pawn = la voiture de { $who }
    .second-pawn = la seconde voiture de { $who }
    .coin = la pièce d’obstacle { $suit }
    .second-coin = la seconde pièce d’obstacle { $suit }
    .die = le dé { $who }
    .second-die = le second dé { $who }
    .other = { $piece }
suit-S = soleils
suit-M = lunes
suit-C = couronnes
suit-A = armes
tiles-not-seen = { $count ->
        [one] une tuile n’est pas visible
       *[other] { $count } tuiles ne sont pas visibles
    }
third = { $row } { $column }
    .middle = { row-middle }
row-top = haut
row-middle = milieu
row-bottom = bas
column-left = gauche
column-middle = milieu
column-right = droite
tile-astray = { $piece } { $how2 }
loose-end = { $piece } ({ $where })
listed = { $each }
each-joint = { ", " }
    .last = { " et " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-laps = Combien de tours de piste ?
agree-defence = Ne peut-on dépenser qu’un jeton contre une entrée de virage ?
agree-timer = Y a-t-il un minuteur ?
agree-timer-0 = non
agree-timer-30 = 30 secondes
agree-timer-40 = 40 secondes, pour les équipes
agree-timer-60 = 60 secondes
agree-spare = Met-on un obstacle de réserve là où une voiture sort de la route ?
agree-packs = Combien de piecepacks ? À plus de quatre joueurs, il en faut deux.
agree-main = Quelle est la largeur de la ligne droite principale ?
agree-main-two = deux files
agree-main-four = quatre files
agree-main-pit = trois files et une voie des stands
agree-stop = Combien d’arrêts au stand chaque voiture doit-elle faire ? Il faut une voie des stands.
agree-hairpins = Le circuit a-t-il une épingle ?
agree-chicanes = Le circuit a-t-il une chicane ?

# What the drawn board says.
board-shows = Circuit Racepack : { $pieces }
    .empty = Circuit Racepack : aucune voiture
car-stands =
    .on = { $who } en { $space }
    .outside = { $who } à l’extérieur du virage { $space }
    .off-track = { $who } hors du circuit
    .not-seen = { $who } pas visible
off-track = hors du circuit
not-seen = pas visible
outside-corner = à l’extérieur du virage { $space }
covered-space = { $space } est caché
lap-die-shows = dé des tours : { $n }
    .listed = dé des tours { $n }
pit = stand
stops-need-pit-lane = les arrêts au stand demandent une voie des stands : choisissez-la aussi (main=pit).

# Positions, turns and words in notation that cannot be read.
is-no-turn = « { $text } » n’est pas un tour : écrivez la voiture, deux-points et ses actions, comme « S: f4@e7 x2@d6 ».
is-no-action = « { $text } » n’est pas une action d’un tour de Racepack.
say-roll-no = dites roll=no s’il n’y a pas eu de jet ; on relance après un jeton contre quelqu’un.
has-no-tokens = « { $text } » n’a pas de jetons dans cette course ; les réserves sont { $list }.
no-move-timer = cette course n’a pas de minuteur (timer= dans sa position).
no-pit-stops = cette course n’a pas d’arrêts au stand (stop= dans sa position).
is-no-square = « { $text } » n’est pas une case : écrivez la lettre de la colonne et le numéro de la rangée, comme c3.
tiles-share-no-side = les tuiles en { $space } et { $space2 } n’ont pas de côté commun.
line-not-known = line={ $text } n’est pas connu : écrivez 0 (le bord proche de la première tuile) ou 1 (son milieu).
is-no-track = « { $text } » n’est pas un circuit : écrivez sa première tuile et le tour, comme i1:WWNNEESS.
track-not-closed = le circuit { $text } ne revient pas à sa première tuile.
is-no-row = « { $text } » n’est pas une rangée de tuiles : écrivez la première et la suite du chemin, comme i3:WWW.
hazard-needs-side = l’obstacle « { $text } » doit finir par - (face vide visible) ou + (symbole visible).
in-two-places = la voiture { $text } est à deux endroits à la fois.
die-needs-pose = die={ $text } doit être une face et sa place dans le bac, comme die=3:1.5:-2:30.
die-needs-face = die={ $text } doit être une face ({ $list }) et sa place dans le bac.
needs-track = une position doit dire son circuit, comme track=i1:WWNNEESS.
race-has-cars = cette course a les voitures { $list } ; écrivez « off » pour une hors du circuit.
turn-names-stranger = turn= nomme une voiture qui n’est pas dans cette course.
is-no-set-of-tokens = « { $text } » n’est pas un jeu de jetons : écrivez une réserve et ses jetons, comme S:a235.
field-needs-number = { $field }={ $text } doit être un nombre entier de 0 à { $max }.
main-not-known = main={ $text } n’est pas connu : écrivez four (quatre files) ou pit (trois et une voie des stands).
stop-needs-pit = stop= demande une voie des stands : écrivez aussi main=pit.
packs-not-known = packs=0 n’est pas connu : écrivez 1 ou 2, le nombre de piecepacks.
no-room-on-table = il n’y a pas de place à côté du circuit pour toutes les pièces de cette position.
lay-needs-track = pour poser la table, la position doit dire son circuit, comme track=i1:WWNNEESS.
draw-needs-track = pour dessiner un plateau, la position doit dire son circuit, comme track=i1:WWNNEESS.
outside-no-bend = une voiture est à l’extérieur de { $space }, mais le circuit n’y tourne pas.
kit-has-no-piece = Le kit n’a pas de { $text } avec la face { $text2 } : prenez le manifeste d’un kit de Racepack.
kit-has-few-tiles = Le circuit demande { $n } tuiles, mais ce kit n’en a que { $n2 }.
    .two = Le circuit demande { $n } tuiles, mais ce kit n’en a que { $n2 } : un second piecepack s’imprime avec --packs 2 et se nomme avec --kit.
kit-has-few-coins = La position a { $n } obstacles, mais ce kit n’a que { $n2 } pièces.
