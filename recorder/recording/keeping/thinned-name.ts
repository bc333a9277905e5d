/** Names of thinned files: `<start>.mp4` becomes `<start>.k.mp4` (key pictures) or `<start>.m0.mp4`, `.m1.mp4` … (motion). */
const THINNED = /\.(?:k|m\d+)\.mp4$/;

/** `part`: of what is left of one file */
export const thinnedName = (file: string, what: "keys" | "motion", part: number): string =>
  file.replace(/\.mp4$/, what === "keys" ? ".k.mp4" : `.m${part}.mp4`);

/** What a thinned file was called before; null: it is none. */
export const nameBefore = (file: string): string | null => (THINNED.test(file) ? file.replace(THINNED, ".mp4") : null);

/**
 * What a file without a row is where another form of it is there. `left`: a crash in the middle of thinning out has left it beside
 * the one that the index names; `waits`: the whole one is there and could not be read yet. null: it is a recording of its own.
 */
export function restOfThinning(
  file: string,
  present: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): "left" | "waits" | null {
  const before = nameBefore(file);
  if (before === null) {
    const isThinned = [...taken].some((other) => nameBefore(other) === file && present.has(other));
    return isThinned ? "left" : null;
  }
  if (!present.has(before)) return null;
  return taken.has(before) ? "left" : "waits";
}
