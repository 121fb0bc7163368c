// Plug the parts of the page together: states in, parts drawn.

import { boardView } from "./board.js";
import { installDialogs } from "./dialogs.js";
import { $, afterPress, setText } from "./dom.js";
import { eyeView } from "./eye.js";
import { guideView } from "./guide.js";
import { installKeys } from "./keys.js";
import { listen, mustJoinAgain, see } from "./link.js";
import { installLookBack } from "./lookback.js";
import { learn } from "./names.js";
import { noticesView } from "./notices.js";
import { installPhones } from "./phones.js";
import { peopleView } from "./people.js";
import { podiumView } from "./podium.js";
import { recordView } from "./record.js";
import { installReview } from "./review.js";
import { settingsView } from "./settings.js";
import { replayView } from "./replay.js";
import { sealView } from "./seal.js";
import { speaker } from "./speak.js";
import { standingsView } from "./standings.js";
import { installSteady, steadily } from "./steady.js";
import { installTheme } from "./theme.js";
import { timerView } from "./timer.js";
import { toast } from "./toast.js";
import { turnView } from "./turn.js";
import { underWayView } from "./under-way.js";
import { verdictView } from "./verdict.js";
import { boot, t } from "./words.js";

const views = [guideView(), replayView(), podiumView(), eyeView(), noticesView(), verdictView(), turnView(), boardView(), underWayView(), standingsView(), peopleView(), recordView(), sealView(), timerView(), settingsView(), speaker()];
const ASK_AGAIN_MS = 3000;
const HERE = ["127.0.0.1", "localhost", "[::1]"]; // the computer itself
let state = null;
let asking = 0;

function show(next) {
  const before = state;
  state = next;
  learn(state);
  afterPress("turn", () => see(next.turn));
  document.body.dataset.phase = next.phase;
  document.title = `${next.title} · ${t("page.title")}`;
  setText($("title"), next.title);
  setText($("phase"), t(next.replay ? "replay.heading" : `phase.${next.phase}`));
  steadily(before, next, () => views.forEach((view) => view(next)));
}

function hello(run) {
  // another run of the server has another token and perhaps another page
  if (run !== boot.run) location.reload();
}

function lost() {
  setText($("lost"), t(HERE.includes(location.hostname) ? "link.lost" : "link.lost.phone"));
  $("lost").hidden = false;
  document.body.classList.add("offline");
  clearInterval(asking);
  asking = setInterval(backToTheDoor, ASK_AGAIN_MS);
  backToTheDoor();
}

async function backToTheDoor() {
  if (await mustJoinAgain()) location.replace("/join?again");
}

function up() {
  clearInterval(asking);
  if (document.body.classList.contains("offline")) toast(t("link.back"));
  $("lost").hidden = true;
  document.body.classList.remove("offline");
}

installTheme();
installDialogs();
installPhones();
installReview();
installSteady();
installKeys(() => state);
listen({ hello, state: installLookBack(show), up, lost });
