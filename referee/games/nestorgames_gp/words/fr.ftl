# nestorgames GP. La valeur d’une règle est son titre, les attributs sont les façons de l’enfreindre.

who-R = { who-red }
    .of = de { who-red }
who-B = { who-blue }
    .of = de { who-blue }
who-G = { who-green }
    .of = de { who-green }
who-Y = { who-yellow }
    .of = de { who-yellow }
who-K = { who-black }
    .of = de { who-black }
who-W = { who-white }
    .of = de { who-white }
who-O = { who-orange }
    .of = d’{ who-orange }
who-P = { who-purple }
    .of = de { who-purple }

value-rocket = fusée
value-bomb = bombe
value-wrench = clé
value-turbo = turbo
value-oil = flaque d’huile
value-any = objet inconnu
value-nothing = rien
value-available = un objet disponible
value-main = route principale
value-gate = la barrière
value-shortcut = le raccourci
value-turn = virage
value-R = { who-red }
value-B = { who-blue }
value-G = { who-green }
value-Y = { who-yellow }
value-K = { who-black }
value-W = { who-white }
value-O = { who-orange }
value-P = { who-purple }

space-off = aucune case
place-off = à côté du plateau
gate-open = ouverte
gate-closed = fermée

via-main = { "" }
    .by = { "" }
via-gate = { " par la barrière" }
    .by = { " par la barrière" }
via-shortcut = { " par le raccourci" }
    .by = { " par le raccourci" }
via-turn = { " en tournant sur la boucle" }
    .by = { " en tournant sur la boucle" }
via-gate-shortcut = { " par la barrière et le raccourci" }
    .by = { " par la barrière et le raccourci" }
via-shortcut-gate = { " par le raccourci et la barrière" }
    .by = { " par le raccourci et la barrière" }

die-count = { $dice ->
    [one] { $dice } dé
   *[other] { $dice } dés
}
spaces-count = { $steps ->
    [one] { $steps } case
   *[other] { $steps } cases
}
disc-count = { $discs ->
    [one] { $discs } disque
   *[other] { $discs } disques
}
score-said = { $score }{ $half ->
    [yes] ,5
   *[no] { "" }
}
score-right = { $score2 }{ $half2 ->
    [yes] ,5
   *[no] { "" }
}

## Les règles

qualifying = Qualifications aux dés, le meilleur en pole
    .value = La valeur de qualification annoncée { $who_of } est { $steps } ; les dés donnent { $steps2 }.
    .value-sign = valeur aux essais | annoncée : { $steps } | annoncer { $steps2 }
    .grid = { $who } est sur { $space } avant le départ ; sa place est { $space2 }.
    .grid-sign = { $who } sur la grille | mauvaise case | la mettre dans le vert
turn-order = Le mieux qualifié d’abord, puis en tournant dans le sens inverse des aiguilles
    .moved = { $who } a été déplacé, mais c’est le tour { $who2_of }.
    .rolled = { $who } a lancé les dés, mais c’est le tour { $who2_of }.
    .rolled-sign = les dés | lancés hors de son tour | tour de { $who2 }
    .rolled-on = { $who } a lancé les dés après la fin de son tour ; c’est le tour { $who2_of }.
    .rolled-on-sign = les dés | lancés après son tour | tour de { $who2 }
roll = Ses dés libres un par un, jusqu’à l’arrêt ou au doublon
    .many = { $who } a lancé { $dice } dés, permis : { $dice2 } ; les autres sont au stand.
    .many-sign = les autres au stand | dés lancés : { $dice } | en lancer { $dice2 } au plus
    .none-left = { $who } a lancé, mais tous ses dés sont au stand ; il ne peut que réparer.
    .none-left-sign = plus de dé | a lancé | seulement réparer
    .late = { $who } a lancé { $roll } : le jet s’arrête au premier doublon.
    .late-sign = répétition : jet fini | a lancé { $roll } | s’arrêter à { $roll2 }
    .so = { $value ->
        [no] { $by } n’a pas lancé les dés
       *[other] { $by } a lancé { $value }
    }
    .ask = Qu’a lancé { $by } ?
    .answer = { $value }
    .no = les dés n’ont pas été lancés
    .pad = Dés lancés
    .otherwise = { $by } a lancé autre chose que ce que l’on a vu
belly-up = Une voiture sur le toit est remise sur ses roues et passe
    .rolled = { $who } a lancé les dés, mais la voiture était sur le toit : elle est remise sur ses roues et passe.
    .rolled-sign = voiture sur le toit | a lancé | seulement redresser
    .moved = { $who } a avancé, mais la voiture était sur le toit : elle est remise sur ses roues et passe.
    .moved-sign = voiture sur le toit | a roulé | seulement redresser
    .took = { $who } a repris un dé, mais la voiture était sur le toit : elle est remise sur ses roues et passe.
    .took-sign = voiture sur le toit | a repris un dé | seulement redresser
    .not-turned = { $who } n’a pas été remis sur ses roues, mais la voiture était sur le toit : elle est remise sur ses roues et passe.
    .not-turned-sign = voiture sur le toit | laissée ainsi | redresser
    .turned = La voiture de { $who } a été remise sur ses roues pendant le tour d’un autre ; cela se fait à son propre tour, qu’elle passe.
    .turned-sign = pas le tour de { $who } | voiture de { $who } redressée | attendre le tour de { $who }
exact-move = Avancer exactement de la somme ; pas du tout après un doublon
    .rolled = { $who } a lancé { $roll } et avancé de { $steps } ; c’est exactement { $steps2 } ou, après un doublon, rien.
    .rolled-sign = a lancé { $roll } | a roulé de { $steps } | rouler de { $steps2 }
    .bust = { $who } a lancé { $roll } et a avancé ; après un doublon, la voiture reste sur place.
    .bust-sign = répétition aux dés | voiture avancée | la laisser
    .stayed = { $who } a fait { $steps } sans doublon et n’a pas avancé ; il le faut.
    .stayed-sign = a lancé { $steps } | n’a pas roulé | rouler de { $steps }
    .not-with = { $who } a avancé de { $steps }, ce qu’aucun jet où l’on a vu { $roll } ne peut donner.
    .not-with-sign = a lancé { $roll } | a roulé de { $steps } | rouler de la somme
    .too-far = { $who } a avancé de { $steps }, ce que { die-count } sans doublon ne peut pas donner.
    .too-far-sign = { die-count }, sans doublon | a roulé de { $steps } | rouler de la somme
    .called = Le jet annoncé { $who_of } est { $called ->
        [bust] un doublon
       *[other] { $called }
    }, et la voiture n’a pas avancé ainsi ; c’est exactement la somme ou, après un doublon, rien.
    .called-sign = annoncé : { roll-called } | a roulé autrement | rouler de la somme
    .placed = { $who } a été mis { $onto ->
        [off] à côté du plateau
       *[other] sur { $onto }
    } ; aucun jet ne peut y mener.
    .placed-sign = voiture | là où aucun jet ne mène | rouler de la somme
bump = Une voiture heurtée avance d’une case
    .moved = { $who } est sur { $space } ; après le choc, sa place est { $space2 }.
    .moved-sign = { $who } heurté : une case plus loin | mauvaise case | la mettre dans le vert
crash = Une voiture accidentée finit sur le toit et perd un dé
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
    .no-crash = Au stand { $who_of } : { die-count } au lieu de { $dice2 }, mais rien n’a causé d’accident.
    .no-crash-sign = { $who } sans accident | dés au stand : { $dice } | en laisser { $dice2 }
roll-called = { $called ->
        [bust] doublon
       *[other] { $called }
    }
crash-lies = La voiture de { $who } est sur le toit, mais rien n’a causé d’accident.
crash-lies-sign = { $who } sans accident | voiture sur le toit | la redresser
crash-stands = { $who } a eu un accident et doit être mis sur le toit.
crash-stands-sign = { $who } : accident | voiture encore debout | la mettre sur le toit
crash-dice = Au stand { $who_of }, après ce qui s’est passé : { die-count } au lieu de { $dice2 }.
crash-dice-sign = { $who } : accident | dés au stand : { $dice } | en mettre { $dice2 }
fix = Réparer prend tout le tour : un dé revient
    .rolled = { $who } a lancé les dés et repris un dé ; réparer prend tout le tour et reprend un dé du stand.
    .rolled-sign = réparer : tout le tour | a lancé et repris un dé | seulement reprendre un dé
    .used = { $who } a utilisé « { $item } » et a repris un dé ; réparer prend tout le tour et reprend un dé du stand.
    .used-sign = réparer : tout le tour | { $item } et dé repris | seulement reprendre un dé
    .dice = Au stand { $who_of } : { die-count } au lieu de { $dice2 } ; réparer en rend un.
    .dice-sign = réparer rend un dé | dés au stand : { $dice } | en laisser { $dice2 }
    .not-fixed = Au stand { $who_of } : { die-count } au lieu de { $dice2 }, mais la voiture n’a pas été réparée.
    .not-fixed-sign = stand de { $who } | dé repris sans réparer | le remettre
lap = Un disque par tour de piste
    .crossed = Au stand { $who_of } : { disc-count } au lieu de { $discs2 }, car la voiture a franchi la ligne, et un est pris.
    .crossed-sign = { $who } a franchi la ligne | disques au stand : { $discs } | en mettre { $discs2 }
    .unfinished = Au stand { $who_of } : { disc-count } au lieu de { $discs2 }, car la voiture n’a pas fini de tour.
    .unfinished-sign = { $who } n’a pas fini le tour | disques au stand : { $discs } | en mettre { $discs2 }
shortcut = Le raccourci une fois par course ; le cylindre va au stand
    .again = { $who } a repris le raccourci ; son cylindre est déjà au stand.
    .again-sign = cylindre déjà au stand | raccourci repris | le prendre une fois par course
    .cylinder-due = { $who } a pris le raccourci, et son cylindre n’est pas au stand.
    .cylinder-due-sign = a pris le raccourci | cylindre pas au stand | l’y mettre
    .cylinder-lies = Le cylindre { $who_of } est au stand, mais la voiture n’a pas pris le raccourci.
    .cylinder-lies-sign = sans raccourci | cylindre au stand | le laisser dehors
loop = La case de la boucle se traverse tout droit
    .turned = { $who } a tourné sur la case de la boucle ; elle se traverse tout droit.
    .turned-sign = case boucle | a tourné là | tout droit
    .points = { $who } pointe vers { $space } sur la case de la boucle ; il faut vers { $space2 }.
    .points-sign = voiture sur la boucle | mal orientée | la tourner tout droit
gate = Un interrupteur ouvre et ferme la barrière
    .closed = { $who } est passé par la barrière, qui est fermée.
    .closed-sign = barrière fermée | l’a passée | passer ailleurs
    .switched = La barrière doit être { $gate } : une voiture a fini son déplacement sur un interrupteur.
    .switched-sign = voiture sur l’interrupteur | barrière laissée | mettre la barrière sur { $gate }
    .not-switched = La barrière doit être { $gate } : aucune voiture n’a fini son déplacement sur un interrupteur.
    .not-switched-sign = personne sur l’interrupteur | barrière bougée | la remettre sur { $gate }
teleport = De T à T
    .stands = { $who } est sur { $space } ; de la case T, on va à { $space2 }.
    .stands-sign = arrêt sur la case T | mauvaise case | la mettre dans le vert
tray = L’objet du bac est pris et le bac passe devant le premier
    .place = Place du bac : { $space } ; il devrait être : { $place }.
    .place-sign = objet pris, { $who2 } mène | bac pas devant { $who2 } | le mettre dans le vert
    .stays = Le bac est sur { $space } ; personne n’a pris l’objet, sa place reste { $place }.
    .stays-sign = objet pas pris | bac déplacé | le remettre
    .holds = Le bac contient : { $item } ; il doit contenir : { $item2 }.
    .holds-sign = objet du bac | dedans : { $item } | y mettre : { $item2 }
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
item-missing = Il manque sur { $space } : { $item }.
item-missing-sign = { $item } | enlevé | le remettre
item-extra = Cela n’a rien à faire sur { $space } : { $item }.
item-extra-sign = { $item } | posé là | l’enlever
rocket = Une fusée touche la prochaine voiture devant, selon le dé
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .corner = { $who } a tiré une fusée, mais un virage le sépare de la prochaine voiture.
    .corner-sign = fusée tirée | un virage entre les deux | tirer tout droit
    .nobody = { $who } a tiré une fusée, mais il n’y a pas de voiture devant.
    .nobody-sign = fusée tirée | personne devant | tirer sur une voiture devant
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
    .dice = { crash-dice }
    .dice-sign = { crash-dice-sign }
bomb = Une bombe reste sur sa propre case et accidente qui y finit
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
wrench = La clé rend tous les dés
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .box = { $who } a utilisé la clé, et au stand encore : { die-count } ; tous reviennent.
    .box-sign = clé utilisée | dés restés au stand : { $dice } | tous reviennent
    .lies = { crash-lies }
    .lies-sign = { crash-lies-sign }
    .stands = { crash-stands }
    .stands-sign = { crash-stands-sign }
turbo = Le turbo compte deux fois le dé le plus haut
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
oil = L’huile fait glisser une voiture jusqu’au prochain virage
    .not-held = { item-not-held }
    .not-held-sign = { item-not-held-sign }
    .put = { item-put }
    .put-sign = { item-extra-sign }
    .slides = { $who } est sur { $space } ; de l’huile, la voiture glisse jusqu’à { $space2 } et a un accident.
    .slides-sign = a glissé sur l’huile | mauvaise case | la mettre dans le vert
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
item-not-held = { $who } n’a pas ce qui a été utilisé : { $item }.
item-not-held-sign = { $item } | utilisé sans l’avoir | rouler sans
item-put = { $who } a mis sur { $space }, où c’est interdit : { $item }.
safety-car = Ni dépassement ni choc derrière la voiture de sécurité
    .passed = { $who } a dépassé ou heurté { $who2 } sous la voiture de sécurité ; c’est interdit.
    .passed-sign = voiture de sécurité | a dépassé | rester derrière
    .passed-two = { $who } a dépassé ou heurté { $who2 } et { $who3 } sous la voiture de sécurité ; c’est interdit.
    .passed-two-sign = voiture de sécurité | a dépassé | rester derrière
    .passed-more = { $who } a dépassé ou heurté { $who2 }, { $who3 } et { $count } de plus sous la voiture de sécurité ; c’est interdit.
    .passed-more-sign = voiture de sécurité | a dépassé | rester derrière
    .leads = { $who } est en tête et a lancé { $dice } dés ; derrière la voiture de sécurité, c’est un seul.
    .leads-sign = premier, voiture de sécurité | dés lancés : { $dice } | en lancer 1
    .leads-far = { $who } est en tête et a avancé de { $steps } ; derrière la voiture de sécurité, c’est un seul dé.
    .leads-far-sign = premier, voiture de sécurité | a roulé de { $steps } | lancer 1 dé
    .waited = { $who } n’a pas bougé, mais n’aurait dépassé ni heurté personne.
    .waited-sign = voiture de sécurité | n’a pas roulé | rouler
    .dice = Au stand { $who_of } : { die-count } ; un accident grave coûte les { $dice2 }.
    .dice-sign = accident grave : tous les dés | dés au stand : { $dice } | en mettre { $dice2 }
fastest-turn = Le plus haut jet vaut un demi-point
    .other = Le tour le plus rapide annoncé est { $who } avec { $steps } ; c’est { $who2 } avec { $steps2 }.
    .nobody = Le tour le plus rapide annoncé est { $who } avec { $steps } ; c’est encore personne.
wet-race = Quatre flaques d’huile là où le circuit les montre
    .gone = L’huile sur { $space } a disparu ; sous la pluie, elle y reste toute la course.
    .gone-sign = { value-oil } | enlevée | reste toute la course
items-on-board = Tous les objets sont sur le plateau
    .oil = { $who } a utilisé une flaque d’huile ; quand les objets sont sur le plateau, l’huile reste en place.
    .oil-sign = { value-oil } | utilisée | reste sur le plateau
    .missing = { item-missing }
    .missing-sign = { item-missing-sign }
    .extra = { item-extra }
    .extra-sign = { item-extra-sign }
championship = n points au vainqueur, puis un de moins à chacun
    .called = Le score annoncé { $who_of } est { score-said } ; c’est { score-right }.
teams = Deux voitures par équipe, points additionnés
    .called = Le score annoncé { $who_of } et { $who2 } est { score-said } ; ensemble, c’est { score-right }.

## Ce qui a été fait

begun = { $item ->
    [none] { $roll ->
        [none] { "" }
       *[other] a lancé { $roll } et{ " " }
    }
   *[other] a utilisé « { $item } »{ aimed }{ $roll ->
        [none] { "" }
       *[other] , a lancé { $roll }
    } et{ " " }
}
aimed = { $aim ->
    [0] { "" }
   *[other] { " " }(dé : { $aim })
}
deed =
    .begins = va lancer
    .rolling = { $item ->
        [none] a lancé { $roll }
       *[other] a utilisé « { $item } »{ aimed }{ $roll ->
            [none] { "" }
           *[other] { " " }et a lancé { $roll }
        }
    }
    .up = { begun }a remis la voiture sur ses roues et a passé
    .fix = { begun }a repris un dé
    .move = { begun }a avancé de { spaces-count }{ $via }
    .bust = { begun }n’a pas bougé
    .bust-unseen = { begun }a fait un doublon et n’a pas bougé
    .held = { begun }n’a pas bougé à cause de la voiture de sécurité
    .put = { begun }{ $onto ->
        [off] a retiré la voiture du plateau
       *[other] a mis la voiture sur { $onto }
    }
    .qualify = { begun }s’est qualifié
    .threw = a lancé des dés
    .pushed = a poussé un dé
    .touched = a touché à la table
    .rest = a fait ce qui s’ensuit
    .away = a fait ce que d’autres ont changé
    .passed = n’a rien fait
    .let = a laissé { $who } agir hors de son tour
goes-on = { $told } ; le tour continue

## Ce qui est supposé, demandé et dit

sum = { $value ->
        [bust] { $by } a fait un doublon
        [double-six] { $by } a fait un double six
        [no] { $by } n’a pas lancé les dés
       *[other] les dés { $by_of } ont donné { $value } sans doublon
    }
    .otherwise = les dés { $by_of } ont donné autre chose
    .ask = Qu’a lancé { $by } ?
    .answer = { $value ->
        [bust] un doublon
        [double-six] un double six
       *[other] { $value } en tout
    }
    .no = les dés n’ont pas été lancés
    .pad = Jet { $by_of }
bust = { $value ->
        [no] { $by } n’a pas fait de doublon
       *[other] { $by } a fait un doublon
    }
    .otherwise = { $by } a lancé autre chose
    .ask = Est-ce que { $by } a fait un doublon ?
    .answer = un doublon
    .no = les dés n’ont pas été lancés
    .pad = Jet { $by_of }
use = { $by } a utilisé « { $value } »
    .otherwise = { $by } n’a pas utilisé « { $value } »
    .ask = Un objet a-t-il été utilisé ?
    .answer = { $value }
    .no = aucun
    .pad = Objet utilisé
aim = { $by } a tiré une fusée et a lancé { $value } ou plus pour elle
    .otherwise = { $by } a lancé autre chose pour la fusée
    .ask = Qu’a montré le dé de la fusée ?
    .answer = { $value }
    .pad = Le dé de la fusée
path = le chemin était : { $value }
    .otherwise = la voiture a pris un autre chemin
    .ask = Par où la voiture est-elle passée ?
    .answer = { $value }
    .pad = Chemin pris
leader = { $value } est en tête
    .otherwise = { $value } n’est pas en tête
    .ask = Qui est en tête ?
    .answer = { $value }
    .pad = Qui est en tête
value = la valeur de qualification { $by_of } est { $value }
    .otherwise = la valeur de qualification { $by_of } est une autre
    .ask = Quelle est la valeur de qualification { $by_of } ?
    .answer = { $value }
    .pad = Valeur de qualification { $by_of }
car = la voiture { $by_of }, qui n’était pas visible, est { car-stands }
    .otherwise = la voiture { $by_of }, qui n’était pas visible, est ailleurs
    .ask = Où est la voiture { $by_of } ? Dégagez la vue sur la table.
    .view = on le voit maintenant
    .down = la voiture { $by_of }, qui n’était pas visible, est sur le toit { car-stands }
car-stands = { $value ->
    [off] à côté du plateau
   *[other] sur { $value }
}
box = le stand { $by_of }, qui n’était pas visible, est comme il doit être
    .otherwise = le stand { $by_of }, qui n’était pas visible, est autrement
    .ask = Qu’y a-t-il au stand { $by_of } ? Dégagez la vue sur la table.
    .view = on le voit maintenant
gate-stands = la barrière, qui n’était pas visible, est { $value ->
    [open] ouverte
   *[closed] fermée
}
    .otherwise = la barrière, qui n’était pas visible, est autrement
    .ask = La barrière est-elle ouverte ? Dégagez la vue sur la table.
    .view = on le voit maintenant
tray-lies = le bac, qui n’était pas visible, est { $value ->
    [off] à côté
   *[other] sur { $value }
}
    .otherwise = le bac, qui n’était pas visible, est ailleurs
    .ask = Où est le bac ? Dégagez la vue sur la table.
    .view = on le voit maintenant
item = sur { $at }, où l’on ne voyait rien, il y a : { $value }
    .otherwise = sur { $at }, où l’on ne voyait rien, il n’y a rien
    .ask = Qu’y a-t-il sur { $at } ? Dégagez la vue sur la table.
    .view = on le voit maintenant
lay = { lay-what } : comme on l’a vu la dernière fois
    .otherwise = { lay-what } : changé avant, pendant qu’on ne le voyait pas
    .ask = Quelque chose a été changé pendant que c’était caché : { lay-what }. Si c’est juste, prenez la table telle quelle ; sinon, remettez-le en ordre.
lay-what = { $what ->
    [car] la voiture { $by_of }
    [box] le stand { $by_of }
    [gate] la barrière
    [tray] le bac
    [card] la carte de lancer
   *[space] ce qu’il y a sur { $at }
}
refill = le bac contient : { $value }
    .otherwise = on a mis autre chose dans le bac
    .answer = { $value }
    .pad = Mis dans le bac
fastest = le tour le plus rapide est { $who } avec { $steps }
    .otherwise = un autre tour est le plus rapide
    .answer = { $who } avec { $steps }
    .pad = Le tour le plus rapide
score = le score { $at_of } est { $value }
    .otherwise = le score { $at_of } est un autre
    .answer = { $value }
    .pad = Score { $at_of }
team = le score de l’équipe { $members } est { $value }
    .otherwise = le score de l’équipe { $members } est un autre
    .answer = { $value }
    .pad = Score de l’équipe { $members }
stop = le jet est fini
    .answer = s’arrête
    .pad = Le jet
done = le tour { $by_of } est fini
    .answer = est fini
    .pad = Le tour

## Ce qui peut être fait, et où en est la course

now =
    .grid = { $who } lance pour la grille : s’arrêter à temps, un doublon ne compte pas.
    .up = { $who } est sur le toit : remettre la voiture sur ses roues et passer.
    .fix = { $who } n’a plus de dés et en reprend un.
    .roll = { $who } lance { $dice ->
        [1] un dé
       *[other] jusqu’à { $dice } dés
    }{ now-also }.
    .leads = { $who } lance un dé (en tête derrière la voiture de sécurité){ now-also }.
now-also = { $fix ->
        [yes] , ou reprend un dé
       *[no] { "" }
    }{ $corner ->
        [yes] { " " }; dans un virage, un doublon est un accident
       *[no] { "" }
    }
advice =
    .up = { $who } pourrait remettre la voiture sur ses roues et passer.
    .move = { $who } pourrait avancer de { spaces-count }{ $via_by } jusqu’à { $space }.
    .fix = { $who } pourrait reprendre un dé.
    .stay = { $who } pourrait laisser la voiture où elle est : un doublon n’avance pas.
left = { $things }
    .dice = { die-count }
    .item = { $item }
things-joint = { ", " }
note = { $notes }
    .finished = arrivé
    .to-qualify = à qualifier
    .qualified = qualifié avec { $count }
    .belly-up = sur le toit
    .pit = dans les stands
    .shortcut = raccourci pris
notes-joint = { ", " }
outcome = La course est finie : { $who } gagne ({ $places }).
    .place = { $place }. { $who }
    .whole = { $sentences }
    .team = L’équipe de { $members } gagne.
    .championship = Championnat : { $scores }.
    .score = { $who } { score-said }
    .champion = { $who } est champion du monde.
    .tie = { $members } ont besoin d’une course de départage.
    .name = { $who }
places-joint = { ", " }
scores-joint = { ", " }
members-joint = { " et " }

# What is wrong on the table, in a position or with what is asked for.
this-board-has-no-space = ce circuit n’a pas de case { $space }.
item-on = { $item } en { $space }
die-of = dé { $n } de { $who }
the-cylinder = cylindre
there-are-more-item-than = De l’objet « { $kind } », il y a plus que convenu : { $x } de trop.
no-board-was-made-out = Aucun circuit n’est reconnu ; posez-le de façon qu’on le voie avec ses voitures.
put-one-car-for-each = Mettez une voiture pour chacun des { $players } joueurs ; visibles : { $n }.
safety-car-not-known = avec la voiture de sécurité, une course ne peut être suivie que depuis son départ
stands-beside-board-and-others = { CAP($who) } est à côté du plateau et d’autres non ; placez-les toutes ou aucune.
does-not-stand-in-pit = { CAP($who) } n’est pas dans les stands ; la course y commence.
there-is-no-next-race-this = Il n’y a pas de course suivante : celle-ci n’est pas finie, ou le championnat est joué.
next-race-championship-has-same = La course suivante d’un championnat se court avec les mêmes voitures ; mettez-les sur la table.
gate-is-open-or-closed = La barrière n’est ouverte ou fermée que sur un circuit qui en a une.
tray-lies-on-table-but = Un bac est sur la table, mais les objets ne se jouent pas avec le bac.
this-board-says-nothing-where = Ce circuit ne dit pas où se trouve l’huile sous la pluie.
game-is-for-cars-not = Le jeu est pour { $fewest } à { $most } voitures, pas { $n }.
there-are-more-cars-than = Il y a plus de voitures que de places dans les stands.
open-edition-has-no-tray = L’édition sans bac ne connaît que « aucun » objet ou « sur le plateau ».
it-is-somebody-turn-exactly = C’est le tour de quelqu’un tant qu’au moins deux voitures courent.
has-finished-and-cannot-be = { CAP($who) } a fini et ne peut pas être au tour.
teams-have-two-cars-each = Chaque équipe a deux voitures et chaque voiture est dans une équipe : leur nombre est pair.
championship-has-scores-car-is = Le championnat a les points d’une voiture qui ne court pas.
in-wet-race-oil-lies = Sous la pluie, il y a de l’huile sur { $list } ; { $gone } n’en a pas.
box-shows-more-discs-than = Le stand de { $who } montre plus de disques que la course n’a de tours.
has-finished-exactly-when-its = { CAP($who) } a fini exactement quand son dernier disque est pris.
stands-beside-board = { CAP($who) } est à côté du plateau.
cars-stand-on-only-corner = { $count } voitures sont sur { $space } ; seul un virage en accueille plus d’une.
item-lies-on-where-none = Un objet est sur { $space }, où il ne peut pas y en avoir.
race-is-on-board-but = La course se joue sur le circuit « { $text } », mais « { $text2 } » est sur la table : posez le bon.
sheets-board-lie-among-those = Des feuilles du circuit « { $text } » sont mêlées à celles de « { $text2 } » : enlevez-les.
board-is-not-known-print = Le circuit « { $text } » est inconnu : imprimez-le avec  referee print --board FICHIER  et donnez ce kit.
tray-on-cannot-be-read = Le bac sur { $space } ne peut pas être lu : mettez son objet dans son cadre, et les voitures à côté, pas dessus.
no-board-is-seen-lay = Aucun circuit n’est visible : posez ses feuilles à plat, sous la caméra.
on-line-between-and = sur la ligne entre { $space } et { $space2 }
car-stands-set-it-clearly = La voiture de { $who } est { $where } : mettez-la nettement dans l’une des cases.
car-stands-on-no-space = La voiture de { $who } n’est sur aucune case : mettez-la au milieu d’une.
two-copies-are-on-table-take = { $text } est en double sur la table : enlevez-en un
sheet-board-lies-push-it = La feuille { $number } du circuit est { $how } : poussez-la contre ses voisines.
sheet-board-is-not-seen = La feuille { $lost } du circuit n’est pas visible : posez-la à sa place, à plat et découverte.
sheets-board-are-not-seen = Les feuilles { $sheets } du circuit ne sont pas visibles : posez-les à leur place, à plat et découvertes.
mm-out-joint = décalée de { $off } mm
turned-by-degrees = tournée de { $turn } degrés
sheets-joint = { ", " }
    .last = { " et " }

# What the table agrees on: `agree-<option>`, and its choices.
agree-board = Quel circuit ?
agree-board-harbour = Circuit du Port
agree-board-crossover = Croisement
agree-board-lockgate = Écluse
agree-edition = Quelle édition des règles ?
agree-edition-tray = avec le bac
agree-edition-open = la plus récente, sans bac
agree-items = Comment jouez-vous les objets spéciaux ?
agree-items-tray = un à la fois dans le bac
agree-items-board = tous sur le plateau dès le départ
agree-items-none = sans
agree-sets = Combien de lots d’objets spéciaux ?
agree-laps = Combien de tours de piste ?
agree-pushed-laps = Une voiture poussée sur la ligne d’arrivée prend-elle un disque ?
agree-pushed-items = Une voiture poussée déclenche-t-elle les bombes et glisse-t-elle sur l’huile ?
agree-safety = Avancé : avec la voiture de sécurité ?
agree-fastest = Avancé : un demi-point pour le tour le plus rapide ?
agree-wet = Avancé : une course sous la pluie ?
agree-teams = Courez-vous par équipes de deux ?
agree-teams-neighbours = avec le pilote suivant
agree-teams-opposite = avec le pilote d’en face
agree-championship = Est-ce une course d’un championnat (trois points par voiture le gagnent) ?
agree-qualifying = Les qualifications sont-elles encore à lancer ?

# What the drawn board says.
board-shows = { $title } : { $pieces }
    .empty = { $title } : aucune voiture
car-is =
    .on = { $who } en { $space }
    .on-over = { $who } en { $space }, sur le toit
    .off = { $who } à côté du plateau
    .off-over = { $who } à côté du plateau, sur le toit
called-over = { $who } (sur le toit)
value-said = { $value }
the-gate = barrière
the-tray = bac
switch = commande
laps-left = tours : reste { $n }
dice-lost = dés perdus : { $n }
shortcut-used = raccourci pris
an-item = { $item }

# Positions, turns and words in notation that cannot be read.
no-part-of-turn = « { $text } » n’est pas une partie d’un tour ; un tour s’écrit ainsi : R roll=2+6 move=8.
no-turn = « { $text } » n’est pas un tour : écrivez la voiture et ce qu’elle a fait, comme R roll=2+6 move=8.
kit-has-no-board = le kit n’a pas de plateau « { $name } » : imprimez-le avec  referee print --board
needs-its-board = pour poser la table, la position doit dire son plateau, comme board=harbour.
    .draw = pour dessiner un plateau, la position doit dire son nom, comme board=harbour.
box-not-on-board = le stand de { $who } n’est pas l’un des { $n } du plateau « { $title } ».
board-has-no-space = le plateau « { $title } » n’a pas de case { $text }.
names-no-cars = « { $text } » ne nomme pas de voitures : les lettres sont { $text2 }, une fois chacune.
no-such-switch = « { $text } » n’est pas un réglage ; les réglages sont { $text2 }.
lacks-field = il manque à la position le champ « { $field } ».
seats-cars-boxes = chaque voiture de « seats » doit avoir une place dans « cars » et un stand dans « box », et aucune autre.
to-move-not-seated = la voiture qui doit jouer, ou celle de la voiture de sécurité, n’est pas dans « seats ».
teams-need-even = les équipes demandent un nombre pair de voitures, pas { $n }.

# Board files.
no-such-board = il n’y a pas de plateau « { $text } » ; il y a { $list }, ou un fichier de plateau.
board-no-json = le fichier de plateau n’est pas du JSON : { $text }.
board-no-object = un fichier de plateau est un objet JSON, comme dans docs/boards-gp.md.
board-entry =
    .lacks = il manque « { $text } » au fichier de plateau ; les entrées sont dans docs/boards-gp.md.
    .unknown = le fichier de plateau a une entrée inconnue « { $text } » ; les entrées sont dans docs/boards-gp.md.
drawn-touches = { $text } touche { $n } { $n ->
        [one] case
       *[other] cases
    } : sur une route fermée chacune en touche deux.
drawn-several = Il y a plus d’une route : dessinez-en une seule.
drawn-line = La voie des stands se trouve sous la rangée la plus basse : placez la ligne de départ pour que la case avant elle soit dans cette rangée.
bays-for-cars = ce plateau a des stands pour { $n } voitures, pas pour { $n2 }.
board-not-raced = on ne peut pas courir sur le plateau « { $name } » : { $points }.
of-space = case « { $text } »
space-listed-twice = la case « { $text } » est deux fois dans la liste
not-among-spaces = « { $text } » n’est pas parmi ses cases
lap-needs-spaces = un tour demande au moins { $n } cases
bays-out-of-range = la voie des stands a { $n } stands au lieu de 2 à { $n2 }
board-has-no-corner = il n’a pas de virage
pit-leads-onto-lap = la voie des stands doit mener sur le tour, à une case traversée une fois
line-before-single = la ligne d’arrivée doit être devant une case traversée une fois
crossed-too-often = le tour traverse « { $space } » { $n } fois ; une case de boucle est traversée deux fois
loop-no-corner = la case de boucle « { $space } » est traversée tout droit et ne peut pas être un virage
no-road-leads-to = aucune route ne mène à la case « { $space } »
branch-leaves-lap = « { $text } » doit quitter et rejoindre le tour à deux cases traversées une fois
branch-through-lap = « { $text } » passe par une case du tour
special-on-lap-once = « { $space } » est une case T ou une commande de barrière : pas un virage, et une fois sur le tour
teleport-has-two = un téléporteur a deux cases T, et aucune n’est une commande de barrière
gate-has-no-switch = la barrière n’a pas de commande
wet-oil-apart = l’huile d’une course mouillée est sur des cases différentes, ni case T ni commande de barrière
entry-needs-mm = « { $text } » doit être plus de 0 mm
on-one-spot = « spaces » ou « pit.bays » : « { $space } » et « { $space2 } » sont au même endroit, à moins d’une demi-case
space-off-board = « spaces » : « { $space } » est hors du plateau (« size_mm »)
pit-behind-line = « pit.exit » : « { $space } » est derrière la ligne d’arrivée ; la voie des stands finit avant « { $space2 } »
leads-backward = « { $text } » : cela mène en arrière, de « { $space } » à « { $space2 } » ; écrivez crosses_line si cela passe la ligne d’arrivée
bay-off-board = « pit.bays » : « { $space } » est hors du plateau (« size_mm »)
box-off-board = « pit.bays » : le stand de « { $space } » est hors du plateau (« size_mm »)
boxes-overlap = « pit.bays » : les stands de « { $space } » et « { $space2 } » se chevauchent (« box_size_mm »)
must-be-object = « { $text } » dans le fichier de plateau doit être un objet entre accolades.
must-be-objects = « { $text } » dans le fichier de plateau doit être une liste d’objets.
must-be-ids = « { $text } » dans le fichier de plateau doit être une liste de noms de cases.
needs-space-id = « { $text } » dans le fichier de plateau demande un nom de case de 1 à 8 lettres et chiffres, pas { $text2 }.
name-of-a-board = le nom d’un plateau a jusqu’à 32 lettres, chiffres, - et _, et commence par une lettre.
needs-two-numbers = { $text } dans le fichier de plateau demande deux nombres en mm, comme [120.5, -40].
needs-a-number = { $text } dans le fichier de plateau demande un nombre en mm, pas { $text2 }.
