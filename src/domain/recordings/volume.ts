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
}

export const VOLUME_ROLES = ["record", "keep", "drain"] as const;
export type VolumeRole = (typeof VOLUME_ROLES)[number];

export const DEFAULT_WEIGHT = 1;
/** The one folder of a recorder without a list of volumes. */
export const ONE_FOLDER = "";

export const oneFolder = (path: string): VolumeSpec => ({
  name: ONE_FOLDER,
  path,
  role: "record",
  reserveBytes: 0,
  weight: DEFAULT_WEIGHT,
});
