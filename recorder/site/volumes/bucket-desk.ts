/** The archive in a bucket as administrators set it. Its settings are kept sealed, and tried before they take effect. */
import { DAY_MS } from "#domain/timeline/zone.ts";
import { Mutex } from "#base/mutex.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import {
  type BucketDue,
  type BucketDueAsk,
  type BucketPut,
  type BucketState,
  keptBucket,
} from "#protocol/rest/server/bucket.ts";
import { SealedSetting } from "#recorder/accounts/company/sealed-setting.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { checkBucket } from "#recorder/recording/bucket/bucket-check.ts";
import { DueFiles } from "#recorder/recording/bucket/due-files.ts";
import { freshSalt } from "#recorder/recording/bucket/object-form.ts";
import type { BucketReport } from "#recorder/ipc/storage-shapes.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { BUCKET } from "#recorder/store/tables/server-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import { SERVER_ID } from "../events.ts";

interface DeskParts {
  readonly settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly media: Pick<MediaLink, "bucket" | "setBucket" | "call">;
  readonly index: Pick<
    RecordingIndex,
    "bucketSums" | "ownFoundHolds" | "filesToCopy" | "lockedToCopy" | "sumToCopy" | "usage"
  >;
  readonly now: () => number;
  readonly hub: Pick<EventHub, "publish">;
  /** absent: the product's own check, which asks the service */
  readonly check?: (spec: BucketSpec) => Promise<Result<null, Failure>>;
}

export class BucketDesk {
  readonly #parts: DeskParts;
  readonly #kept: SealedSetting<BucketSpec>;
  readonly #changes = new Mutex();
  #spec: BucketSpec | null = null;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#kept = new SealedSetting(BUCKET, keptBucket, parts.settings, parts.vault);
  }

  /** null: no bucket is set */
  get spec(): BucketSpec | null {
    return this.#spec;
  }

  /** Puts the stored settings into effect. */
  async load(): Promise<void> {
    this.#spec = await this.#kept.get();
    if (this.#spec) await this.#parts.media.setBucket(this.#spec);
  }

  async state(): Promise<BucketState> {
    const { media, index } = this.#parts;
    const { bucket: told } = media;
    const sums = await index.bucketSums();
    const { backlog } = told ?? { backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false } };
    return {
      bucket: this.#spec && shown(this.#spec),
      state: told?.state ?? "unknown",
      reason: told?.reason ?? "",
      backlog: { files: backlog.files, bytes: backlog.bytes, oldest: backlog.oldestMs, isMore: backlog.isMore },
      stored: {
        objects: sums.objects,
        files: sums.stored.files,
        bytes: sums.stored.bytes,
        oldest: sums.stored.oldestMs,
      },
      only: sums.only,
      held: sums.held,
      found: sums.found,
      bytesPerSecond: told?.bytesPerSecond ?? 0,
      compared: told?.compared ? comparedOf(told.compared) : null,
      restore: told?.restore ?? null,
    };
  }

  /** How much would be copied at once. */
  async due({ afterDays, what, cameras }: BucketDueAsk): Promise<BucketDue> {
    const { index, now } = this.#parts;
    const due = new DueFiles(index, { what, cameras }, now);
    const { files, bytes, isMore } = await due.sum({ fromMs: 0, beforeMs: now() - afterDays * DAY_MS });
    return { files, bytes, isMore };
  }

  set({ secretAccessKey, passphrase, ...ask }: BucketPut): Promise<Result<BucketState, Failure>> {
    return this.#changes.run(async () => {
      const before = this.#spec;
      const secret = secretAccessKey ?? before?.secretAccessKey;
      if (secret === undefined) return refuse("bucket/no-secret");
      const isOwn = ask.encryption === "own";
      const phrase = passphrase ?? before?.passphrase ?? "";
      if (isOwn && phrase === "") return refuse("bucket/no-passphrase");
      // Copies in the earlier bucket would be looked for in the new one.
      const isOther = before !== null && (before.bucket !== ask.bucket || before.prefix !== ask.prefix);
      if (isOther && (await this.#parts.index.bucketSums()).objects > 0)
        return refuse("bucket/other-bucket", { bucket: before.bucket });
      const spec: BucketSpec = {
        ...ask,
        secretAccessKey: secret,
        // Older copies may be sealed by this passphrase.
        passphrase: phrase,
        phraseSalt: before?.phraseSalt ?? freshSalt(),
      };
      const checked = await (this.#parts.check ?? checkBucket)(spec);
      if (!checked.ok) return checked;
      await this.#keep(spec);
      return ok(await this.state());
    });
  }

  /** `isForced`: recordings that lie only in the bucket are given up. */
  remove(isForced: boolean): Promise<Result<null, Failure>> {
    return this.#changes.run(async () => {
      if (!this.#spec) return refuse("bucket/not-set");
      const { only } = await this.#parts.index.bucketSums();
      if (only.files > 0 && !isForced) return refuse("bucket/holds-only", { files: only.files, size: only.bytes });
      const { media } = this.#parts;
      const forgotten = await media.call("bucket.forget", null, FORGET_MS);
      // Nothing was removed, so the bucket stays in use.
      if (!forgotten.ok) await media.setBucket(this.#spec);
      else await this.#keep(null);
      return forgotten.ok ? ok(null) : fail(forgotten.error);
    });
  }

  /** Begins to take the recordings of the bucket into the index. */
  async restore(): Promise<Result<BucketState, Failure>> {
    if (!this.#spec) return refuse("bucket/not-set");
    const begun = await this.#parts.media.call("bucket.restore", null);
    return begun.ok ? ok(await this.state()) : fail(begun.error);
  }

  /** Takes over legal holds that a lost index had set: from now on only what the locks of this index touch is held. Returns how many there were. */
  async ownFoundHolds(): Promise<Result<number, Failure>> {
    return this.#spec ? ok(await this.#parts.index.ownFoundHolds()) : refuse("bucket/not-set");
  }

  async #keep(spec: BucketSpec | null): Promise<void> {
    await this.#kept.set(spec);
    this.#spec = spec;
    await this.#parts.media.setBucket(spec);
    this.#parts.hub.publish("server-modified", "servers", SERVER_ID, everyone);
  }
}

const comparedOf = ({ atMs, ...rest }: NonNullable<BucketReport["compared"]>) => ({ time: atMs, ...rest });

/** The index may have the rows of years. */
const FORGET_MS = 120_000;

function shown(spec: BucketSpec): BucketState["bucket"] {
  const { secretAccessKey: _secret, passphrase: _phrase, phraseSalt: _salt, ...rest } = spec;
  return rest;
}
