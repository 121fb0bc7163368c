// What holds of a verdict, whether it asks for an answer, and which of those that there are is shown in large.

/** What holds: people's word where they have spoken, else the referee's. */
export const holds = ({ status, overruled }) => overruled?.status ?? status;

/** Whether somebody has to answer: a fault or a doubt of which nobody has said anything yet. */
export const asks = ({ status, stands, overruled }) => status !== "LEGAL" && !stands && !overruled;

/** The verdict that is shown in large, and the rest: a fault stays until it is answered, newer ones that ask nothing below it. */
export function ranked({ verdict, waiting, phase, replay }) {
  if (replay || phase !== "race") return [verdict, []];
  const large = verdict && (waiting.length === 0 || asks(verdict)) ? verdict : waiting[0] ?? null;
  return [large, [verdict, ...waiting].filter((one) => one && one !== large)];
}
