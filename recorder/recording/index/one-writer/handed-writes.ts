/** What a process that records, but does not write the index, hands to the one that does. */
import type { IndexAnswer, IndexWrite } from "#recorder/ipc/main-contract.ts";
import type { RecordingIndex } from "../recording-index.ts";

export const HANDED = [
  "claimStream",
  "createSegment",
  "progressSegments",
  "closeSegment",
  "removeSegments",
  "filesGone",
  "putEvent",
  "closeOpenEvents",
  "noteWatched",
] as const satisfies readonly (keyof RecordingIndex)[];

type Handed = (typeof HANDED)[number];

const isHanded = (name: string): name is Handed => HANDED.some((one) => one === name);

/** Writes what was handed over. What the database refuses is an answer: who asked knows what to do about it. */
export async function writeHanded(
  index: Pick<RecordingIndex, Handed>,
  { name, args }: IndexWrite,
): Promise<IndexAnswer> {
  if (!isHanded(name)) return { failed: { message: `${name} is not handed over`, code: "" } };
  try {
    const done: unknown = await Reflect.apply(index[name], index, args);
    return { done };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = "code" in error && typeof error.code === "string" ? error.code : "";
    return { failed: { message: error.message, code } };
  }
}
