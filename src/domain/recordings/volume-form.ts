/** What administrators type about a volume. */
import { type Failure, failure } from "../failures/failure.ts";
import type { BucketWhat } from "./bucket.ts";
import { typedNumber } from "./typed-number.ts";
import {
  isAllMoved,
  MOST_MOVE_AFTER_DAYS,
  MOST_WEIGHT,
  type MoveOnly,
  VOLUME_NAME,
  VOLUME_PATH,
  type VolumeRole,
} from "./volume.ts";

/** Units of 1024, as everywhere in the product. */
const GB = 1024 ** 3;

export interface VolumeForm {
  readonly name: string;
  readonly path: string;
  readonly role: VolumeRole;
  readonly reserveGb: string;
  readonly weight: string;
  /** empty: all stays */
  readonly moveAfterDays: string;
  readonly moveWhat: BucketWhat;
  /** null: all cameras, also those that come later */
  readonly moveCameras: readonly string[] | null;
}

export const reserveBytes = ({ reserveGb }: Pick<VolumeForm, "reserveGb">): number =>
  Math.round(typedNumber(reserveGb) * GB);
export const weightOf = ({ weight }: Pick<VolumeForm, "weight">): number => typedNumber(weight);
/** null: all stays. NaN: no number. */
export const moveAfterDays = (form: Pick<VolumeForm, "moveAfterDays" | "role">): number | null =>
  form.role !== "record" || form.moveAfterDays.trim() === "" ? null : typedNumber(form.moveAfterDays);
/** null: all of what is older goes, or nothing does */
export function moveOnly(
  form: Pick<VolumeForm, "moveAfterDays" | "role" | "moveWhat" | "moveCameras">,
): MoveOnly | null {
  const only = { what: form.moveWhat, cameras: form.moveCameras };
  return moveAfterDays(form) === null || isAllMoved(only) ? null : only;
}
/** With two decimals at most. */
export const shownReserve = (bytes: number): string => String(Math.round((100 * bytes) / GB) / 100);

/** `isNew`: name and path stay as they are later. */
export function volumeFaults(form: VolumeForm, isNew: boolean): Partial<Record<keyof VolumeForm, Failure | null>> {
  const weight = weightOf(form);
  const days = moveAfterDays(form);
  return {
    name: isNew && !VOLUME_NAME.test(form.name.trim()) ? failure("volume/bad-name") : null,
    path: isNew && !VOLUME_PATH.test(form.path.trim()) ? failure("volume/bad-path") : null,
    reserveGb: Number.isFinite(reserveBytes(form)) ? null : failure("volume/bad-reserve"),
    weight: weight > 0 && weight <= MOST_WEIGHT ? null : failure("volume/bad-weight"),
    moveAfterDays: days === null || (days > 0 && days <= MOST_MOVE_AFTER_DAYS) ? null : failure("volume/bad-days"),
  };
}

/** How much of a volume that is drained is elsewhere, of 100; 0 when nothing is known. */
export const drainedPercent = (movedBytes: number, leftBytes: number): number =>
  movedBytes + leftBytes === 0 ? 0 : Math.floor((100 * movedBytes) / (movedBytes + leftBytes));
