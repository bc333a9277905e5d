const texts = new Map<number, string>();

/** A colour 0xRRGGBB as a canvas takes it. */
export function cssColour(colour: number): string {
  let text = texts.get(colour);
  if (text === undefined) texts.set(colour, (text = `#${colour.toString(16).padStart(6, "0")}`));
  return text;
}
