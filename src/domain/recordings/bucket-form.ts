/** What administrators type about the archive in a bucket. */
import { type Failure, failure } from "../failures/failure.ts";
import {
  BUCKET_ENDPOINT,
  BUCKET_NAME,
  BUCKET_PREFIX,
  type BucketEncryption,
  type BucketSpec,
  type BucketWhat,
  FEWEST_PASSPHRASE_LETTERS,
  MOST_AFTER_DAYS,
  LEAST_UPLOAD_LIMIT,
  MOST_KEEP_DAYS,
  MOST_UPLOAD_LIMIT,
} from "./bucket.ts";
import { typedNumber } from "./typed-number.ts";

/** Units of 1024, as everywhere in the product. */
const MB = 1024 ** 2;
const DEFAULT_REGION = "us-east-1";

/** As the server shows it: it never says the secrets. */
export type ShownBucket = Omit<BucketSpec, "secretAccessKey" | "passphrase" | "phraseSalt">;
/** A secret that is absent stays as it was. */
type BucketAsk = ShownBucket & Partial<Pick<BucketSpec, "secretAccessKey" | "passphrase">>;

export interface BucketForm {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  /** empty: as before */
  readonly secretAccessKey: string;
  readonly what: BucketWhat;
  /** null: all cameras, also those that come later */
  readonly cameras: readonly string[] | null;
  readonly afterDays: string;
  /** empty: for ever */
  readonly keepDays: string;
  /** empty: as fast as it goes */
  readonly limitMb: string;
  readonly isAlways: boolean;
  /** hours of the day, chosen from a list */
  readonly from: string;
  readonly to: string;
  readonly encryption: BucketEncryption;
  /** empty: as before */
  readonly passphrase: string;
  readonly holds: boolean;
}

/** With two decimals at most. */
const shownLimit = (limit: number): string => String(Math.round((100 * limit) / MB) / 100);

/** What the dialog begins with; `before` null: none is set. */
export const bucketForm = (before: ShownBucket | null): BucketForm => ({
  endpoint: before?.endpoint ?? "https://",
  region: before?.region ?? DEFAULT_REGION,
  bucket: before?.bucket ?? "",
  prefix: before?.prefix ?? "",
  accessKeyId: before?.accessKeyId ?? "",
  secretAccessKey: "",
  what: before?.what ?? "all",
  cameras: before?.cameras ?? null,
  afterDays: String(before?.afterDays ?? 1),
  keepDays: String(before?.keepDays ?? ""),
  limitMb: before === null || before.limit === null ? "" : shownLimit(before.limit),
  isAlways: before === null || before.hours === null,
  from: String(before?.hours?.from ?? 22),
  to: String(before?.hours?.to ?? 6),
  encryption: before?.encryption ?? "none",
  passphrase: "",
  holds: before?.holds ?? false,
});

/** Null where nothing is typed, NaN where it is no number. */
const numberOrNone = (typed: string): number | null => (typed.trim() === "" ? null : typedNumber(typed));
const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** The server wants none at the end, and whoever copies an address often has one. */
const endpointOf = ({ endpoint }: BucketForm): string => endpoint.trim().replace(/\/+$/, "");
function prefixOf({ prefix }: BucketForm): string {
  const bare = prefix.trim().replace(/^\/+|\/+$/g, "");
  return bare === "" ? "" : `${bare}/`;
}

/** In bytes per second. What was not typed stays as it is to the byte. */
function limitOf({ limitMb }: BucketForm, before: ShownBucket | null): number | null {
  const kept = before?.limit ?? null;
  if (kept !== null && limitMb === shownLimit(kept)) return kept;
  const typed = numberOrNone(limitMb);
  return typed === null ? null : Math.round(typed * MB);
}

function passphraseFault({ encryption, passphrase }: BucketForm, before: ShownBucket | null): Failure | null {
  if (encryption !== "own") return null;
  if (passphrase === "") return before?.encryption === "own" ? null : failure("bucket/no-passphrase");
  return passphrase.length < FEWEST_PASSPHRASE_LETTERS ? failure("bucket/bad-passphrase") : null;
}

type Faults = Partial<Record<keyof BucketForm, Failure | null>>;
export function bucketFaults(form: BucketForm, before: ShownBucket | null): Faults {
  const keep = numberOrNone(form.keepDays);
  const limit = limitOf(form, before);
  const isKept = keep === null || (keep > 0 && keep <= MOST_KEEP_DAYS);
  return {
    endpoint: BUCKET_ENDPOINT.test(endpointOf(form)) ? null : failure("bucket/bad-endpoint"),
    bucket: BUCKET_NAME.test(form.bucket.trim()) ? null : failure("bucket/bad-name"),
    prefix: BUCKET_PREFIX.test(prefixOf(form)) ? null : failure("bucket/bad-prefix"),
    accessKeyId: form.accessKeyId.trim() === "" ? failure("company/field-required") : null,
    secretAccessKey: before === null && form.secretAccessKey.trim() === "" ? failure("bucket/no-secret") : null,
    afterDays: isBetween(typedNumber(form.afterDays), 0, MOST_AFTER_DAYS) ? null : failure("bucket/bad-days"),
    keepDays: isKept ? null : failure("bucket/bad-days"),
    limitMb:
      limit === null || isBetween(limit, LEAST_UPLOAD_LIMIT, MOST_UPLOAD_LIMIT) ? null : failure("bucket/bad-limit"),
    passphrase: passphraseFault(form, before),
  };
}

/** What is asked about before it is set; null: nothing is copied by age, or that is typed wrongly. */
export function dueRules({
  afterDays,
  what,
  cameras,
}: BucketForm): Pick<BucketSpec, "afterDays" | "what" | "cameras"> | null {
  const days = typedNumber(afterDays);
  return what === "evidence" || !isBetween(days, 0, MOST_AFTER_DAYS) ? null : { afterDays: days, what, cameras };
}

/** Whether copies would be removed as soon as they are made. */
export function keepsNothing({ afterDays, keepDays }: Pick<BucketForm, "afterDays" | "keepDays">): boolean {
  const keep = numberOrNone(keepDays);
  return keep !== null && keep > 0 && keep <= typedNumber(afterDays);
}

/** The body to send, of a form without faults. */
export function bucketAsk(form: BucketForm, before: ShownBucket | null): BucketAsk {
  const region = form.region.trim();
  const secretAccessKey = form.secretAccessKey.trim();
  const { encryption, passphrase, holds, from, to, what, cameras } = form;
  return {
    endpoint: endpointOf(form),
    region: region === "" ? DEFAULT_REGION : region,
    bucket: form.bucket.trim(),
    prefix: prefixOf(form),
    accessKeyId: form.accessKeyId.trim(),
    what,
    cameras,
    afterDays: typedNumber(form.afterDays),
    keepDays: numberOrNone(form.keepDays),
    limit: limitOf(form, before),
    // The same hour twice is always, by the rule of the server.
    hours: form.isAlways || from === to ? null : { from: Number(from), to: Number(to) },
    encryption,
    holds,
    ...(secretAccessKey === "" ? {} : { secretAccessKey }),
    // Spaces may be a part of it.
    ...(encryption === "own" && passphrase !== "" ? { passphrase } : {}),
  };
}

/** The hours to choose from, as texts of numbers; one that was set by other means stands among them. */
export const hourChoices = (first: number, chosen: string): readonly string[] =>
  [...new Set([...Array.from({ length: 24 }, (_, index) => first + index), Number(chosen)])]
    .toSorted((a, b) => a - b)
    .map(String);

/** "22:30" of 22.5. */
export function clockText(hour: number): string {
  const minutes = Math.round(hour * 60);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
