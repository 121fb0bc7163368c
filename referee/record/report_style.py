"""How the report looks: one style sheet for phones, wide screens and paper, in light and dark."""

DARK = """--r-paper:#171614;--r-card:#211f1c;--r-ink:#f0ece3;--r-soft:#b4ab9b;
--r-rule:#403c35;--r-good:#5fd69a;--r-bad:#ff8f8f;--r-open:#f0c060;--r-badbg:#3a1d1e;--r-openbg:#38301a;
--r-red:#ff6b78;--r-black:#d8d8de;--r-green:#58c987;--r-blue:#7db4ff;--r-yellow:#f2cf4a;--r-white:#fff;
--r-orange:#ffa35c;--r-purple:#c39bff;--r-other:#b4ab9b"""
"""Colours on a dark ground."""

CHART = """.r-chart .r-grid{stroke:var(--r-rule);stroke-width:1}
.r-chart .r-lane{fill:none;stroke:var(--r-c);stroke-width:3;stroke-linejoin:round}
.r-chart .r-mark{fill:var(--r-card);stroke:var(--r-bad);stroke-width:2}"""
"""Of a chart's lines."""

STYLE = (
    """
:root{color-scheme:light dark;--r-paper:#fbfaf7;--r-card:#fff;--r-ink:#22201c;--r-soft:#5f594e;--r-rule:#d9d3c6;
--r-good:#0b6b3a;--r-bad:#a8121c;--r-open:#7a5200;--r-badbg:#fdeceb;--r-openbg:#fff4dc;
--r-red:#c4182b;--r-black:#26262b;--r-green:#16703a;--r-blue:#1d57b0;--r-yellow:#b58900;--r-white:#8a8a8a;
--r-orange:#c65f00;--r-purple:#6f3aa8;--r-other:#5f594e}
@media(prefers-color-scheme:dark){:root{"""
    + DARK
    + """}}
*{box-sizing:border-box}
body.r{margin:0 auto;max-width:72rem;padding:1rem;background:var(--r-paper);color:var(--r-ink);
font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
.r h1{font-size:1.7rem;line-height:1.2;margin:.2em 0}.r h2{font-size:1.25rem;margin:2em 0 .6em}
.r-seal code{overflow-wrap:anywhere}
.r-soft{color:var(--r-soft)}.r-small{font-size:.875rem}
.r-podium{display:flex;gap:.6rem;align-items:flex-end;margin:1.2rem 0;padding:0;list-style:none}
.r-podium li{flex:1;min-width:0;background:var(--r-card);border:1px solid var(--r-rule);
border-top:.5rem solid var(--r-c);border-radius:.4rem .4rem 0 0;padding:.5rem;text-align:center}
.r-podium .r-1{min-height:9rem;order:2}.r-podium .r-2{min-height:7rem;order:1}.r-podium .r-3{min-height:5.5rem;order:3}
.r-podium strong{display:block;font-size:1.6rem}
.r-wide{overflow-x:auto;max-width:100%}
.r table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
.r th,.r td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--r-rule);vertical-align:top}
.r th{white-space:nowrap}.r thead th{font-size:.875rem;color:var(--r-soft);font-weight:600}
.r-dot{display:inline-block;width:.75em;height:.75em;border-radius:50%;background:var(--r-c);margin-right:.4em}
.r-chart{display:block;height:auto;min-width:36rem;width:100%;font:13px system-ui,sans-serif;fill:var(--r-ink)}
"""
    + CHART
    + """
.r-chart .r-bar{fill:var(--r-c);stroke:var(--r-ink);stroke-width:.6}
.r-bars{position:relative;display:flex;gap:.25rem;align-items:flex-end;height:7rem;margin:.3rem 0 1rem}
.r-bars div{flex:0 1 3.2rem;text-align:center;font-size:.8rem}
.r-bars u{position:absolute;left:0;width:100%;max-width:21rem;margin:0;border:0;border-top:2px dashed var(--r-ink)}
.r-bars i{display:block;background:var(--r-blue);border-radius:.2rem .2rem 0 0}
.r-fault{background:var(--r-card);border:1px solid var(--r-rule);border-left:.4rem solid var(--r-bad);
border-radius:.4rem;padding:.7rem 1rem;margin:.8rem 0;break-inside:avoid}
.r-fault.r-UNDECIDED{border-left-color:var(--r-open)}.r-fault h3{margin:.1rem 0 .4rem;font-size:1.05rem}
.r-pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:.6rem;margin-top:.6rem}
.r figure{margin:0}.r figcaption{font-size:.875rem}
.r-pair details{grid-column:1/-1;max-width:30rem}.r-pair img{width:100%;height:auto;border-radius:.3rem;display:block}
.r-turns{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:.8rem}
.r-turn{background:var(--r-card);border:1px solid var(--r-rule);border-radius:.4rem;padding:.6rem;break-inside:avoid;
content-visibility:auto;contain-intrinsic-size:20rem}
.r-turn>svg{width:100%;height:auto;max-height:22rem;display:block}
.r-turn.r-ILLEGAL{background:var(--r-badbg)}.r-turn.r-UNDECIDED{background:var(--r-openbg)}
.r-word{font-weight:700}.r-word.r-LEGAL{color:var(--r-good)}.r-word.r-ILLEGAL{color:var(--r-bad)}
.r-word.r-UNDECIDED{color:var(--r-open)}
@media print{body.r{max-width:none;padding:0;font-size:10.5pt}.r-turns{grid-template-columns:1fr 1fr}
.r-turn{content-visibility:visible}.r-wide{overflow:visible}.r-chart{min-width:0}.r-turn>svg{max-height:7cm}
.r h2{break-after:avoid}@page{margin:14mm}}
"""
)

COLOURS = ("red", "black", "green", "blue", "yellow", "white", "orange", "purple")


def colour_of(player: str) -> str:
    """The style variable of a driver's colour, by the first colour in the name.

    >>> colour_of("blue die"), colour_of("nobody")
    ('var(--r-blue)', 'var(--r-other)')
    """
    named = next((word for word in player.lower().split() if word in COLOURS), "other")
    return f"var(--r-{named})"
