/** The files that have copies in the bucket, read there. */
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { OpenCopy, SegmentSource } from "../segments/segment-source.ts";
import { BucketBlocks } from "./bucket-blocks.ts";
import type { BucketIndex, CopyPlace } from "../index/bucket/bucket-index.ts";
import { PhraseKeys } from "./object-form.ts";
import { S3Client } from "./s3-client.ts";

export const openCopy =
  (index: Pick<BucketIndex, "copyOf">, blocks: () => BucketBlocks | null): OpenCopy =>
  async (segment) => {
    const from = blocks();
    const copy = from && (await index.copyOf(segment));
    return copy ? sourceOf(from, copy) : null;
  };

/** For a process that only reads copies and keeps no blocks. */
export function copiesOf(spec: BucketSpec | undefined, index: Pick<BucketIndex, "copyOf">): OpenCopy {
  if (!spec) return () => Promise.resolve(null);
  const keys = spec.encryption === "own" ? new PhraseKeys(spec.passphrase) : null;
  const blocks = new BucketBlocks({ client: new S3Client(spec), keys, folder: null, onAnswer: () => undefined });
  return openCopy(index, () => blocks);
}

function sourceOf(blocks: BucketBlocks, { object, offset, bytes }: CopyPlace): SegmentSource {
  return {
    read: async (buffer, at, length, position) => {
      const end = Math.min(bytes, position + length);
      if (end <= position) return { bytesRead: 0 };
      const read = await blocks.read(object, offset + position, offset + end);
      buffer.set(read, at);
      return { bytesRead: read.length };
    },
    stat: () => Promise.resolve({ size: bytes }),
    close: () => Promise.resolve(),
  };
}
