/**
 * An archive in a bucket of a real S3 service: what copying costs, and how soon the first picture comes from a service that is 20 ms
 * away. argv: folder. Prints a line of JSON for each figure, then `end`.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import { freshSalt } from "#recorder/recording/bucket/object-form.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { startS3Service, whyNoS3Service } from "#test/support/machine/s3-service.ts";

const [, , folder = ""] = process.argv;
const START = Date.UTC(2026, 5, 1, 12);
const LATER = START + 3 * 3_600_000;
const SECONDS = 240;
const SEGMENT_MS = 2000;
/** there and back */
const AWAY_MS = 20;
const SOON = { probeMs: 500, keepMs: 60_000, lookMs: 50 };
const say = (figure: object): void => void process.stdout.write(`${JSON.stringify(figure)}\n`);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

if (whyNoS3Service === null) await measure();
else say({ missing: whyNoS3Service });
process.stdout.write("end\n");
process.exit(0);

async function measure(): Promise<void> {
  const service = await startS3Service();
  try {
    for (const [name, more] of [
      ["clear", {}],
      ["sealed", { encryption: "own", passphrase: "nobody else knows this" }],
    ] as const) {
      const client = new AwsClient({ ...service, service: "s3" });
      await client.fetch(`${service.endpoint}/${name}`, { method: "PUT" });
      const spec: BucketSpec = {
        endpoint: service.endpoint,
        region: service.region,
        bucket: name,
        prefix: "",
        accessKeyId: service.accessKeyId,
        secretAccessKey: service.secretAccessKey,
        afterDays: 0,
        what: "all",
        cameras: null,
        keepDays: null,
        limit: null,
        hours: null,
        encryption: "none",
        passphrase: "",
        phraseSalt: freshSalt(),
        holds: false,
        ...more,
      };
      await measureOne(name, spec);
    }
  } finally {
    await service.stop();
  }
}

async function measureOne(name: string, spec: BucketSpec): Promise<void> {
  const recordingsDir = join(folder, name);
  const one = await Recordings.open({
    recordingsDir,
    segmentMs: SEGMENT_MS,
    now: () => LATER,
    bucketTiming: SOON,
    onDiskState: () => undefined,
    onLog: () => undefined,
  });
  const recorder = await one.recorder("s", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START, frameBytes: 60_000 });
  for (let at = 0; at < SECONDS; at += 10) {
    for (const unit of camera.seconds(10)) recorder.push(unit);
    await one.flush();
  }
  await one.stop("s");
  await one.reconciled;
  const files = (SECONDS * 1000) / SEGMENT_MS;
  const floorMs = hashedMs(recordingsDir);
  const beganMs = cpuMs();
  await one.bucket.set(spec);
  while ((await one.index.bucketSums()).stored.files < files) await pause(200);
  const copiedMs = cpuMs() - beganMs;
  const mb = (await one.index.bucketSums()).stored.bytes / 1e6;
  say({
    name: `CPU of copying to a bucket, ${name}, against reading and hashing what is copied`,
    ratio: copiedMs / floorMs,
    // What AES adds is not in what it is compared with.
    most: spec.encryption === "own" ? 6 : 4,
    detail: `${(copiedMs / mb).toFixed(1)} ms for each MB`,
  });
  one.cleaner.setPolicy({ ...DEFAULT_POLICY, maxBytes: 1 });
  await one.cleaner.run();
  const far = await delayed(Number(new URL(spec.endpoint).port));
  await one.bucket.set({ ...spec, endpoint: `http://127.0.0.1:${far.port}`, afterDays: 9 });
  const waits: number[] = [];
  for (let at = 5000; at < SECONDS * 1000; at += 31_000) {
    const askedMs = performance.now();
    const items = one.reader.samples("s", START + at);
    const { done } = await items.next();
    if (done) throw new Error("the archive has no picture");
    waits.push(performance.now() - askedMs);
    await items.return?.(undefined);
  }
  const worstMs = Math.max(...waits);
  say({
    name: `first picture from the archive, ${name}, of a service ${AWAY_MS} ms away`,
    ratio: worstMs / 1500,
    most: 1,
    detail: `${Math.round(worstMs)} ms at worst of ${waits.length}`,
  });
  await one.close();
  far.close();
}

/** What every way to copy with digests costs: each byte is read once, and hashed by SHA-256 twice and by MD5 once. */
function hashedMs(dir: string): number {
  const beganMs = cpuMs();
  for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".mp4")) continue;
    const bytes = readFileSync(join(dir, file));
    for (const algorithm of ["sha256", "sha256", "md5"]) createHash(algorithm).update(bytes).digest();
  }
  return cpuMs() - beganMs;
}

async function delayed(port: number): Promise<{ readonly port: number; readonly close: () => void }> {
  const late = (from: Socket, to: Socket): void => {
    from.on("data", (bytes) => void setTimeout(() => to.write(bytes), AWAY_MS / 2));
    from.on("close", () => to.destroy());
    from.on("error", () => to.destroy());
  };
  const server = createServer((socket) => {
    const up = connect(port, "127.0.0.1");
    late(socket, up);
    late(up, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, close: () => void server.close() };
}
