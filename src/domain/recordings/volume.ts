import type { BucketWhat } from "./bucket.ts";

/** A folder (mostly: a disk) for recordings, one of several. */
export interface VolumeSpec {
  /** what people call it, and what the index remembers; "" = the one folder of a recorder without a list */
  readonly name: string;
  readonly path: string;
  /** `keep`: nothing new is recorded there; `drain`: nor does what is there stay, the others get it */
  readonly role: VolumeRole;
  /** left free for others */
  readonly reserveBytes: number;
  /** how much of the recording it takes, beside the others */
  readonly weight: number;
  /** of one that records: what is older goes to those that keep only; absent = it stays */
  readonly moveAfterDays?: number;
  /** of what is older only this goes; absent = all of it */
  readonly moveOnly?: MoveOnly;
}

/** In the words of the archive in a bucket; `evidence`: what is locked. */
export interface MoveOnly {
  readonly what: BucketWhat;
  /** ids; null = all cameras, also those that come later */
  readonly cameras: readonly string[] | null;
}

export const isAllMoved = (only: MoveOnly | undefined): boolean =>
  only === undefined || (only.what === "all" && only.cameras === null);

export const VOLUME_ROLES = ["record", "keep", "drain"] as const;
export type VolumeRole = (typeof VOLUME_ROLES)[number];

/** Letters and digits of any language. */
export const VOLUME_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;
/** A path of Linux, macOS or Windows. */
export const VOLUME_PATH = /^(?:\/|[A-Za-z]:[\\/]).{0,1023}$/;
export const MOST_WEIGHT = 1000;
export const DEFAULT_WEIGHT = 1;
/** ten years */
export const MOST_MOVE_AFTER_DAYS = 3650;
/** The one folder of a recorder without a list of volumes. */
export const ONE_FOLDER = "";

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether two folders are one, or one lies in the other. Both are whole paths, of one system. */
export const overlap = (one: string, other: string): boolean =>
  one === other || isInside(one, other) || isInside(other, one);

const isInside = (path: string, folder: string): boolean =>
  ["/", "\\"].some((mark) => path.startsWith(folder.endsWith(mark) ? folder : folder + mark));

export const oneFolder = (path: string): VolumeSpec => ({
  name: ONE_FOLDER,
  path,
  role: "record",
  reserveBytes: 0,
  weight: DEFAULT_WEIGHT,
});
