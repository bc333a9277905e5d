/** The archive in a bucket of an S3 service: where it is, what goes there, and how it is protected. */
/** `service`: by the keys of the service; `own`: here, before it leaves, by a passphrase that only its owners know */
export const BUCKET_ENCRYPTIONS = ["none", "service", "own"] as const;
export type BucketEncryption = (typeof BUCKET_ENCRYPTIONS)[number];

/** What goes there of what is old enough; `motion`: files in which something moved, by any stream of the camera; `evidence`: nothing but what is locked */
export const BUCKET_WHATS = ["all", "motion", "evidence"] as const;
export type BucketWhat = (typeof BUCKET_WHATS)[number];

export interface BucketSpec {
  /** http(s)://host[:port], without the bucket */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** of all keys; "" or a text that ends with / */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** what is older is copied; evidence that is locked is copied at once */
  readonly afterDays: number;
  readonly what: BucketWhat;
  /** ids; evidence of others is copied all the same; null = all cameras, also those that come later */
  readonly cameras: readonly string[] | null;
  /** copies that are older are removed; null = none is, but for what the licence does not allow to keep */
  readonly keepDays: number | null;
  /** bytes per second; null = as fast as it goes */
  readonly limit: number | null;
  /** copies are sent within these hours of the server's day, from below 24 to at most 24, over midnight too; null = always */
  readonly hours: BucketHours | null;
  readonly encryption: BucketEncryption;
  /** of `own`; otherwise "" */
  readonly passphrase: string;
  /** what keys are derived with from the passphrase: of this recorder, base64 */
  readonly phraseSalt: string;
  /** evidence that is locked cannot be deleted there by anybody: legal holds of a bucket with Object Lock */
  readonly holds: boolean;
}

interface BucketHours {
  readonly from: number;
  readonly to: number;
}

/** In the place of a volume's name: what lies in the bucket only. No volume can be called so. */
export const BUCKET_VOLUME = "@bucket";

export const MOST_AFTER_DAYS = 3650;
export const MOST_KEEP_DAYS = 36_500;
export const FEWEST_PASSPHRASE_LETTERS = 12;
/** bytes per second */
export const LEAST_UPLOAD_LIMIT = 16_384;
export const MOST_UPLOAD_LIMIT = 1e12;
export const BUCKET_ENDPOINT = /^https?:\/\/[^\s/?#@]+$/;
/** By the rules of Amazon S3, which others follow. */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
export const BUCKET_PREFIX = /^$|^[A-Za-z0-9!_.*'()-][A-Za-z0-9!_.*'()/-]{0,199}$/;

/** Whether copies may be sent at an hour of the day, 0 to 23.99. */
export function isWithin(hours: BucketHours | null, hour: number): boolean {
  if (hours === null || hours.from === hours.to) return true;
  return hours.from < hours.to ? hour >= hours.from && hour < hours.to : hour >= hours.from || hour < hours.to;
}
