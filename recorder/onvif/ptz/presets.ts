/** Presets that a camera keeps. Many list every slot that they have, whether somebody has set it or not. */
import { nodes, plainLine, textOf, type Xml } from "../soap/xml.ts";

/** More slots than any camera has. */
const MOST_SLOTS = 1024;
/** A name that nobody has given. */
const NUMBERED = /^(?:pre(?:set)?)?[\s_.#-]*\d{0,4}$/i;

export interface Preset {
  readonly token: string;
  /** never empty; two presets may have the same */
  readonly name: string;
}

export interface Slot {
  readonly token: string;
  readonly name: string;
  /** the camera says where it leads */
  readonly isPlaced: boolean;
}

/** What stands in the answer to GetPresets, each token once; a slot without a token cannot be called. */
export function slotsIn(listed: Xml): Slot[] {
  const slots = new Map<string, Slot>();
  for (const preset of nodes(listed).slice(0, MOST_SLOTS)) {
    const token = textOf(preset["@token"]);
    if (token === "" || slots.has(token)) continue;
    slots.set(token, { token, name: plainLine(textOf(preset.Name)), isPlaced: preset.PTZPosition !== undefined });
  }
  return [...slots.values()];
}

/**
 * The presets among the slots. Only a camera that lists as many as it can keep lists empty ones, too, and only where it tells the
 * places of others is one without a place and a name known to be empty.
 */
export function presetsIn(slots: readonly Slot[], most: number): Preset[] {
  const isFull = most > 0 && slots.length >= most && slots.some(({ isPlaced }) => isPlaced);
  const isEmpty = ({ isPlaced, name }: Slot): boolean => isFull && !isPlaced && NUMBERED.test(name);
  return slots.filter((slot) => !isEmpty(slot)).map(({ token, name }) => ({ token, name: name || token }));
}
