// What holds of a verdict, and whether it asks for an answer.

/** What holds: people's word where they have spoken, else the referee's. */
export const holds = ({ status, overruled }) => overruled?.status ?? status;

/** Whether somebody has to answer: a fault or a doubt of which nobody has said anything yet. */
export const asks = ({ status, stands, overruled }) => status !== "LEGAL" && !stands && !overruled;

/** The verdict that is shown in large, as the state has it, and the rest. */
export function ranked({ verdict, waiting }) {
  const all = [verdict, ...waiting].filter(Boolean);
  return [all.find(({ large }) => large) ?? null, all.filter(({ large }) => !large)];
}
