/** A 5 x 7 dot font. It is drawn by code, so that no font has to be installed on the machine. */
export const GLYPH_HEIGHT = 7;
export const glyphColumns = 5;
/** The distance from one letter to the next, in dots. */
export const GLYPH_ADVANCE = 6;

/** One string per letter: seven characters, each one row of five dots as a base-32 digit (0-9, a-v). */
const GLYPHS: Record<string, string> = {
  " ": "0000000",
  "0": "ehjlphe",
  "1": "4c4444e",
  "2": "eh1248v",
  "3": "v2421he",
  "4": "26aiv22",
  "5": "vgu11he",
  "6": "68guhhe",
  "7": "v124888",
  "8": "ehhehhe",
  "9": "ehhf12c",
  ":": "0cc0cc0",
  ".": "00000cc",
  "-": "000v000",
  _: "000000v",
  "+": "044v440",
  "/": "122488g",
  "@": "ehnlmge",
  "#": "aavavaa",
  "(": "2488842",
  ")": "8422248",
  ",": "0000c48",
  "'": "4480000",
  "?": "eh12404",
  A: "ehhvhhh",
  B: "uhhuhhu",
  C: "ehggghe",
  D: "sihhhis",
  E: "vggsggv",
  F: "vggsggg",
  G: "ehgnhhf",
  H: "hhhvhhh",
  I: "e44444e",
  J: "72222ic",
  K: "hikokih",
  L: "ggggggv",
  M: "hrllhhh",
  N: "hhpljhh",
  O: "ehhhhhe",
  P: "uhhuggg",
  Q: "ehhhlid",
  R: "uhhukih",
  S: "fgge11u",
  T: "v444444",
  U: "hhhhhhe",
  V: "hhhhha4",
  W: "hhhllla",
  X: "hha4ahh",
  Y: "hhha444",
  Z: "v1248gv",
};

const BLANK = [0, 0, 0, 0, 0, 0, 0];

/**
 * The rows of a letter; the most significant of the five bits is at the left. Letters that the font does not have are
 * blank.
 */
export function glyphRows(letter: string): readonly number[] {
  const glyph = GLYPHS[letter.toUpperCase()];
  return glyph ? Array.from(glyph, (digit) => Number.parseInt(digit, 32)) : BLANK;
}
