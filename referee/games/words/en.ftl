# What is said in every game. Ids are kinds of facts; a fact's `how` picks an attribute.

# Drivers, by the colours of their pieces.
who-red = red
who-black = black
who-green = green
who-blue = blue
who-yellow = yellow
who-white = white
who-orange = orange
who-purple = purple

# A turn in words: who, and what was done.
turn = { $who } { $deeds }
    .nothing = { $who } did nothing
    .not-yet = { $who } has not moved yet
deeds-joint = { ", " }
    .last = { " and " }
turns = { $turns }
turns-joint = { "; then " }

# The verdict.
legal = Legal: { $said }.
    .so-far = Legal so far: { $said }.
unsure = Cannot tell: { $said }; legal only if { $granted }.
    .whether = Cannot tell whether { $said }.
granted-joint = { " and " }
fault = { $faults }
rule = Rule: { $title } ({ $section }).

# What was said.
declared = { $question } – { $answer }
