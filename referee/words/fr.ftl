# What the referee says beside the law. Ids are kinds of facts, as in the games' catalogues.

# The race: its turns, what people decide, how it starts.
answered-late = une question à son sujet a reçu sa réponse
said-at-table = dit à la table
declaration-was-taken-back = une déclaration a été retirée
nothing-was-declared-in-this = rien n’a été déclaré dans ce tour
nobody-has-asked-whose-turn = personne n’a demandé de quel tour on parlait
nobody-has-asked-about-anything = personne n’a demandé ce qui est caché
table-cannot-be-read-now = la table ne peut pas être lue maintenant : dégagez la vue
seen-whole = la table est comme au début du tour
moved-on = qui jouait a continué : son tour est rouvert
drove-again = qui jouait a continué encore : son tour était fini avant
table-changed = la table a changé
move-was-taken-back = un mouvement a été repris
played-anew = les joueurs simulés rejouent ce tour : ce qui en a été vu et dit ne compte plus
closed-turn-was-taken-back = un tour déjà fini a été repris : il est rouvert
next-driver-has-begun-already = le pilote suivant a déjà commencé
nothing-has-moved-turn-goes = rien n’a bougé : le tour continue
said-before-it-began = cela a été dit avant que rien n’ait bougé, peut-être pour le tour d’avant : le tour continue
recording-ended = l’enregistrement s’est terminé
piece-is-not-seen-stand = la pièce de { $who } n’est pas visible : posez-la debout, à l’abri des reflets et des autres objets
by-hand =
    .put = mis à la main en { $value } : { $piece }
    .put-elsewhere = déplacé à la main : { $piece }
    .flip = retourné à la main : { $piece }
    .turn = tourné à la main : { $piece }
    .toward = tourné à la main : { $piece }
    .face = mis à la main sur { $value } : { $piece }
    .give = { $piece } a reçu à la main : { $value }
    .take = { $piece } a perdu à la main : { $value }
    .off = retiré du plateau à la main : { $piece }
    .laps = { $piece }, fixé à la main : passages de la ligne : { $value }
    .discs = { $piece }, fixé à la main : tours restants : { $value }
    .dice = { $piece }, fixé à la main : dés perdus : { $value }
    .gear = { $piece }, fixé à la main : rapport { $value }
    .flags = { $piece }, fixé à la main : drapeaux touchés : { $value }
    .pits = { $piece }, fixé à la main : arrêts aux stands : { $value }
    .under = ce qui se trouve sous { $piece } a été dit : { $value }
    .then = il a été dit qui vient après { $piece } : { $value }
    .next = il a été dit à qui c’est le tour : { $value }
table-was-taken-as-it = la table a été prise telle quelle
position-was-corrected = la position a été corrigée à la main
camera-sees-otherwise = { $text } ; la caméra voit encore la table autrement
ends-turn = { $text } ; le tour est ainsi terminé
table-cannot-be-taken = la table n’est pas lisible en ce moment, on ne peut donc pas la prendre telle quelle
this-position-cannot-be = cette position est impossible : { $points }
race-has-not-started-yet = la course n’a pas encore commencé
mode-strict = désormais un tour interdit attend qu’on le règle
mode-advise = désormais l’arbitre ne fait que conseiller : un tour interdit compte, avec une marque
mode-record = désormais l’arbitre tient le journal et ne dit rien
referee-is-back-race-goes = l’arbitre est de retour ; la course continue
turn-goes-on = le tour continue
verdict-was-overruled = il a été décidé autrement que l’arbitre
stands-already = cette faute est déjà laissée, ou des personnes en ont décidé autrement
verdict-stands-by-agreement = la table laisse la faute telle quelle
nothing-moved = rien n’a bougé depuis la fin du dernier tour ; c’est maintenant le tour de { $who }
next-driver-is-under-way = le pilote suivant a déjà commencé : ce tour n’est pas encore fini
no-such-status = un verdict est LEGAL, ILLEGAL ou UNDECIDED, pas « { $text } »
no-such-mode = l’arbitre peut être { $list }, pas « { $text2 } »
break = une pause
break-is-over = la pause est finie
turn-was-taken-back = le tour de { $who } a été retiré
entry-was-taken-back = ce qui a été décidé en dernier a été retiré
    .overrule = l’avis sur le verdict a été retiré
    .correct = ce qui avait été fixé à la main a été retiré
start-was-taken-back = le départ de cette course a été repris : la course d’avant compte de nouveau
table-lets-it-stand = la table l’accepte
there-is-break-already = il y a déjà une pause
there-is-no-break = il n’y a pas de pause
there-is-no-turn-take = il n’y a pas de tour à reprendre
lay-all-pieces-out = Disposez toutes les pièces à nouveau ; la table n’a pas été vue depuis la fin de cette course.
season-race-starts = la course { $n } commence ({ $season })
race-starts = la course commence
race-is-joined = une course déjà commencée est suivie à partir d’ici
whose-turn = à qui c’est le tour
begins-at-its-start = { $title } ne peut être suivi que depuis le départ d’une course
said-badly = chaque ligne de ce qui a été dit nomme une pièce et ce qui vaut pour elle, pas « { $text } »
race-is-over = la course est finie
race-was-ended = la course a été arrêtée avant sa fin : les places sont celles du classement
race-goes-on = la course continue
race-goes-on-although = la course continue, bien que quelque chose cloche sur la table : { $points }
race-is-already-under-way = la course est déjà en cours ; annulez ou corrigez au lieu de recommencer
no-board-yet = aucun plateau n’a encore été lu : attendez un instant
no-start-position = ce n’est pas une position de départ : { $points }
single-race = c’est une course isolée de { $title } ; lancez-en une nouvelle
no-next-start = ce n’est pas un départ de la course suivante : { $problem }
season-is-decided = tout est joué ({ $season })
this-race-is-not-over = cette course n’est pas encore finie
no-board-made-out = aucun plateau n’est reconnu
move-timer-ran-out = le minuteur est écoulé
used-up = les mouvements du tour sont épuisés
said-done = le tour a été déclaré fini
next-began = le pilote suivant a joué
said-early = cela a été dit juste avant le tour suivant et lui convient mieux
it-belongs-turn-under-way = cela appartient au tour en cours
had-begun = à ce moment le tour suivant avait déjà commencé
turn-so-far = le tour jusqu’ici
something-went-out-sight = quelque chose est sorti de la vue
referee-does-not-insist = l’arbitre n’insiste pas
verdict-stands = la faute reste telle quelle : { $text }
judged-when-still = Le tour sera jugé dès qu’il n’y aura plus de main au-dessus de la table et que tout sera immobile.
race-is-on = La course est lancée.
noted = Noté : { $text }
last-declaration-was-taken-back = La dernière déclaration a été retirée.
turn-is-done = Le tour est fini.
simulated-players-wait = Les joueurs simulés attendent dix secondes, l’acceptent et continuent ; une pause les arrête.
another-turn-began = un autre tour a commencé juste avant, donc rien n’a été fait ; regardez et redites-le
    .after = un autre tour a commencé juste avant ({ $said }), donc rien n’a été fait ; regardez et redites-le
waiting-for-first-picture = attend la première image
pictures-have-ended = les images sont finies
card-was-shown = la carte « { $card } » a été montrée : { $said }
nothing-was-done = rien n’a été fait : { $refused }
not-saved = Pas enregistré : { $problem }
camera-is-back = la caméra est de retour
something-went-wrong = Quelque chose s’est mal passé dans l’arbitre, et il continue ({ $text }). Signalez-le, s’il vous plaît : referee bundle
said = { $sentences }
as-sentence = { CAP($said) }.
noted-why = { $cause }: { $text }
    .by = { $cause }: { $text } ({ $name })
    .alone = { $cause } ({ $name })
points-joint = { "; " }
list-joint = { ", " }
either-joint = { ", " }
    .last = { " ou " }
turn-was-noted = { $who } : un tour a été noté

# What the eye says of the picture, the print and the dice.
lens-other-size = L’objectif a été mesuré avec une autre taille d’image : mesurez-le de nouveau à celle-ci pour plus de précision.
lens-does-not-suit = La mesure de l’objectif ne convient pas à ce que montre la caméra : la mise au point ou le zoom ont-ils bougé, ou est-ce une autre caméra ? Mesurez de nouveau, ou passez-vous de la mesure.
prints-small = Ces impressions sont { $n } % plus petites que les autres : { $list }. Imprimez toutes les feuilles à 100 %, sinon les places de ce qui est posé dessus sont fausses d’autant.
prints-mixed =
    .small = Ces pièces portent des marqueurs plus grands que les autres, elles ne comptent donc pas : { $list }. Prenez les pièces d’une seule impression (petits marqueurs : referee print).
    .large = Ces pièces portent des marqueurs plus petits que les autres, elles ne comptent donc pas : { $list }. Prenez les pièces d’une seule impression (grands marqueurs : referee print --large-markers).
other-print =
    .small = Sur la table se trouve l’impression à petits marqueurs, pas le jeu choisi : elle est lue telle quelle.
    .large = Sur la table se trouve l’impression à grands marqueurs, pas le jeu choisi : elle est lue telle quelle.
tiles-apart = Des tuiles voisines sont { $n } % plus écartées que leur largeur : soit elles sont imprimées { $n } % trop petites, soit il y a { $gap } mm de vide entre elles.
more-second-prints = D’autres pièces en double se trouvent sur la table : enlevez-les toutes.
printed-in-mirror = Ce qui se trouve { $text } semble imprimé en miroir et ne compte donc pas : enlevez-le et réimprimez-le sans effet miroir.
two-copies = Le marqueur { $number } ({ $text }, { $text2 }) est en double sur la table, { $text3 } et { $text4 } : aucun ne compte tant que l’un des deux n’est pas enlevé.
two-copies-one-counts = Le marqueur { $number } ({ $text }, { $text2 }) est en double sur la table, dont un { $text3 } : enlevez-en un.
second-print = Un second exemplaire de { $text } se trouve { $text2 } : il ne compte pas comme la pièce elle-même. Enlevez-le ; s’il doit compter, soulevez-le et posez-le ailleurs.
in-picture =
    .upper-left = en haut à gauche de l’image
    .upper = en haut de l’image
    .upper-right = en haut à droite de l’image
    .middle-left = à gauche de l’image
    .middle = au milieu de l’image
    .middle-right = à droite de l’image
    .lower-left = en bas à gauche de l’image
    .lower = en bas de l’image
    .lower-right = en bas à droite de l’image
two-copies-together = Le marqueur { $number } ({ $text }, { $text2 }) est en double sur la table, les deux { $text3 } : aucun ne compte tant que l’un des deux n’est pas enlevé.
next-to-nothing-seen = On ne voit presque rien du plateau : la lumière est-elle éteinte, ou quelque chose le recouvre-t-il ?
other-kit = Ce sont des pièces du kit { $text }, pas de { $text2 } : prenez le bon kit.
no-tile-seen = Aucune pièce du kit n’est visible : posez le plateau sous la caméra, avec assez de lumière.
lens-guessed-off = L’objectif n’est pas mesuré mais estimé : les pièces peuvent être décalées de { $n } mm. Mieux : mesurez-le avant une course, à l’étape « Objectif ».
bumped = La caméra ou la table a été bousculée ; le plateau est retrouvé.
picture-empty = L’image est vide : vérifiez la source.
picture-without-colours = L’image n’a pas de couleurs lisibles : vérifiez la source.
picture-no-bytes = L’image n’est pas faite d’octets : vérifiez la source.
picture-too-small = L’image n’a que { $width } × { $height } pixels : il en faut au moins { $least } de chaque côté.
picture-mirrored = La caméra inverse son image, les marqueurs sont donc illisibles : désactivez l’effet miroir dans ses réglages.
picture-too-dark = L’image est trop sombre : allumez une lampe ou laissez la caméra exposer plus longtemps.
picture-blurred = L’image est floue : faites le point sur la table et ne bougez plus la caméra.
picture-too-bright = L’image est trop claire : détournez la lampe ou laissez la caméra exposer moins longtemps.
die-two-ways = deux nombres sont possibles
die-touched = quelque chose d’illisible y touche
die-leans = de travers contre quelque chose
die-small = trop petit dans l’image
die-unread = sur une arête, à moitié caché ou trop sombre
die-colour = d’une couleur que personne n’a, ou entre deux
mat-covered = le tapis de dés est caché ou trop sombre
mat-cut-off = le tapis n’est pas entier dans l’image
die-contradiction = les images se contredisent
mat-moving = quelque chose bouge sur le tapis
die-doubtful = { $count ->
    [one] Un dé n’est pas lisible ({ $doubt }) : posez-le à plat, bien visible, sans changer son nombre.
   *[other] { $count } dés ne sont pas lisibles ({ $doubt }) : posez-les à plat, bien visibles, sans changer leurs nombres.
    }
doubt-joint = { " ; " }
die-too-small = { $count ->
    [one] Un dé est trop petit dans l’image pour être lu : dites son nombre, ou approchez la caméra.
   *[other] { $count } dés sont trop petits dans l’image pour être lus : dites leurs nombres, ou approchez la caméra.
    }
piece-on-mat = { $text } est posé sur un tapis de dés : déplacez l’un des deux.
dice-too-many = Il y a { $count } dés { $colour } ; le jeu en a { $n } : enlevez-en.

# Lenses.
lens-few-views = Seules { $n } vues du damier diffèrent assez entre elles ; il en faut au moins { $least } : tenez-le à d’autres endroits et sous d’autres angles.
lens-sizes-differ = Les images ont des tailles différentes ; prenez-les toutes avec un seul réglage de la caméra.
lens-few-tilted = Le damier n’était incliné que dans { $n } vues ; inclinez-le de 20 à 40 degrés dans au moins { $least }, chaque fois autrement : des vues à plat ne disent rien de la focale.
lens-covers-little = Les vues ne couvrent que { $share } de l’image ; montrez aussi le damier près des bords et des coins.
lens-fits-none = Aucun objectif ne convient à ces vues (erreur { $n } px) : le damier est-il plat, net et tenu immobile ?
lens-not-saved = La mesure de l’objectif n’a pas pu être enregistrée : { $text }.
lens-of-other-camera = L’objectif retenu ici a été mesuré avec une autre caméra ({ $device }) : mesurez-le de nouveau, ou oubliez-le.
lens-of-other-size = L’objectif a été mesuré sur des images de { $w } x { $h }, celles-ci font { $width } x { $height } : il est laissé de côté jusqu’à une nouvelle mesure.
lens-not-under-way = aucune mesure n’est en cours
lens-measured = mesuré sur { $n } vues du damier
lens-note = avec { $name } le { $date }, OpenCV { $version }
camera-at-size = { $name } en { $size }
lens-origin = { $list }

# Cameras, recordings and files.
camera-number = caméra { $index }
no-such-camera = Il n’y a pas de caméra { $index } ; trouvé : { $text }. Branchez-la ou choisissez-en une autre.
address-unreachable = { $text } est injoignable ou n’envoie pas d’images ; vérifiez l’adresse, le nom et le mot de passe.
camera-gives-no-more = { $text } ne donne plus d’images.
camera-broken-pictures = { $text } n’envoie que des images abîmées.
no-camera-gives-pictures = Aucune caméra { $index } ne donne d’images, ou un autre programme l’utilise ; trouvé : { $text }.
camera-frozen = { $text } montre la même image depuis { $frozen_after_s } s : elle est peut-être bloquée.
camera-black = { $text } donne une image noire : l’objectif est-il couvert, ou la caméra éteinte sur son boîtier ?
trying-again = { $problem } Nouvel essai.
camera-silent = Aucune nouvelle image de { $text } depuis { $lost_after_s } s.
camera-away = Aucune image de { $text } depuis { $away } s ; vérifiez le câble et l’alimentation.
source-ended = { $text } est terminé.
camera-failed = { $text } a eu une panne ({ $text2 }). Nouvel essai.
simulated-table = table simulée
phone-camera = la caméra du téléphone
phone-awaited = Le téléphone n’a encore envoyé aucune image : scannez son code et lancez-y la caméra.
phone-silent = Aucune image ne vient plus du téléphone ; il réessaie tout seul, sauf si sa caméra y a été arrêtée.
phone-battery = La batterie du téléphone est à { $percent } % : branchez son chargeur.
phone-not-wanted = L’arbitre ne regarde pas par le téléphone : choisissez-le comme caméra sur la page de la course.
phone-picture-broken = Cette image est arrivée abîmée, ou trop grande ou trop petite ; la prochaine sera peut-être meilleure.
phone-pictures-wait = Tant d’images attendent déjà qu’il n’y a plus de place : attendez un instant.
phone-needs-page = Un téléphone envoie ses images à une page, et ici il n’y en a pas ; `referee watch` en a une, sans --headless.
only-camera-sends = Seul le téléphone entré comme caméra peut envoyer des images.
camera-tried = { $text } envoie des images de { $width } × { $height } px.
address-slow = pas de réponse à temps
address-no-mjpeg = { $text } envoie { $text2 }, pas des JPEG à la suite ; cherchez l’adresse MJPEG de la caméra.
address-closed = la connexion a été fermée
address-redirects = elle nous renvoie vers une autre machine
address-broke-off = Le flux { $text } s’est interrompu ({ $text2 }).
address-improper = { $text } n’est pas une adresse correcte de caméra.
address-answers = { $text } répond { $code } { $text2 }.
address-unreached = { $text } est injoignable ({ $text2 }) ; l’appli de la caméra tourne-t-elle, et sur le même réseau ?
address-asks-password = { $text } demande le nom et le mot de passe de la caméra : mettez-les dans l’adresse, NOM:MOTDEPASSE@ devant l’hôte.
camera-no-answer = { $text } ne répond pas depuis { $seconds } s ; débranchez-la, rebranchez-la et réessayez.
record-header-lost = L’en-tête (quel jeu, quel kit) a été perdu.
record-entries-lost = Illisible et perdu : { $n ->
        [one] 1 entrée
       *[other] { $n } entrées
    } ({ $runs }).
record-pictures-lost = Images perdues à côté de : { $n ->
        [one] 1 entrée
       *[other] { $n } entrées
    } ({ $runs }).
record-too-much = Ce fichier en dit plus qu’il n’en contient : ce n’est pas l’enregistrement d’une course.
camera-named = caméra { $index } ({ $text })
address-unknown-kind = Les adresses en { $text }:// sont inconnues ; utilisez http://, https:// ou rtsp://.
source-not-named = Dites ce qu’il faut regarder : un numéro de caméra, un fichier, un dossier ou une adresse.
source-no-file = { $text } n’est pas un fichier ordinaire ; nommez une vidéo, un dossier d’images ou une caméra.
source-is-record = { $text } est l’enregistrement d’une course, pas un film d’une table : referee replay le montre.
source-not-there = Il n’y a ni fichier, ni dossier, ni caméra du nom de « { $text } » ; caméras : { $text2 }. Donnez un numéro de caméra (0, ou 0@4k pour une autre taille d’image), un fichier, un dossier ou une adresse.
unplugged-same-socket = { $text } est débranchée : rebranchez-la, dans la même prise.
unplugged = { $text } est débranchée : rebranchez-la.
still-too-large = L’image { $text } est plus grande que celles d’aucune caméra ; enregistrez-la de nouveau, plus petite.
still-torn = { $text } n’est pas une image entière ; supprimez-la ou enregistrez-la de nouveau, en JPEG ou PNG.
stills-none = Il n’y a pas d’images dans { $text } (cherché : { $list }).
still-unreadable = L’image { $text } ne peut pas être lue : { $text2 }.
disk-full = le disque est plein ; libérez de la place, et la prochaine entrée sera de nouveau enregistrée
disk-readonly = le fichier ne peut pas être écrit ; vérifiez ses droits
disk-broken = le disque ne peut pas être écrit ; libérez de la place ou vérifiez-le
disk-cannot-open = le fichier ne peut pas être ouvert en écriture ; vérifiez son dossier
disk-busy = un autre programme tient le fichier ; fermez-le
record-not-saved = Rien n’a été enregistré dans { $text } : { $text2 }.
record-log-left = Copiez { $text } avec { $text2 } : il contient les entrées les plus récentes.
record-damaged-kept = Le fichier abîmé est gardé sous { $text }.
record-missing = Il n’y a pas de journal { $text }.
record-moved = Rien n’a été enregistré : { $text } a été déplacé ou supprimé pendant la course. Remettez-le.
record-exists = { $text } existe déjà ; ajoutez --resume pour continuer, ou nommez un autre fichier.
record-linked = { $text } a un autre nom (un lien physique), sous lequel il est ouvert ou est resté après une panne : continuez sous ce nom, ou avec une copie.
film-wants-package = Les films demandent un paquet de plus : tapez pip install "race-referee[film]"
film-unreadable = { $text } n’est pas une vidéo lisible ; elle est coupée ou d’un type inconnu.
film-ends-early = { $text } finit après { $taken } images sur { $promised } ; le fichier est peut-être coupé.
film-too-large = Les images de { $text } sont plus grandes que celles d’aucune caméra ; enregistrez-la de nouveau, plus petite.
camera-unplugged = La caméra { $index } est débranchée.
camera-forbidden = Vous n’avez pas le droit d’utiliser la caméra { $index } (/dev/video{ $index2 }). Tapez :  sudo usermod -aG { $text } $USER  puis déconnectez-vous et reconnectez-vous.
program-holding = { $text } (processus { $number })
camera-used-by = La caméra { $index } est utilisée par { $list } : fermez ce programme, puis réessayez.
camera-refused-macos = La caméra { $index } ne donne pas d’image : autorisez la caméra pour votre terminal dans Réglages Système, Confidentialité et sécurité, Caméra, et fermez les autres programmes qui l’utilisent.
camera-refused-windows = La caméra { $index } ne donne pas d’image : fermez les autres programmes qui l’utilisent, et autorisez les applications de bureau à utiliser la caméra dans Paramètres, Confidentialité et sécurité, Caméra.

# The set-up, replays and the page.
camera-number-broken = la caméra { $camera } envoie des images abîmées
no-race-set-up = il n’y a pas encore de course ; finissez d’abord la préparation
game-chosen = On joue à { $title }.
players-chosen = { $count } joueurs.
looking-for-cameras = Recherche de caméras.
looking-through-it = Regardons à travers.
thank-you = Merci.
players-lay-table-out-for = Les joueurs préparent la table pour la course suivante.
race-was-left = La course a été quittée ; son journal reste, et elle peut reprendre.
race-was-set-aside = La course n’est plus proposée ; son journal reste.
lay-out-track-for-another = Disposez le circuit pour une nouvelle course.
goes-on-where-record-stopped = { $text } reprend là où le journal s’est arrêté.
choose-camera-and-race-goes = Choisissez la caméra, et la course reprend où elle en était.
no-race-yet = il n’y a pas encore de course
show-calibration-board-camera = Montrez le damier à la caméra.
lens-is-measured-within-mm = L’objectif est mesuré : à { $held_out_error_mm } mm près sur la table.
lens-is-guessed-again = L’objectif est de nouveau estimé.
finish-set-up-first = finissez d’abord la préparation
measure-printed-ruler-mm-answer = mesurez les 100 mm de la règle imprimée : la réponse est proche de 100
there-is-no-step-there = il n’y a pas d’étape « { $text } » ; il y a { $list }
choose-camera-first-or-simulated = choisissez d’abord une caméra, ou la table simulée
whose-turn-is-not-known = Personne n’a dit à qui c’est de jouer : roulez, l’arbitre suit.
race-is-under-way = une course est en cours : quittez-la d’abord, par « Nouvelle course… » dans le menu ☰ de sa page
only-picture-check-and-calibration = seuls le contrôle de l’image et l’objectif peuvent être passés
race-is-not-over-yet = la course n’est pas encore finie
this-race-is-not-among = cette course n’est pas parmi les inachevées
is-no-length-in-millimetres = « { $text } » n’est pas une longueur en millimètres, comme 99.5
replay-of = lecture de { $text }
replay-adds-nothing-its-record = une lecture n’ajoute rien à son journal
record-without-race = Aucune course n’a commencé dans { $text } : il n’y a rien à relire.
this-is-replay-nothing-in = ceci est une lecture : rien n’y peut être changé
replay-has-moments = la lecture a les moments 0 à { $x }
request-400 = Cette demande n’a pas pu être comprise.
request-404 = Il n’y a rien à cette adresse.
request-405 = Cette adresse n’accepte pas ce genre de demande.
request-413 = Cette demande est trop grande.
request-415 = Une commande doit être envoyée en JSON.
role-too-low = Avec ce code, vous pouvez { $may }. Demandez à l’écran de l’arbitre le code « { $role } ».
may-watch = regarder
may-declare = regarder et déclarer
may-camera = être la caméra
role-watch = regarder
role-declare = jouer
role-camera = caméra
role-referee = arbitre
request-failed = Quelque chose a mal tourné dans l’arbitre ; le terminal où il tourne dit quoi.
join-first = Rejoignez d’abord : scannez le code sur l’écran de l’arbitre.
request-from-elsewhere = Cette demande vient d’un autre site, elle est donc refusée.
page-from-earlier-run = Cette page vient d’un lancement précédent de l’arbitre : rechargez-la.
host-unknown = L’arbitre ne répond pas sous ce nom.
code-wait = Beaucoup de codes faux sont venus de cet appareil : attendez { $n } s, puis réessayez.
code-wrong = Ce code est faux ou périmé. Scannez celui de l’écran de l’arbitre.
only-at-the-table = Cela se fait à la table même.
something-newer-is-shown = Il y a du nouveau à cette table : regardez encore.
no-such-table = Il n’y a pas de table { $table } ici.
table-is-away = La table { $table } ne peut pas être jointe pour le moment.
table-is-silent = La table { $table } ne répond pas : allez voir.
only-tables-that-are-away = La table { $table } n’est pas partie.
hall-not-connected = pas encore relié à { $text }
hall-nobody-answers = personne ne répond à { $text }
hall-refuses = { $text } nous refuse : { $text2 }
hall-line-cut = la liaison avec { $text } est coupée
table-is-forgotten = La table { $table } a été retirée de la page.
driver-is-called =
    { $driver ->
        [red] Rouge
        [black] Noir
        [green] Vert
        [blue] Bleu
        [yellow] Jaune
        [white] Blanc
        [orange] Orange
        [purple] Violet
       *[other] { $driver }
    } est { $called }.
    .colour =
    { $driver ->
        [red] Rouge
        [black] Noir
        [green] Vert
        [blue] Bleu
        [yellow] Jaune
        [white] Blanc
        [orange] Orange
        [purple] Violet
       *[other] { $driver }
    } porte de nouveau le nom de sa couleur.
no-such-driver = Il n’y a pas de pilote « { $text } ».
no-such-name = Un nom a { $n } lettres au plus.
name-is-taken = Quelqu’un d’autre s’appelle déjà { $called }.
everybody-sent-away = Tout le monde doit rejoindre de nouveau.
race-in-memory-only = Cette course n’est gardée qu’en mémoire : il n’y a pas d’enregistrement à télécharger.
nothing-to-take-home = Il n’y a rien à emporter avant la fin de la course.
no-room-to-look-on = Tant de monde regarde déjà qu’il n’y a plus de place.
put-there-yourselves = Posez vous-mêmes une pièce sur le repère : aucun joueur simulé n’est à cette table.
kit-for-referee-only = Seul l’arbitre peut imprimer d’ici.
position-for-referee-only = Seul l’arbitre peut lire la position.

# What is agreed on, asked for, or read of a table, in any game.
this-game-has-single-races = ce jeu se joue en courses séparées : lancez-en une nouvelle.
in-view-now = c’est visible maintenant : regarder encore
stands-where-it-stood = c’est resté à sa place
it-cannot-be-put-there = impossible de le mettre là : { $points }
no-board-is-seen-lay-it = Aucun plateau n’est visible : posez-le à plat, sous la caméra.
stands-between-two-places-set = { $text } est entre deux places : posez-le nettement sur l’une d’elles.
is-for-players-not = { $title } est pour { $min } à { $max } joueurs, pas { $players }.
there-are = {""} ; il y a : { $list }
this-game-has-none = {""} ; ce jeu n’en a pas
there-is-no-option = il n’y a pas d’option « { $text } »{ $there }.
option-is-not = l’option { $text } est { $either }, pas « { $text2 } ».
option-is-given-twice = l’option { $text } est donnée deux fois.
game-is-not-whole-it = Le jeu « { $text } » n’est pas complet : il lui manque { $list }.
there-is-no-game-called = Il n’y a pas de jeu « { $text } » ; il y a { $list }.
agree-yes = oui
agree-no = non

# Positions, turns and words in notation that cannot be read.
line-of-another-game = une position de { $title } commence par le mot { $name }, comme « { $name } { $field }=... ».
no-such-field = « { $text } » n’est pas un champ d’une position de { $title }.
field-stands-twice = le champ { $field } est deux fois dans la position.
not-known-there = « { $text } » n’est pas connu ici : écrivez { $either }.
    .die = « { $text } » n’est pas un dé : écrivez { $either }.
there-twice = quelque chose est deux fois dans « { $text } ».
only-one-there = « { $text } » ne peut pas être là : un seul le peut.
whole-number = « { $text } » doit être un nombre entier de { $min } à { $max }.
is-no-declaration = « { $text } » n’est pas une déclaration : écrivez par exemple { $list }.
drawn-no-cells = « { $text } » ne nomme pas de cases du dessin, comme le fait a1b1.
no-such-piece = il n’y a pas de pièce { $text } sur le plateau.
not-done-with = « { $text } » ne se fait pas avec { $text2 }.
is-no-option = « { $text } » n’est pas une option : écrivez nom=valeur, comme flags=3.
needs-whole-position = ce qui est vu ne dit pas où sont toutes les pièces : donnez toute la position.
is-no-start-of = ce n’est pas un départ de { $title } : { $n ->
        [one] une chose n’est pas
       *[other] { $n } choses ne sont pas
    } comme au départ.
says-nothing = « { $text } » ne dit rien dans { $title }.
    .example = « { $text } » ne dit rien dans { $title } : dites par exemple { $text2 }.
is-no-car = « { $text } » n’est pas une voiture : les voitures sont { $list }.
names-twice = « { $text } » nomme une voiture deux fois.
needs-a-turn = une position doit dire à qui est le tour, comme { $text } (les voitures qui ont encore à jouer).
names-a-stranger = la position nomme une voiture qui ne court pas.

machines-unreadable = Les programmes admis ne peuvent pas être lus dans { $text } : réparez ou supprimez ce fichier.
machines-not-kept = Les programmes admis ne peuvent pas être gardés ici.
machine-name = Le nom d’un programme a jusqu’à 32 lettres, chiffres, points, - et _.
machine-is-there = Un programme du nom de « { $text } » est déjà admis, ou il y en a trop : révoquez-en un d’abord.
no-such-machine = Aucun programme du nom de « { $text } » n’est admis.
machine-is-revoked = « { $text } » n’est plus admis.
only-by-hand = Seul qui est assis à cet ordinateur peut admettre des programmes, et sans jeton.
