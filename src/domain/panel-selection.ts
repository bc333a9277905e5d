/** Several selected cameras of the side panel, by `cameraKey`. [ours] */

interface PanelSelection {
  readonly keys: readonly string[];
  /** where a range begins; null = nothing was pointed at yet */
  readonly anchor: string | null;
}

export const nothingSelected: PanelSelection = { keys: [], anchor: null };

/** one: a range begins here, nothing is selected; toggle: this camera as well, or no more; range: all from the anchor to here */
export type SelectHow = "one" | "toggle" | "range";

/** `order`: the cameras of the list in which the camera was pointed at. */
export function selectIn(
  { keys, anchor }: PanelSelection,
  order: readonly string[],
  key: string,
  how: SelectHow,
): PanelSelection {
  if (how === "one") return { keys: [], anchor: key };
  if (how === "toggle") {
    // The camera that was pointed at before belongs to the selection that begins.
    const begun = keys.length === 0 && anchor !== null && anchor !== key && order.includes(anchor) ? [anchor] : keys;
    return {
      keys: begun.includes(key) ? begun.filter((each) => each !== key) : [...begun, key],
      anchor: key,
    };
  }
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(key);
  if (from < 0 || to < 0) return { keys: [key], anchor: key };
  return { keys: order.slice(Math.min(from, to), Math.max(from, to) + 1), anchor };
}

/** What a drag or Enter on a camera means: the whole selection where it belongs to it, else the camera alone. */
export const actedOn = ({ keys }: PanelSelection, key: string): readonly string[] =>
  keys.includes(key) ? keys : [key];
