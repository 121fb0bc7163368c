# Ce qui se dit dans tous les jeux.

who-red = Rouge
who-black = Noir
who-green = Vert
who-blue = Bleu
who-yellow = Jaune
who-white = Blanc
who-orange = Orange
who-purple = Violet
who-green-die = dé Vert
who-blue-die = dé Bleu
who-second-red = Rouge 2
who-second-black = Noir 2
who-second-green = Vert 2
who-second-blue = Bleu 2

turn = { $who } { $deeds }
    .nothing = { $who } n’a rien fait
    .not-yet = { $who } n’a pas encore joué
    .unclear = ce que { $who } a fait n’est pas clair
deeds-joint = { ", " }
    .last = { " et " }
story = { $turns }
turns-joint = { " ; puis " }

to-act = C’est à { $who } de jouer.
turns-sign = hors de son tour | tour de { $who2 }

legal = Permis : { $said }.
    .so-far = Permis jusqu’ici : { $said }.
unsure = Pas encore clair, peut-être ainsi : { $said } ; permis seulement si : { $granted }.
    .whether = Pas encore clair si c’est exact : { $said }.
    .fault = Pas encore clair : permis seulement si : { $granted }. Sinon : { $said }
granted-joint = { " et " }
lost = Plusieurs pièces ont changé de place à la fois et aucune manche de tours permis ne l’explique. Si des tours ont été manqués ou la table refaite, prenez la table telle quelle ; sinon, remettez les pièces en place.
in-doubt = Un tour précédent est resté en doute : ceci est donc une question et non une faute. { $faults }
    .put-back = La faute d’avant a été défaite et personne n’a dit qui joue maintenant : ceci est donc une question et non une faute. { $faults }
    .set-by-hand = Une pièce est posée autrement qu’elle n’a été mise à la main ; c’est donc une question et non une faute : posez-la là, ou prenez la table telle quelle. { $faults }
    .together = Raconté avec les tours précédents, cela peut être permis : c’est donc une question et non une faute. { $faults }
right = Si la table est juste, prenez-la telle quelle ; sinon, remettez les pièces en place.
fault = { $faults }
rule = Règle : { $title } ({ $section }).

declared = { HEAD($question) } – { $answer }
    .dice = Dés lancés – { $faces }
    .of = { CAP($by) } : { $said }
faces-joint = { ", " }
    .last = { " et " }

astray = ce qui a été dit ({ $said }) concernait un autre tour ou était un lapsus
    .ask = Était-ce dit pour le tour de { $who } : { $said } ?
    .here = pour le tour de { $who }
    .before = pour le tour précédent
    .after = pour le tour suivant
    .gone = pour aucun
missed = les tours manqués, trop nombreux pour les suivre, respectaient les règles
unbegun = le tour n’a pas encore commencé
written = { $text }

# A player or a piece by its name, and what a drawn board says.
called = { $who }
pieces-joint = { ", " }
turn-can-end = un tour permis peut finir en { $space }
put-back-count = { $count ->
    [one] {""}
   *[other] {" "}({ $count })
}
put-back =
    .on = { CAP($piece) } : remettre en { $space }
    .there = { CAP($piece) } : remettre à sa place d’avant
    .over = { CAP($piece) } : retourner de nouveau
    .face = { CAP($piece) } : remettre sur { $rank }
    .again = { CAP($piece) }{ put-back-count } : remettre en place
    .away = { CAP($piece) }{ put-back-count } : enlever de nouveau
    .dice = Les dés de ce tour : les enlever de nouveau

# What stands in the race for a driver; a game may call it otherwise.
drivers-piece = voiture

## Ce qui peut être dit dans chaque jeu

alone = aucun tour n’a été manqué
    .answer = aucun tour n’a été manqué
    .pad = Le tour
