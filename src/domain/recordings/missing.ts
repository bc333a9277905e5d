/** What of a recording that another recorder has made is missing in one's own. Times are epoch ms with fraction. */

export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** A fragment of a file: up to a second, some of them begin with a key picture. */
interface Fragment {
  readonly wallMs: number;
  readonly durationMs: number;
  readonly keyBytes: number;
}

/** Fragments `from` up to, without, `to`, shown from `startMs` to `endMs`. */
export interface Piece extends Stretch {
  readonly from: number;
  readonly to: number;
}

/** Two recorders date the same picture by clocks that differ a little. */
export const SEAM_MS = 100;

/** The same without the seams between them. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const runs: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = runs.at(-1);
    if (last && one.startMs <= last.endMs + SEAM_MS)
      runs[runs.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, one.endMs) };
    else runs.push(one);
  }
  return runs;
}

/** What of a stretch none of these hold. */
export function uncovered(stretch: Stretch, held: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let atMs = stretch.startMs;
  for (const { startMs, endMs } of held.toSorted((one, other) => one.startMs - other.startMs)) {
    if (endMs <= atMs) continue;
    if (startMs >= stretch.endMs) break;
    if (startMs > atMs) left.push({ startMs: atMs, endMs: startMs });
    atMs = endMs;
  }
  if (atMs < stretch.endMs) left.push({ startMs: atMs, endMs: stretch.endMs });
  return left;
}

/** Whether something is missing that somebody could see. */
export const isMissing = (stretch: Stretch, held: readonly Stretch[]): boolean =>
  uncovered(stretch, held).some(
    ({ startMs, endMs }) => endMs - startMs > Math.min(SEAM_MS, (stretch.endMs - stretch.startMs) / 2),
  );

/**
 * The pieces of a file that are missing, in order. Each begins with a key picture, if need be with one that is held, too, and ends where
 * what is held goes on, because that begins with a key picture of its own.
 */
export function missingPieces(fragments: readonly Fragment[], held: readonly Stretch[]): Piece[] {
  const pieces: Piece[] = [];
  let to = 0;
  for (let at = 0; at < fragments.length; at += 1) {
    if (at < to || !isMissing(spanOf(fragments[at]), held)) continue;
    let from = at;
    while (from > to && fragments[from]?.keyBytes === 0) from -= 1;
    for (to = at + 1; to < fragments.length && isMissing(spanOf(fragments[to]), held); ) to += 1;
    const keyMs = fragments[from]?.wallMs ?? 0;
    const before = held.filter((one) => one.startMs < keyMs && one.endMs > keyMs && one.endMs <= keyMs + SEAM_MS);
    const startMs = Math.max(keyMs, ...before.map((one) => one.endMs));
    const last = spanOf(fragments[to - 1]);
    const onward = held.filter((one) => one.startMs > last.startMs && one.endMs >= last.endMs);
    const endMs = Math.min(last.endMs, ...onward.map((one) => one.startMs));
    if (endMs > startMs) pieces.push({ from, to, startMs, endMs });
  }
  return pieces;
}

const spanOf = (fragment: Fragment | undefined): Stretch => {
  const startMs = fragment?.wallMs ?? 0;
  return { startMs, endMs: startMs + (fragment?.durationMs ?? 0) };
};
