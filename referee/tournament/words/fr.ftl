# Ce que dit un tournoi.

no-such-player = Personne du nom de « { $name } » ne participe.
no-such-heat = Il n’y a pas de manche { $heat } à la ronde { $round }.
plan-comes-first = Un tournoi commence par son plan et n’en a qu’un.
points-of-every-place = Les points sont donnés pour chacune des { $n } places, ceux du vainqueur d’abord, sans jamais monter.
two-at-a-table = Le système suisse et le toutes rondes placent deux joueurs par table ; à plus, choisissez les manches.
here-already = { $name } participe déjà.
name-of-second-car = { $name } ne peut pas participer à côté de { $other } : un chiffre de 2 à 9 après un nom désigne une deuxième voiture. Choisissez un autre nom, par exemple { $name } B.
no-place = { $text } donne la place « { $text2 } » ; une place est un nombre.
too-late-to-enter = Au toutes rondes, personne ne peut entrer après le premier tirage : tous ne se rencontreraient pas.
too-many-players = Plus de { $n } participants, c’est trop.
twice-in-a-round = Quelqu’un courrait deux fois dans cette ronde, ou ne participe pas.
no-round-yet = Aucune ronde n’a encore été tirée.
everybody-has-a-place = Un résultat nomme chacun de { $names } une seule fois.
no-tournament = Il n’y a pas de tournoi dans { $text }. Commencez-en un par  referee tournament new.
tournament-unreadable = { $text } ne peut pas être lu : { $why }.
line-unreadable = La ligne { $n } de { $text } ne peut pas être lue : { $why }
tournament-exists = Il y a déjà un tournoi dans { $text } : nommez un autre dossier.
tournament-not-kept = { $text } ne peut pas être écrit : { $why }.
not-so = { $name } ne peut pas être « { $text } ».
too-few-players = Une ronde demande au moins deux participants.
all-rounds-paired = Les { $n } rondes ont toutes été tirées.
result-missing = Il manque le résultat de la ronde { $round }, manche { $heat } : la ronde suivante est tirée d’après les points. Finissez la course ou donnez le résultat à la main.
cannot-be-paired = Ces participants ne peuvent plus être appariés.
unplaced = { $text } ne va avec aucune manche : { $names } y ont couru. Un nom y est-il écrit autrement qu’ici ?

why = { $name } devant { $other }
    .opponents = { $name } devant { $other } : adversaires plus forts (leurs points en tout : { $more } contre { $less }).
    .wins = { $name } devant { $other } : plus de courses gagnées ({ $more } contre { $less }).
    .beaten = { $name } devant { $other } : adversaires plus forts laissés derrière (leurs points en tout : { $more } contre { $less }).
    .faults = { $name } devant { $other } : moins de fautes ({ $more } contre { $less }).
    .level = { $other } et { $name } sont à égalité en tout et partagent la place.

nobody-at-table = Personne ne court à la table { $text } dans cette ronde.
round = Ronde { $n }
round-of = Ronde { $n } sur { $all }
no-round = Aucune ronde n’a encore été tirée.
players = { $n ->
    [one] Un participant
   *[other] { $n } participants
}
standings = Classement
championship = Championnat
missing = { $n ->
    [one] une course est encore en cours
   *[other] { $n } courses sont encore en cours
}
still-racing = en course
by-hand = par décision de la direction
record = Enregistrement
decided = { $n ->
    [one] tranché une fois par les joueurs
   *[other] tranché { $n } fois par les joueurs
}
byes = Sans adversaire dans cette ronde : { $names }
points-by-place = Points par place : { $list }.
penalty = Chaque faute maintenue coûte { $points }.
head-table = Table
head-seats = Places à la table
head-result = Résultat
head-place = Place
head-player = Nom
head-points = Points
head-faults = Fautes
head-rating = Cote
head-round = Ronde { $n }
head-evening = Soirée { $n }
heat = Manche
table = Table { $name }
names-alike = À la table, donnez ces noms aux pilotes (Noms… sur sa page) : le résultat arrive alors ici tout seul.
codes-help = Imprimez cette page et posez un code sur chaque table : il montre qui y court.
views = Vues
view-wall = Projecteur
view-hand = Taille normale
view-tables = Codes pour les tables
tools = Pour la direction
do-pair = Tirer la ronde suivante
do-unpair = Annuler la dernière ronde
sure = Annuler la dernière ronde ?
do-result = Donner un résultat à la main
order = Ordre, le meilleur d’abord
order-help = Par exemple : Ann, Bob = Cem. Un signe égal relie les ex æquo. Laissé vide, les enregistrements décident de nouveau.
reason = Pourquoi
keep = Garder
do-enter = Qui participe dès la ronde suivante
do-leave = Qui ne participe plus
round-is-paired = { $n ->
    [one] La ronde est tirée : une course.
   *[other] La ronde est tirée : { $n } courses.
}
round-is-taken-back = La dernière ronde est annulée.
result-is-kept = Le résultat est gardé.
player-entered = { $name } participe.
player-left = { $name } ne participe plus.
