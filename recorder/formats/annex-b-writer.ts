import type { AccessUnit } from "#recorder/ingest/access-unit.ts";

const START_CODE = Buffer.from([0, 0, 0, 1]);
const made = new WeakMap<AccessUnit, Buffer>();

/** NAL units behind 4-byte start codes. */
export function annexB(nals: readonly Uint8Array[]): Buffer {
  return Buffer.concat(nals.flatMap((nal) => [START_CODE, nal]));
}

/** The same for a live unit, made once for all its viewers. */
export function annexBOf(unit: AccessUnit): Buffer {
  let data = made.get(unit);
  if (!data) made.set(unit, (data = annexB(unit.nals)));
  return data;
}
