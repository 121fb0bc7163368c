# Royal Racers. La valeur d’une règle est son titre, les attributs sont les façons de l’enfreindre.

who-S = { who-red }
who-M = { who-black }
who-C = { who-green }
who-A = { who-blue }

rank-n = nul
rank-a = as

quadrant-0 = en bas à gauche
quadrant-1 = en haut à gauche
quadrant-2 = en haut à droite
quadrant-3 = en bas à droite

## Les règles

layout = 36 cartes visibles en six rangées, les pions sur les quatre du centre
    .missing = Le plateau n’est pas fait des 36 cartes de l’as au neuf : il en manque { $count }.
    .face-down = La course commence avec toutes les cartes visibles ; { $square } est face cachée.
    .face-down-sign = début de course | une carte face cachée | la retourner
    .start = { $who } commence en { $square } ; les départs sont c3, c4, d3 et d4, au milieu.
    .start-sign = pion au départ | mauvaise carte | le mettre sur une des quatre du milieu
    .moved = Une autre carte qu’avant est en { $square } ; les cartes se retournent, elles ne se déplacent pas.
    .moved-sign = carte | déplacée | seulement retourner
flag-placement = Les drapeaux quart par quart, un par carte
    .other = { $who } a placé le drapeau { $rank } de { $who2 } ; c’est au tour du drapeau { $rank2 } de { $who3 }.
    .other-sign = { $who } pose pour { $who3 }, à droite | posé : { $who2 } { $rank } | poser { $who3 } { $rank2 }
    .quadrant = { $who } a placé le drapeau { $rank } de { $who2 } dans le quart { $quadrant } ; sa place est { $quadrant2 }.
    .quadrant-sign = drapeau { $rank } de { $who2 } | posé : { $quadrant } | poser : { $quadrant2 }
    .taken = { $who } a placé le drapeau { $rank } de { $who2 } en { $square }, où il y a déjà un drapeau.
    .taken-sign = une carte | deux drapeaux dessus | n’en poser qu’un
    .not-placed = { $who } n’a pas placé le drapeau { $rank } de { $who2 } dans le quart { $quadrant }.
    .not-placed-sign = drapeau { $rank } de { $who2 } | pas posé | le poser
    .gone = Le drapeau { $rank } de { $who } a été enlevé avant d’être touché ; les drapeaux restent où ils ont été placés.
    .gone-sign = drapeau { $rank } de { $who } | enlevé | le remettre
    .removed = Le drapeau { $rank } de { $who2 } a été enlevé avant d’être touché ; les drapeaux restent où ils ont été placés.
    .removed-sign = drapeau { $rank } de { $who2 } | enlevé | le remettre
    .moved = Le drapeau { $rank } de { $who } a été déplacé ; les drapeaux restent où ils ont été placés.
    .moved-sign = drapeau { $rank } de { $who } | déplacé | le remettre
    .shifted = Le drapeau { $rank } de { $who2 } a été déplacé ; les drapeaux restent où ils ont été placés.
    .shifted-sign = drapeau { $rank } de { $who2 } | déplacé | le remettre
    .pawn = Le pion de { $who } a été déplacé avant que tous les drapeaux soient placés.
    .pawn-sign = drapeaux pas tous posés | pion déplacé | poser d’abord les drapeaux
    .strange = Le drapeau { $rank } de { $who } n’appartient pas à cette course.
    .two = Deux drapeaux sont en { $square }.
    .two-sign = une carte | deux drapeaux dessus | n’en laisser qu’un
    .belongs = Le drapeau { $rank } de { $who } va dans le quart { $quadrant }.
    .no-start = { $who } n’a pas de drapeau sur son départ.
    .missing = Il manque des drapeaux de { $who } : { $ranks }.
turn-order = Chacun son tour, le premier change à chaque manche
    .moved = { $who } a été déplacé alors que c’est le tour de { $who2 }.
morph = Lancer, retourner exactement une carte de cette valeur, puis avancer
    .null = { $who } a retourné la carte en { $square } après avoir lancé une face vide (nul), qui ne retourne aucune carte.
    .null-sign = nul au dé | carte retournée | la remettre
    .null-named = { $who } a essayé de retourner une carte après avoir lancé une face vide (nul), qui ne retourne aucune carte.
    .null-named-sign = nul au dé | carte nommée | n’en retourner aucune
    .rank = { $who } a lancé { $rank } et caché la carte { $rank2 } en { $square }.
    .rank-sign = au dé : { $rank } | carte { $rank2 } retournée | retourner la carte { $rank }
    .nothing = { $who } a lancé { $rank } et n’a retourné aucune carte.
    .nothing-sign = au dé : { $rank } | aucune carte retournée | retourner la carte { $rank }
    .second = { $who } a aussi retourné la carte en { $square } ; une seule par tour.
    .second-sign = une carte par tour | deuxième retournée | la remettre
    .early = { CAP($who) } a avancé avant de retourner une carte.
    .early-sign = au dé : { $rank } | pion avancé d’abord | d’abord retourner { $rank }
    .no-roll = { $who } n’a pas lancé le dé.
    .no-roll-sign = carte retournée | dé pas lancé | lancer d’abord
flip-fixed = Les cartes 6 à 9 ne se retournent jamais
    .turned = { $who } a retourné la carte { $rank } en { $square } ; les cartes 6 à 9 restent visibles.
    .turned-sign = 6 à 9 restent visibles | carte { $rank } retournée | retourner d’as à 5
    .lies = La carte { $rank } est face cachée sur { $square } ; jamais pour 6 à 9.
flip-pawn = Jamais une carte sous un pion
    .turned = { $who } a retourné la carte en { $square }, sur laquelle se trouve un pion.
    .turned-sign = { $who2 } est dessus | carte retournée | en retourner une libre
    .named = { $who } a nommé la carte en { $square }, sur laquelle se trouve un pion.
    .named-sign = { $who2 } est dessus | carte nommée | en nommer une libre
flip-flag = Une carte sous un drapeau seulement si aucune autre de sa valeur n’est visible
    .turned = { $who } a caché la carte à drapeau en { $square }, alors qu’une sans drapeau est visible ({ $rank }).
    .turned-sign = { $rank } sous un drapeau | carte retournée | d’abord { $rank } sans drapeau
flip-memory = Une mauvaise carte est remise, et le pion recule aussi
    .another = { $who } a lancé { $rank } et retourné une autre carte en { $square } ; elle doit être remise face cachée.
    .another-sign = au dé : { $rank } | carte { $rank2 } laissée visible | la recacher
    .face-up = { $who } a nommé la carte en { $square }, qui est visible.
    .face-up-sign = carte à découvrir | déjà visible | nommer une carte cachée
    .right = { $who } a nommé la bonne carte en { $square } ; elle reste visible et le pion reste où il est.
    .right-sign = bonne carte | remise | la laisser visible
    .not-back = { $who } a retourné une mauvaise carte et n’est pas revenu : { $square }.
    .not-back-sign = mauvaise carte | pion resté | ramener le pion
    .not-to-start = { $who } a retourné une mauvaise carte et n’est pas revenu : au départ.
    .not-to-start-sign = mauvaise carte | pion resté | ramener le pion au départ
flip-any = N’importe quelle carte peut être retournée quand toutes celles de la valeur sont sous des pions
    .down = { $who } a caché { $square } ; quand toutes celles de la valeur sont sous des pions, on en découvre une.
    .down-sign = toutes sous des pions | une cachée | en découvrir une
    .chosen = { $who } a lancé { $rank } et retourné la carte { $rank2 } en { $square }, mais toutes les cartes { $rank } ne sont pas sous des pions.
    .chosen-sign = des cartes { $rank } restent sans pion | carte { $rank2 } retournée | retourner la carte { $rank }
    .another = { $who } a retourné une autre carte en { $square }, mais toutes les cartes { $rank } ne sont pas sous des pions.
    .another-sign = des cartes { $rank } restent sans pion | carte { $rank2 } découverte | découvrir la carte { $rank }
    .put-back = { $who } a remis une carte alors que toutes les cartes { $rank } sont sous des pions : n’importe quelle carte peut alors être retournée.
    .put-back-sign = toute carte compte | remise | la laisser visible
step = Une case au plus, pas en diagonale
    .left = { $who } a quitté le plateau.
    .left-sign = pion | sorti du plateau | le remettre
    .far = { $who } est allé de { $square } à { $square2 } ; un pion va sur une case voisine, jamais en diagonale.
    .far-sign = pion | trop loin ou en diagonale | aller sur une carte voisine
occupied = Un seul pion par case
    .went = { $who } est allé en { $square }, où se trouve { $who2 }.
    .went-sign = { $who2 } est là | pion posé à côté | aller sur une carte libre
    .both = { $who } et { $who2 } sont sur la même case : { $square }.
    .both-sign = une carte | { $who } et { $who2 } dessus | n’en laisser qu’un
face-down = Jamais sur une carte cachée
    .went = { $who } est allé en { $square }, dont la carte est cachée.
    .went-sign = pion déplacé | sur une carte cachée | aller sur une carte visible
flag-order = Les drapeaux se touchent dans l’ordre, le départ en dernier
    .not-touched = { $who } n’a pas touché le drapeau { $rank } : on les touche en finissant dessus, dans l’ordre ; le prochain est { $rank2 }.
    .not-touched-sign = prochain drapeau | pas touché : { $rank } | toucher d’abord { $rank2 }
    .none-left = { $who } n’a pas touché le drapeau { $rank } : on les touche en finissant dessus, dans l’ordre ; il n’en reste aucun.
    .too-many = Un joueur a touché plus de drapeaux que la course n’en a.
opponent-flag = Pas par le drapeau d’un autre, sauf si tout autre chemin est bloqué
    .went = { $who } est allé en { $square }, sur le drapeau de { $who2 }, alors qu’un autre chemin est libre.
    .went-sign = drapeau de { $who2 } | pion passé dessus | autre chemin
campaign = Une pièce pour les drapeaux touchés à chaque course
    .coin = { $who } a pris une pièce de { $coin }, mais a touché { $touched } drapeaux dans cette course.
    .coin-sign = pièce pour les drapeaux | pris { $coin } | prendre { $touched }
    .single = { $who } a pris une pièce, mais c’est une course isolée.

## Ce qui a été fait

deed =
    .rolled = a lancé { $rank }
    .rolled-unseen = a lancé
    .up = a découvert { $square }
    .down = a caché { $square }
    .wrong = a découvert une mauvaise carte en { $square }
    .wrong-unseen = a découvert une mauvaise carte
    .stayed = est resté où était le pion
    .back = est revenu en { $square }
    .went = est allé en { $square }
    .left = a quitté le plateau
    .put = a été mis en { $square }
    .placed = a placé le drapeau { $rank } de { $who } en { $square }
    .coin = a pris une pièce de { $count } pour { $who }
    .not-moved = n’a pas bougé

## Ce qui est supposé, demandé et dit

roll = { $value ->
        [no] { $by } n’a pas lancé le dé
       *[other] { $by } a lancé { $value }
    }
    .otherwise = { $by } a lancé le dé, ce que personne n’a vu
    .other = { $by } a lancé { $value }, pas l’autre face vue
    .first = { $by } a d’abord lancé { $value }
    .ask = Qu’a lancé { $by } ?
    .answer = { $value }
    .no = le dé n’a pas été lancé
    .pad = { $by } a lancé
named = { $by } a découvert une mauvaise carte en { $value }
    .vain = { $by } a retourné une carte en vain
    .not-sought = { $by } a retourné une carte qui n’était pas la valeur lancée ({ $rank })
    .ask = Quelle carte { $by } a-t-il retournée en vain ?
    .answer = { $value }
    .pad = La carte nommée
turned = { $by } a retourné la carte en { $value }, qui n’est pas visible
    .back = la carte en { $value }, qui n’est pas visible, a été remise
    .ask = Quelle carte cachée { $by } a-t-il retournée ?
    .answer = { $value }
    .no = aucune
    .pad = La carte retournée
card = la carte en { $value } était comme on l’a vue la dernière fois
    .otherwise = la carte sur { $value } avait été retournée avant, pendant qu’elle était cachée
    .ask = Une carte a été retournée pendant qu’elle était cachée. Si c’est juste, prenez la table telle quelle ; sinon, retournez-la.
lay = { lay-what } : là où on l’a vu la dernière fois
    .otherwise = { lay-what } : déplacé avant, pendant qu’on ne le voyait pas
    .ask = Quelque chose a été déplacé pendant que c’était caché : { lay-what }. Si c’est juste, prenez la table telle quelle ; sinon, remettez-le en place.
lay-what = { $what ->
    [pawn] le pion de { $by }
    [flag] le drapeau { $rank } de { $who }
   *[card] la carte en { $at }
}
back = vous avez convenu de ce que fait { $by }, dont le retour est bloqué : { $value ->
        [stay] il reste où il est
       *[other] il va en { $value }
    }
    .ask = Le retour de { $by } est bloqué et les règles se taisent : où est le pion ?
    .answer = il va en { $value }
    .stay = il reste où il était
    .pad = Le retour est bloqué
    .pad-stay = le pion reste
pawn = le pion de { $by }, qui n’est pas visible, est en { $value }
    .view = il est visible
    .otherwise = le pion de { $by }, qui n’est pas visible, se trouve ailleurs
    .ask = Où est le pion de { $by } ? Dégagez la vue sur la table.
flag = le drapeau { $rank } de { $who } est sur { $value }, qui est caché
    .otherwise = le drapeau { $rank } de { $who } avait été enlevé de { $value }
    .ask = Où a été placé le drapeau { $rank } de { $who } ?
    .answer = { $value }
    .pad = La case du drapeau couvert
    .placing = À placer : le drapeau { $rank } de { $who }
touch = { $by } a touché le drapeau { $value }
    .ask = Quel drapeau { $by } a-t-il touché ?
    .answer = drapeau { $value }
    .pad = { $by } a touché
any = toutes les cartes de cette valeur sont sous des pions
    .ask = Toutes les cartes de cette valeur sont-elles sous des pions ?
    .otherwise = personne n’a choisi n’importe quelle carte
    .answer = n’importe quelle carte
    .pad = Toutes les cartes de cette valeur sont sous des pions
coin = { $at } a pris une pièce
    .answer = { $value }
    .pad = Pièce prise par { $at }
done = le tour de { $by } est fini
    .answer = Le tour de { $by } est fini, et c’était le seul
    .pad = Le tour de { $by } est fini
covered = { $by } a remis la carte face cachée
    .ask = La carte que { $by } a retournée est-elle de nouveau face cachée ? Dégagez la vue.
    .view = elle est visible
cleared = les drapeaux de { $by } ont été retirés du plateau
found = un drapeau de { $by } est apparu
knocked = le dé de { $by } a été renversé
righted = une carte mal posée a été retournée face visible

## Ce qu’on peut faire, et où en est la course

now = La course est finie.
    .place = { $who } place le drapeau { $rank } de { $who2 } dans le quart { $quadrant }.
    .race = { $who } lance, retourne une carte de cette valeur et peut faire un pas.
    .race-to = { $who } lance, retourne une carte de cette valeur et peut faire un pas (prochain drapeau en { $square }).
advice = { $steps }
    .down = cacher { $square }
    .up = découvrir une carte de mémoire
    .back = revenir en { $square } si c’est la mauvaise
    .go = aller en { $square }
    .place = placer le drapeau { $rank } de { $who } en { $square }
    .rolled = avec { $rank } au dé
    .stay = rester
steps-joint = { ", " }
note = { $notes }
    .king = Roi
    .score = score { $count }
notes-joint = { ", " }
left = { $ranks }
    .rank = { $rank }
ranks-joint = { ", " }
outcome = { $who } a touché le dernier drapeau et est Roi !
    .score = { $king } Score après la course { $race } sur { $races } : { $scores }.
    .campaign = { $king } La campagne est finie : { $scores }. Le plus de drapeaux : { $best }.
    .count = { $who } { $count }
    .name = { $who }
scores-joint = { ", " }
best-joint = { " et " }

# What is wrong on the table, in a position or with what is asked for.
die-of = dé de { $who }
card-on = carte en { $space }
these-cards-cannot-be-seen = ces cartes ne sont pas visibles : { $list } ; dégagez la vue sur le plateau.
pawns-stand-on-board-there = { $n } pions sont sur le plateau ; il y a { $players } joueurs.
flags-not-seen = ces drapeaux ne se voient pas : { $list }. Montrez-les tous, aussi ceux qui ont été touchés.
flags-were-agreed-on-but = { $n } drapeaux étaient convenus ({ $list }), mais la table montre { $list2 }.
flags-on-board-are-no = Les drapeaux du plateau ne forment pas une suite avec le plus haut sous les pions.
there-is-no-next-race = Il n’y a pas de course suivante : celle-ci n’est pas finie, ou c’était la dernière.
next-race-campaign-has-same = La course suivante d’une campagne a les mêmes joueurs ; mettez leurs pions sur leurs départs.
board-is-not-be-seen = le plateau n’est pas visible : posez les 36 cartes en six rangées de six sous la caméra
between = entre { $near }
half-off = à moitié hors de { $near }
rows-and-columns-cards-are = on voit { $height } rangées et { $width } colonnes de cartes ; le plateau en a six de chaque
card-lies-between-places-board = une carte est entre les places du plateau, près de { $near }
die-lies-on-board-put = le dé de { $who } est sur le plateau : posez-le à côté
piece-another-kit-lies-on = une pièce d’un autre kit est sur la table : { $text }
two-cards-lie-on = deux cartes sont en { $space }
flag-lies = un drapeau de { $who } est { $where }
pawn-stands = le pion de { $who } est { $where }
two-copies-are-on-table = { $text } est en double sur la table : enlevez-en un
near-joint = { " et " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-flags = Combien de drapeaux chacun doit-il toucher ?
agree-opponent-flag = Variante des drapeaux : est-il interdit de passer par le drapeau d’un autre ?
agree-races = Combien de courses ? Plus d’une forment une campagne, où des pièces comptent les points.

# What the drawn board says.
board-shows = Plateau Royal Racers : { $pieces }
    .empty = Plateau Royal Racers : aucun pion
pawn-is =
    .on = { $who } en { $space }
    .off = { $who } hors du plateau
lie-face-down = face cachée : { $list }
card-is =
    .card = { $space }
    .back = { $space } face cachée
    .unseen = { $space } pas visible
turned-over = retourné : { $space }
not-on-board = pas sur le plateau : { $list }
flag-of = le drapeau { $rank } de { $who }

# Positions, turns and words in notation that cannot be read.
is-no-action = « { $text } » n’est pas une action : écrivez par exemple r4, -c3, +c3, ~c3, <b2, >d4 ou #Sa@b1.
is-no-turn = « { $text } » n’est pas un tour : il commence par la lettre du joueur, comme S r4 -c3 >d4.
is-no-space = « { $text } » n’est pas une case : écrivez une colonne de a à f et une rangée de 1 à 6, comme c3.
not-in-this-race = « { $text } » n’est pas dans cette course ; il y a { $list }.
board-needs-rows = le plateau demande six rangées de six cartes : des / entre les rangées, des virgules entre les cartes, la rangée du haut d’abord.
is-no-card = « { $text } » n’est pas une carte : écrivez as pour l’as de pique, -as face cachée, ? si elle n’est pas vue.
card-lies-twice = la carte { $text } est deux fois sur le plateau.
names-player-twice = « { $text } » nomme un joueur deux fois.
is-no-player = « { $text } » n’est pas un joueur : les joueurs sont { $list }.
is-no-flag = « { $text } » n’est pas un drapeau : écrivez une couleur et une valeur, comme Sa pour l’as des soleils.
no-run-of-flags = ranks={ $text } n’est pas une suite de drapeaux : écrivez une partie de { $text2 }, comme a2345.
no-such-race = races={ $text }/{ $text2 } n’est pas connu : écrivez la course et combien il y en a, comme 1/3.
needs-every-card = une position doit nommer chaque carte du plateau, même celles face cachée.
needs-pawns = une position demande deux à quatre pions, chacun sur une case, comme pawns=S:c3,M:d4.
seats-not-pawns = seats= doit nommer juste les joueurs dont les pions sont dans la course.
round-too-late = round={ $n } est de trop : il y a { $n2 } drapeaux à poser.
player-not-in-race = la position nomme un joueur qui n’est pas dans cette course.
needs-player-turn = une position doit dire à qui est le tour, comme turn=S,M (ceux qui ont encore à agir).
drivers-piece = pion
