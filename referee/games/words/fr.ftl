# Ce qui se dit dans tous les jeux.

who-red = Rouge
who-black = Noir
who-green = Vert
who-blue = Bleu
who-yellow = Jaune
who-white = Blanc
who-orange = Orange
who-purple = Violet

turn = { $who } { $deeds }
    .nothing = { $who } n’a rien fait
    .not-yet = { $who } n’a pas encore joué
deeds-joint = { ", " }
    .last = { " et " }
turns = { $turns }
turns-joint = { " ; puis " }

legal = Permis : { $said }.
    .so-far = Permis jusqu’ici : { $said }.
unsure = Pas encore clair : { $said } ; permis seulement si : { $granted }.
    .whether = Pas encore clair si c’est exact : { $said }.
granted-joint = { " et " }
fault = { $faults }
rule = Règle : { $title } ({ $section }).

declared = { $question } – { $answer }
