/** Copies files to the bucket, one object after another. However a run ends, the next one goes on with the missing part. */
import { setTimeout as pause } from "node:timers/promises";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { digestOf } from "../segments/file-digest.ts";
import { pathOf, type VolumeFolders, type WhileThere } from "../segments/segment-places.ts";
import type { KeptUpload } from "../index/bucket/bucket-index.ts";
import { type DueFiles, type DueGroup, type DueSpan } from "./due-files.ts";
import { objectBytes, objectRange, type PhraseKeys } from "./object-form.ts";
import type { S3Part } from "./s3-answers.ts";
import type { S3Client } from "./s3-client.ts";
import {
  bodyOf,
  type CheckedFile,
  copiesOf,
  FileLost,
  keyOf,
  objectOf,
  planOf,
  readPlan,
  type UploadPlan,
  writePlan,
} from "./upload-plan.ts";

/** Parts of an object; a service takes none below 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
const AGAIN_MS = 5000;
const SLOWEST_AGAIN_MS = 60_000;

interface UploaderPorts {
  readonly spec: BucketSpec;
  readonly client: S3Client;
  readonly keys: PhraseKeys | null;
  readonly phraseSalt: string | null;
  readonly index: RecordingIndex;
  readonly due: DueFiles;
  readonly folders: VolumeFolders;
  readonly whileThere: WhileThere;
  /** null: at this hour only evidence is copied */
  readonly span: () => Promise<DueSpan | null>;
  readonly onSent: (bytes: number) => void;
  /** what the service said, or that it answered */
  readonly onAnswer: (error: unknown) => void;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
  readonly signal: AbortSignal;
  readonly lookMs: number;
}

export class Uploader {
  readonly #ports: UploaderPorts;

  constructor(ports: UploaderPorts) {
    this.#ports = ports;
  }

  /** Runs until the signal. Never rejects. */
  async run(): Promise<void> {
    const { signal, lookMs, onLog, onAnswer } = this.#ports;
    let againMs = AGAIN_MS;
    while (!signal.aborted)
      try {
        const isAny = await this.step();
        againMs = AGAIN_MS;
        if (!isAny) await pause(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
      } catch (error) {
        if (signal.aborted) return;
        onAnswer(error);
        onLog("warn", "recordings could not be copied to the bucket", { error: String(error) });
        await pause(againMs, undefined, { signal, ref: false }).catch(() => undefined);
        againMs = Math.min(againMs * 2, SLOWEST_AGAIN_MS);
      }
  }

  /** Copies one object; false: nothing is due. */
  async step(): Promise<boolean> {
    const { index, due, span, onAnswer } = this.#ports;
    const kept = await index.keptUpload();
    if (kept) {
      await this.#goOn(kept);
      onAnswer(null);
      return true;
    }
    const now = await span();
    const group = (await due.locked()) ?? (now && (await due.aged(now)));
    if (!group) return false;
    await this.#begin(group);
    return true;
  }

  async #begin(group: DueGroup): Promise<void> {
    const { spec, client, index, phraseSalt, onAnswer } = this.#ports;
    const files: CheckedFile[] = [];
    for (const row of group.rows) {
      const file = await this.#checked(row);
      if (file) files.push(file);
    }
    if (files.length === 0) return;
    const plan = planOf({ files, cameraId: group.cameraId, phraseSalt, isHeld: spec.holds && group.isLocked });
    const key = keyOf(spec.prefix, plan);
    const isWhole = objectBytes(plan.head) <= PART_BYTES;
    const uploadId = isWhole ? "" : await client.begin(key, headersOf(spec, plan));
    const kept = { key, uploadId, plan: writePlan(plan) };
    await index.setUpload(kept);
    await this.#goOn(kept);
    onAnswer(null);
  }

  async #goOn({ key, uploadId, plan: text }: KeptUpload): Promise<void> {
    const { client, index, onLog } = this.#ports;
    const plan = readPlan(text);
    try {
      if (!plan) throw new FileLost();
      const version = await (uploadId === "" ? this.#whole(key, plan) : this.#parts(key, uploadId, plan));
      await index.addObject(objectOf(plan, key, version), copiesOf(plan));
    } catch (error) {
      if (!(error instanceof FileLost)) throw error;
      // The other files of the object are due again, without this one.
      onLog("info", "an upload was given up: one of its recordings has gone", { key });
      if (uploadId !== "") await client.abort(key, uploadId);
      await index.setUpload(null);
    }
  }

  async #whole(key: string, plan: UploadPlan): Promise<string> {
    const { client, spec } = this.#ports;
    const bytes = await this.#bytes(plan, 0, objectBytes(plan.head));
    return this.#paced(bytes.length, () => client.put(key, bytes, headersOf(spec, plan)));
  }

  async #parts(key: string, uploadId: string, plan: UploadPlan): Promise<string> {
    const { client, signal } = this.#ports;
    const size = objectBytes(plan.head);
    const known = await client.parts(key, uploadId);
    if (known === null) {
      // The upload was completed before that could be noted, or the service has forgotten it.
      const there = await client.head(key);
      if (there?.bytes === size) return there.version;
      throw new FileLost();
    }
    const parts: S3Part[] = [];
    for (let from = 0, number = 1; from < size; from += PART_BYTES, number++) {
      signal.throwIfAborted();
      const to = Math.min(size, from + PART_BYTES);
      const before = known.find((part) => part.number === number && part.bytes === to - from);
      if (before) {
        parts.push(before);
        continue;
      }
      const bytes = await this.#bytes(plan, from, to);
      parts.push(await this.#paced(bytes.length, () => client.putPart(key, uploadId, number, bytes)));
    }
    const version = await client.complete(key, uploadId, parts);
    // Not every service heeds the hold that was asked for at the beginning of an upload in parts.
    if (plan.isHeld) await client.hold(key, version, true);
    return version;
  }

  async #bytes(plan: UploadPlan, from: number, to: number): Promise<Buffer> {
    const { index, folders, keys } = this.#ports;
    const { sealed } = plan.head;
    if (sealed && !keys) throw new FileLost();
    const key = sealed && keys ? await keys.of(sealed) : null;
    return objectRange(plan.head, key, bodyOf(plan, index, folders), from, to);
  }

  /** Sends a part, no faster than the limit allows over several parts. */
  async #paced<T>(bytes: number, send: () => Promise<T>): Promise<T> {
    const { spec, signal, onSent } = this.#ports;
    const beganMs = performance.now();
    const answer = await send();
    onSent(bytes);
    if (spec.limit !== null) {
      const restMs = (bytes / spec.limit) * 1000 - (performance.now() - beganMs);
      if (restMs > 0) await pause(restMs, undefined, { signal, ref: false });
    }
    return answer;
  }

  /** null: the file cannot be copied now, or it is not what was written */
  async #checked(row: SegmentRow): Promise<CheckedFile | null> {
    const { index, due, folders, whileThere, signal, onLog } = this.#ports;
    const path = pathOf(folders, row);
    const facts = path && (await index.fileFacts(row.id));
    if (!facts) {
      due.pass(row.id);
      return null;
    }
    const read = digestOf(path, signal, row.bytes).catch(() => null);
    const found = await whileThere(row.volume, read);
    const isWell =
      found?.bytes === row.bytes && (facts.sha256 === null || found.sha256.equals(Buffer.from(facts.sha256)));
    if (!found || !isWell) {
      due.pass(row.id);
      if (found) onLog("warn", "a recording is not what was written, and is not copied", { file: row.file });
      return null;
    }
    if (facts.sha256 === null) await index.setDigest(row.id, found.sha256);
    return { row, sha256: found.sha256, fragments: facts.fragments };
  }
}

function headersOf({ encryption }: BucketSpec, plan: UploadPlan): Record<string, string> {
  return {
    "content-type": "application/octet-stream",
    "x-amz-meta-sha256": plan.digests.join(","),
    ...(encryption === "service" ? { "x-amz-server-side-encryption": "AES256" } : {}),
    ...(plan.isHeld ? { "x-amz-object-lock-legal-hold": "ON" } : {}),
  };
}
