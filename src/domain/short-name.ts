/** Letters of a name that a short message shows: more would be more than three of its lines. */
const SHOWN = 60;

/** A name as a message of a moment says it: names may have hundreds of letters, and its other words must be seen. */
export function shortName(name: string): string {
  // By code points: half of a surrogate pair is no letter.
  const letters = Array.from(name);
  return letters.length <= SHOWN
    ? name
    : `${letters
        .slice(0, SHOWN - 1)
        .join("")
        .trimEnd()}…`;
}
