# Was in jedem Spiel gesagt wird.

who-red = Rot
who-black = Schwarz
who-green = Grün
who-blue = Blau
who-yellow = Gelb
who-white = Weiß
who-orange = Orange
who-purple = Lila

turn = { $who } { $deeds }
    .nothing = { $who } tat nichts
    .not-yet = { $who } hat noch nicht gezogen
deeds-joint = { ", " }
    .last = { " und " }
turns = { $turns }
turns-joint = { "; dann " }

legal = Erlaubt: { $said }.
    .so-far = Bisher erlaubt: { $said }.
unsure = Noch unklar: { $said }; erlaubt nur, wenn Folgendes stimmt: { $granted }.
    .whether = Noch unklar, ob das stimmt: { $said }.
granted-joint = { " und " }
fault = { $faults }
rule = Regel: { $title } ({ $section }).

declared = { $question } – { $answer }
