/** Tries a bucket as an archive uses it, before anything is copied there. */
import { randomBytes } from "node:crypto";
import { fail, ok, type Result } from "#base/result.ts";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { socketCause } from "#recorder/core/socket-words.ts";
import { bodyRange, HEAD_BYTES, PhraseKeys, readHead } from "./object-form.ts";
import { S3Refused } from "./s3-answers.ts";
import { S3Client } from "./s3-client.ts";

/** How many objects of the bucket are looked at to find one that is sealed. */
const LOOKED_AT = 20;

/** Writes, reads and removes an object, and checks whether the objects that are there can be read and locked. */
export async function checkBucket(spec: BucketSpec): Promise<Result<null, Failure>> {
  const client = new S3Client(spec);
  try {
    await client.probe();
    const key = `${spec.prefix}proscenium-check-${randomBytes(6).toString("hex")}`;
    const text = Buffer.from("Proscenium writes, reads and removes this.");
    const headers: Record<string, string> =
      spec.encryption === "service" ? { "x-amz-server-side-encryption": "AES256" } : {};
    const version = await client.put(key, text, headers);
    const read = await client.read(key, version, 0, text.length);
    await client.list(spec.prefix, "");
    await client.remove(key, version);
    if (!read.equals(text)) return fail(failure("bucket/refused", { reason: "what was written is not what is read" }));
    if (spec.holds && !(await client.hasLock())) return fail(failure("bucket/no-lock", { bucket: spec.bucket }));
    if (spec.encryption === "own" && !(await canBeRead(spec, client))) return fail(failure("bucket/other-passphrase"));
    return ok(null);
  } catch (error) {
    return fail(failureOf(error, spec));
  }
}

/** Whether the first sealed object that is there, if any, opens with this passphrase. */
async function canBeRead(spec: BucketSpec, client: S3Client): Promise<boolean> {
  const keys = new PhraseKeys(spec.passphrase);
  for (const { key, bytes } of (await client.list(spec.prefix, "")).slice(0, LOOKED_AT)) {
    if (bytes <= HEAD_BYTES) continue;
    const head = readHead(await client.read(key, "", 0, HEAD_BYTES));
    if (!head?.sealed) continue;
    const secret = await keys.of(head.sealed);
    return bodyRange(head, secret, (from, to) => client.read(key, "", from, to), 0, head.listBytes).then(
      () => true,
      () => false,
    );
  }
  return true;
}

function failureOf(error: unknown, { endpoint, bucket }: BucketSpec): Failure {
  if (!(error instanceof S3Refused)) {
    const behind = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return failure("bucket/no-answer", { endpoint, cause: socketCause(behind) });
  }
  if (error.status >= 500) return failure("bucket/no-answer", { endpoint, cause: socketCause(error) });
  if (error.code === "NoSuchBucket" || error.status === 404) return failure("bucket/no-bucket", { bucket });
  if (error.status === 401 || error.status === 403) return failure("bucket/denied", { reason: error.message });
  return failure("bucket/refused", { reason: error.message });
}
