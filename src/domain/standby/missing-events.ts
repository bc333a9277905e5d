/** What another recorder has written of cameras that this one was not there to write of. */

interface Told {
  readonly type: string;
  readonly cameraId: string | null;
  readonly whenMs: number;
}

/** Two recorders tell of the same thing at times that differ: each notices it by its own connection. */
const SAME_MS = 60_000;

/** Those of their events that none of ours tells, too. */
export const missingEvents = <T extends Told>(theirs: readonly T[], ours: readonly Told[]): T[] =>
  theirs.filter(
    (one) =>
      !ours.some(
        ({ type, cameraId, whenMs }) =>
          type === one.type && cameraId === one.cameraId && Math.abs(whenMs - one.whenMs) <= SAME_MS,
      ),
  );
