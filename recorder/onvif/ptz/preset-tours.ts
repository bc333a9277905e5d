/** Tours that a camera keeps and goes on by itself. */
import { nodes, plainLine, textOf, type Xml, node } from "../soap/xml.ts";

/** More than any camera has. */
const MOST_TOURS = 64;

export interface CameraTour {
  readonly token: string;
  /** never empty; two tours may have the same */
  readonly name: string;
  readonly state: "idle" | "touring" | "paused";
}

/** What stands in the answer to GetPresetTours, each token once. Some cameras list empty slots, which lead nowhere. */
export function toursIn(listed: Xml): CameraTour[] {
  const tours = new Map<string, CameraTour>();
  for (const tour of nodes(listed).slice(0, MOST_TOURS)) {
    const token = textOf(tour["@token"]);
    if (token === "" || tours.has(token) || nodes(tour.TourSpot).length === 0) continue;
    tours.set(token, { token, name: plainLine(textOf(tour.Name)) || token, state: stateOf(node(tour.Status)?.State) });
  }
  return [...tours.values()];
}

function stateOf(state: Xml): CameraTour["state"] {
  const said = textOf(state).toLowerCase();
  if (said === "touring") return "touring";
  return said === "paused" ? "paused" : "idle";
}
