/** Takes the recordings in the bucket into the index: what each object says of itself is enough. */
import type { RecordingIndex } from "../index/recording-index.ts";
import type { AdoptedFile } from "../index/bucket-index.ts";
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
import type { S3Client, S3Object } from "./s3-client.ts";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";

interface RestoreState {
  readonly isRunning: boolean;
  /** looked at */
  readonly objects: number;
  /** recordings that were not in the index */
  readonly files: number;
  /** why some could not be taken in; "" = all could */
  readonly reason: string;
}

interface RestorePorts {
  readonly client: Pick<S3Client, "list" | "read" | "head">;
  readonly index: RecordingIndex;
  readonly keys: PhraseKeys | null;
  readonly prefix: string;
  readonly signal: AbortSignal;
  readonly onState: (state: RestoreState) => void;
}

/** Never rejects: the state says why it ended. */
export async function restoreBucket(ports: RestorePorts): Promise<void> {
  const { client, index, prefix, signal, onState } = ports;
  let [objects, files, reason] = [0, 0, ""];
  try {
    for (let after = ""; ; ) {
      const found = await client.list(prefix, after);
      for (const object of found) {
        signal.throwIfAborted();
        try {
          files += await takeIn(object, ports);
        } catch (error) {
          signal.throwIfAborted();
          reason = `${object.key}: ${error instanceof Error ? error.message : String(error)}`;
        }
        objects += 1;
        onState({ isRunning: true, objects, files, reason });
      }
      const last = found.at(-1);
      if (!last) break;
      after = last.key;
    }
    await index.pruneEvents();
  } catch (error) {
    if (signal.aborted) return;
    reason = error instanceof Error ? error.message : String(error);
  }
  onState({ isRunning: false, objects, files, reason });
}

/** Returns how many recordings were not known. What is not of ours is passed over. */
async function takeIn({ key, bytes }: S3Object, { client, index, keys }: RestorePorts): Promise<number> {
  const [known] = (await index.objectsAfter(key.slice(0, -1), 1)).filter((one) => one.key === key);
  if (known || bytes <= HEAD_BYTES) return 0;
  const head = readHead(await client.read(key, "", 0, HEAD_BYTES));
  if (!head) return 0;
  if (objectBytes(head) !== bytes) throw new Error("it is not whole");
  const list = await readListOf(head, key, { client, keys });
  const version = (await client.head(key))?.version ?? "";
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
  };
  const fresh = await index.adoptObject(object, adopted);
  await index.claimStream(list.streamId, list.cameraId);
  return fresh;
}

async function readListOf(
  head: ObjectHead,
  key: string,
  { client, keys }: Pick<RestorePorts, "client" | "keys">,
): Promise<ObjectList> {
  if (head.sealed && !keys) throw new Error("it is sealed by a passphrase");
  const secret = head.sealed && keys ? await keys.of(head.sealed) : null;
  try {
    return readList(await bodyRange(head, secret, (from, to) => client.read(key, "", from, to), 0, head.listBytes));
  } catch (error) {
    if (head.sealed && error instanceof Error && "code" in error) throw error;
    if (head.sealed) throw new Error("it is sealed by another passphrase", { cause: error });
    throw error;
  }
}
