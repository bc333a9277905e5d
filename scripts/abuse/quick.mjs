/** The quick half of the cases, as the gate runs it: the same code with smaller numbers. */
import { cases } from "./catalogue.mjs";
import { runCase } from "./run-cases.mjs";

export const quickCases = cases.filter(({ isQuick }) => isQuick);
export const runQuick = (id, built, say) =>
  runCase(
    quickCases.find((each) => each.id === id),
    { built, isQuick: true, say },
  );
