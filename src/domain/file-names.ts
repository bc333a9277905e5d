/** Names of cameras, stages and people as parts of file names that every system takes. */

/**
 * Refused by some file system, a way out of the folder, invisible (control characters, half of a character), or
 * deceptive: what turns the direction of writing makes "gpj.exe" of "exe.jpg".
 */
const UNFIT = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const LONGEST = 80;
/** With a time, a number and an extension added, a name fits into the 255 bytes that file systems accept. */
const MOST_BYTES = 200;

/** The same name with `_` for each character that no file name may have. */
export const fitForFile = (name: string): string =>
  Array.from(name.normalize("NFC"), (char) => (UNFIT.test(char) ? "_" : char)).join("");

/** A part of a file name, short enough, without points and blanks at its ends; empty = nothing is left of the name. */
export function fileNamePart(name: string): string {
  const trimmed = fitForFile(name).replace(/^[.\s]+/, "");
  return cut(trimmed).replace(/[.\s]+$/, "");
}

/** Whole characters only: half a character gives different names in a zip and in its manifest. */
function cut(name: string): string {
  let kept = "";
  let bytes = 0;
  for (const char of Array.from(name).slice(0, LONGEST)) {
    bytes += bytesOf(char.codePointAt(0) ?? 0);
    if (bytes > MOST_BYTES) return kept;
    kept += char;
  }
  return kept;
}

/** in UTF-8 */
const bytesOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
