/** Takes the recordings in the bucket into the index. Each object describes itself, so nothing else is needed. */
import type { RecordingIndex } from "../index/recording-index.ts";
import type { AdoptedFile } from "../index/bucket/bucket-index.ts";
import {
  bodyRange,
  HEAD_BYTES,
  headText,
  type ObjectHead,
  type ObjectList,
  objectBytes,
  type PhraseKeys,
  readHead,
  readList,
} from "./object-form.ts";
import { type S3Object, S3Refused } from "./s3-answers.ts";
import type { S3Client } from "./s3-client.ts";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";

interface RestoreState {
  readonly isRunning: boolean;
  /** objects that were looked at */
  readonly objects: number;
  /** recordings that were not in the index */
  readonly files: number;
  /** why some could not be taken in; "" = all could */
  readonly reason: string;
}

interface RestorePorts {
  readonly client: Pick<S3Client, "list" | "versions" | "read" | "head" | "hasLock" | "isHeld">;
  readonly index: RecordingIndex;
  readonly keys: PhraseKeys | null;
  readonly prefix: string;
  readonly signal: AbortSignal;
  readonly onState: (state: RestoreState) => void;
}

/** without a version: the only one that the bucket has */
type Listed = S3Object & { readonly version?: string };

/** Never rejects: the reported state says why it ended. */
export async function restoreBucket(ports: RestorePorts): Promise<void> {
  const { client, index, prefix, signal, onState } = ports;
  let [objects, files, reason] = [0, 0, ""];
  try {
    // These keys may not be allowed to ask for Object Lock; holds then stay unknown.
    const hasLock = await client.hasLock().catch(() => false);
    let [key, isTaken] = ["", false];
    for await (const object of all(client, prefix)) {
      signal.throwIfAborted();
      // An object may have several versions: the newest one that is ours counts.
      if (object.key === key && isTaken) continue;
      if (object.key !== key) objects += 1;
      key = object.key;
      try {
        const taken = await takeIn(object, hasLock, ports);
        isTaken = taken !== null;
        files += taken ?? 0;
      } catch (error) {
        signal.throwIfAborted();
        reason = `${key}: ${error instanceof Error ? error.message : String(error)}`;
        isTaken = false;
      }
      onState({ isRunning: true, objects, files, reason });
    }
    await index.pruneEvents();
  } catch (error) {
    if (signal.aborted) return;
    reason = error instanceof Error ? error.message : String(error);
  }
  onState({ isRunning: false, objects, files, reason });
}

/** All objects, also those that somebody has deleted while a lock holds them. Where versions cannot be listed, only what is there. */
async function* all(client: RestorePorts["client"], prefix: string): AsyncGenerator<Listed> {
  const first = await client.versions(prefix, null).catch((error: unknown) => {
    if (error instanceof S3Refused && error.code !== "NoSuchBucket") return null;
    throw error;
  });
  for (let page = first; page; page = page.nextKey === "" ? null : await client.versions(prefix, page))
    yield* page.objects;
  if (first) return;
  for (let after = ""; ; ) {
    const found = await client.list(prefix, after);
    yield* found;
    const last = found.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Returns how many recordings were not known; null: the object is not ours. */
async function takeIn(
  { key, bytes, version: listed }: Listed,
  hasLock: boolean,
  { client, index, keys }: RestorePorts,
): Promise<number | null> {
  const [known] = (await index.objectsAfter(key.slice(0, -1), 1)).filter((one) => one.key === key);
  if (known) return 0;
  if (bytes <= HEAD_BYTES) return null;
  const read = (from: number, to: number): Promise<Buffer> => client.read(key, listed ?? "", from, to);
  const head = readHead(await read(0, HEAD_BYTES));
  if (!head) return null;
  if (objectBytes(head) !== bytes) throw new Error("it is not whole");
  const list = await readListOf(head, keys, read);
  const version = listed ?? (await client.head(key))?.version ?? "";
  let offset = head.listBytes;
  const adopted = list.members.map((member): AdoptedFile => {
    const { file, startMs, endMs, frames } = member;
    const row = { streamId: list.streamId, startMs, endMs, file, frames, bytes: member.bytes, volume: BUCKET_VOLUME };
    const place = offset;
    offset += member.bytes;
    return {
      row,
      fragments: Buffer.from(member.fragments, "base64"),
      sha256: Buffer.from(member.sha256, "hex"),
      offset: place,
    };
  });
  if (offset !== head.bodyBytes) throw new Error("its list and its length differ");
  const object = {
    key,
    version,
    streamId: list.streamId,
    startMs: Math.min(...list.members.map(({ startMs }) => startMs)),
    endMs: Math.max(...list.members.map(({ endMs }) => endMs)),
    bytes,
    files: adopted.length,
    head: headText(head),
    isHeld: false,
    isFoundHeld: hasLock && (await client.isHeld(key, version)),
  };
  const fresh = await index.adoptObject(object, adopted);
  await index.claimStream(list.streamId, list.cameraId);
  return fresh;
}

async function readListOf(
  head: ObjectHead,
  keys: PhraseKeys | null,
  read: (from: number, to: number) => Promise<Buffer>,
): Promise<ObjectList> {
  if (head.sealed && !keys) throw new Error("it is sealed by a passphrase");
  const secret = head.sealed && keys ? await keys.of(head.sealed) : null;
  try {
    return readList(await bodyRange(head, secret, read, 0, head.listBytes));
  } catch (error) {
    if (head.sealed && error instanceof Error && "code" in error) throw error;
    if (head.sealed) throw new Error("it is sealed by another passphrase", { cause: error });
    throw error;
  }
}
