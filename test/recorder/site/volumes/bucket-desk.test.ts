import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import { bucketState } from "#protocol/rest/server/bucket.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import type { BucketReport } from "#recorder/ipc/storage-shapes.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import { portPair } from "#test/support/machine/port-pair.ts";
import { type S3Service, startS3Service, whyNoS3Service } from "#test/support/machine/s3-service.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const URL = "/service/server/bucket";
const REPORT: BucketReport = {
  state: "ok",
  reason: "",
  backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false },
  bytesPerSecond: 0,
  restore: null,
  compared: null,
};

describe.skipIf(whyNoS3Service !== null)("the archive in a bucket as administrators set it", () => {
  let service: S3Service;
  let dir: string;
  let house: TestHouse;
  let password = "";
  let headers: Record<string, string> = {};
  let told: (BucketSpec | null)[];
  let forgotten = 0;
  let channel: Channel<MediaContract, MainContract>;
  beforeAll(async () => {
    service = await startS3Service();
    const client = new AwsClient({ ...service, service: "s3" });
    const lock = { "x-amz-bucket-object-lock-enabled": "true" };
    for (const [name, more] of [
      ["plain", {}],
      ["other", {}],
      ["locked", lock],
    ] as const)
      expect((await client.fetch(`${service.endpoint}/${name}`, { method: "PUT", headers: more })).ok).toBe(true);
  }, 60_000);
  afterAll(() => service?.stop());
  const open = async (): Promise<void> => {
    house = await TestHouse.open({ data: join(dir, "data") }, join(dir, "data"));
    password ||= house.adminPassword;
    headers = { authorization: house.basic("admin", password) };
    told = [];
    const [main, child] = portPair();
    channel = new Channel<MediaContract, MainContract>(child);
    channel.serve("streams.set", () => ({ ok: true, value: null }));
    channel.serve("bucket.set", ({ bucket }) => {
      told.push(bucket);
      return { ok: true, value: null };
    });
    channel.serve("bucket.restore", () => ({ ok: true, value: null }));
    channel.serve("bucket.forget", async () => {
      forgotten += 1;
      await house.services.index.forgetBucket();
      return { ok: true, value: null };
    });
    house.services.media.attach(main);
  };
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "bucket-desk-"));
    password = "";
    await open();
  });
  afterEach(async () => {
    await house.recorder.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const ask = async (method: "GET" | "PUT" | "POST" | "DELETE", url = URL, body?: unknown) => {
    const answer = await house.ask(method, url, { headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.statusCode, ...(answer.body === "" ? {} : answer.json<Record<string, unknown>>()) };
  };
  const wanted = (more: object = {}) => ({
    endpoint: service.endpoint,
    region: service.region,
    bucket: "plain",
    prefix: "",
    accessKeyId: service.accessKeyId,
    secretAccessKey: service.secretAccessKey,
    afterDays: 2,
    keepDays: null,
    limit: null,
    hours: null,
    encryption: "none",
    holds: false,
    ...more,
  });
  const events = async (): Promise<string> =>
    JSON.stringify(await house.services.journal.events({ startMs: 0, stopMs: 1e15, count: 50, isShown: () => true }));

  it("is none at first", async () => {
    expect((await house.ask("GET", "/metrics", { headers })).body).not.toMatch(/^proscenium_bucket/m);
    expect(bucketState.parse(await ask("GET"))).toMatchObject({ bucket: null, state: "unknown", restore: null });
    expect(await ask("DELETE")).toMatchObject({ status: 404, code: "bucket/not-set" });
    expect(await ask("POST", `${URL}/restore`)).toMatchObject({ status: 404, code: "bucket/not-set" });
    expect(await ask("POST", `${URL}/release`)).toMatchObject({ status: 404, code: "bucket/not-set" });
  });

  it("is tried before it counts, and what is wrong is said", async () => {
    const refusal = async (more: object) => (await ask("PUT", URL, wanted(more))) as unknown;
    expect(await refusal({ bucket: "nobodys-bucket" })).toMatchObject({ status: 400, code: "bucket/no-bucket" });
    expect(await refusal({ secretAccessKey: "wrong" })).toMatchObject({ status: 400, code: "bucket/denied" });
    expect(await refusal({ endpoint: "http://127.0.0.1:1" })).toMatchObject({
      status: 504,
      code: "bucket/no-answer",
      cause: { code: "server/refused" },
    });
    expect(await refusal({ holds: true })).toMatchObject({ status: 400, code: "bucket/no-lock" });
    expect(await refusal({ encryption: "own" })).toMatchObject({ status: 400, code: "bucket/no-passphrase" });
    expect(await refusal({ secretAccessKey: undefined })).toMatchObject({ status: 400, code: "bucket/no-secret" });
    for (const bad of [{ bucket: "Not_a_bucket" }, { endpoint: "ftp://x" }, { prefix: "/x" }, { afterDays: -1 }])
      expect(await refusal(bad)).toMatchObject({ status: 400 });
    expect(bucketState.parse(await ask("GET")).bucket).toBeNull();
    expect(told).toEqual([]);
  });

  it("is kept sealed, told to the process that copies, and never tells its secrets", async () => {
    const set = await ask(
      "PUT",
      URL,
      wanted({ bucket: "locked", holds: true, encryption: "own", passphrase: "twelve letters" }),
    );
    expect(set).toMatchObject({ status: 200, bucket: { bucket: "locked", holds: true, encryption: "own" } });
    expect(told).toMatchObject([{ bucket: "locked", passphrase: "twelve letters" }]);
    const client = new AwsClient({ ...service, service: "s3" });
    const listed = await client.fetch(`${service.endpoint}/locked?list-type=2`);
    expect(await listed.text()).not.toContain("<Contents>");
    const all = [
      JSON.stringify(set),
      JSON.stringify(await ask("GET")),
      (await house.ask("GET", "/service/audit", { headers })).body,
    ];
    for (const text of all) {
      expect(text).not.toContain(service.secretAccessKey);
      expect(text).not.toContain("twelve letters");
    }
    expect(all[2]).toContain("bucket-modified");
    const kept = (await house.services.settings.internal("bucket")) ?? "";
    expect(kept).not.toContain(service.secretAccessKey);

    await house.recorder.close();
    await open();
    await house.services.bucket.load();
    expect(told).toMatchObject([
      { bucket: "locked", secretAccessKey: service.secretAccessKey, passphrase: "twelve letters" },
    ]);
    // What is not typed again stays.
    const { secretAccessKey: _, ...rest } = wanted({ bucket: "locked", encryption: "own", afterDays: 9 });
    expect(await ask("PUT", URL, rest)).toMatchObject({ status: 200, bucket: { afterDays: 9 } });
    expect(told.at(-1)).toMatchObject({ passphrase: "twelve letters", secretAccessKey: service.secretAccessKey });
  });

  it("says before it is set what its rules would copy at once", async () => {
    const { index, now } = house.services;
    await index.claimStream("s1", "5");
    const at = (days: number) => now() - days * 86_400_000;
    for (const days of [1, 3, 5]) {
      const row = {
        streamId: "s1",
        startMs: at(days),
        endMs: at(days) + 1000,
        file: `s1/${days}.mp4`,
        bytes: 10,
        frames: 1,
      };
      await index.insertClosed(row, new Uint8Array([0]));
    }
    await index.putEvent({ streamId: "s1", startMs: at(5) + 10, stopMs: at(5) + 20, score: 0 });
    const due = (rules: object) => ask("POST", `${URL}/due`, { afterDays: 2, ...rules });
    expect(await due({})).toMatchObject({ files: 2, bytes: 20, isMore: false });
    expect(await due({ afterDays: 0 })).toMatchObject({ files: 3 });
    expect(await due({ what: "motion", cameras: ["5"] })).toMatchObject({ files: 1, bytes: 10 });
    expect(await due({ cameras: ["6"] })).toMatchObject({ files: 0, bytes: 0 });
    expect(await due({ what: "evidence" })).toMatchObject({ files: 0 });
  });

  it("is another one only when nothing lies in the one before; what lies there only is given up only when that is asked for twice", async () => {
    await ask("PUT", URL, wanted());
    const { index } = house.services;
    const row = { streamId: "s", startMs: 5, endMs: 6, file: "s/5.mp4", bytes: 11, frames: 1 };
    const segment = await index.insertClosed(row, new Uint8Array([0]));
    const object = {
      key: "k",
      version: "",
      streamId: "s",
      startMs: 5,
      endMs: 6,
      bytes: 600,
      files: 1,
      head: "{}",
      isHeld: false,
    };
    await index.addObject(object, [{ segment, offset: 0 }]);
    await index.filesGone([segment]);
    expect(await ask("PUT", URL, wanted({ bucket: "other" }))).toMatchObject({
      status: 409,
      code: "bucket/other-bucket",
    });
    expect(await ask("PUT", URL, wanted({ prefix: "x/" }))).toMatchObject({ status: 409, code: "bucket/other-bucket" });
    expect(await ask("GET")).toMatchObject({ stored: { objects: 1, files: 1 }, only: { files: 1, bytes: 11 } });
    expect(await ask("DELETE")).toMatchObject({
      status: 409,
      code: "bucket/holds-only",
      params: { files: 1, size: 11 },
    });
    expect(forgotten).toBe(0);
    expect(await ask("DELETE", `${URL}?force=true`)).toMatchObject({ status: 204 });
    expect(forgotten).toBe(1);
    expect(told.at(-1)).toBeNull();
    expect(bucketState.parse(await ask("GET"))).toMatchObject({ bucket: null, only: { files: 0 } });
    expect(await ask("PUT", URL, wanted({ bucket: "other" }))).toMatchObject({ status: 200 });
  });

  it("holds that were found are let go by whoever may configure, which is in the audit", async () => {
    await ask("PUT", URL, wanted());
    const { index } = house.services;
    const object = { key: "k", version: "", streamId: "s", startMs: 1, endMs: 2, bytes: 3, files: 1, head: "{}" };
    await index.adoptObject({ ...object, isHeld: false, isFoundHeld: true }, []);
    expect(await ask("GET")).toMatchObject({ found: 1, held: 0 });
    expect(await ask("POST", `${URL}/release`)).toMatchObject({ status: 202, found: 0, held: 1 });
    const audit = await house.ask("GET", "/service/audit?action=bucket-released", { headers });
    expect(audit.json()).toMatchObject({ entries: [{ username: "admin", detail: { objects: 1 } }] });
  });

  it("that fails is told once, and so is its return, and what was taken in", async () => {
    await ask("PUT", URL, wanted());
    channel.tell("bucket", REPORT);
    channel.tell("bucket", { ...REPORT, state: "away", reason: "connect ECONNREFUSED" });
    channel.tell("bucket", { ...REPORT, state: "away", reason: "connect ECONNREFUSED" });
    await expect.poll(events).toContain("event/bucket-away");
    const figures = async (): Promise<string> => (await house.ask("GET", "/metrics", { headers })).body;
    expect(await figures()).toContain("proscenium_bucket_well 0");
    expect(await figures()).toContain("proscenium_recordings_damaged 0");
    expect(await ask("GET")).toMatchObject({ state: "away", reason: "connect ECONNREFUSED" });
    channel.tell("bucket", REPORT);
    await expect.poll(events).toContain("event/bucket-ok");
    const restore = { isRunning: true, objects: 1, files: 0, reason: "" };
    expect(await ask("POST", `${URL}/restore`)).toMatchObject({ status: 202 });
    channel.tell("bucket", { ...REPORT, restore });
    channel.tell("bucket", { ...REPORT, restore: { ...restore, isRunning: false, objects: 3, files: 20 } });
    await expect.poll(events).toContain("event/bucket-restored");
    expect((await events()).split("event/bucket-away")).toHaveLength(2);
    expect(await ask("GET")).toMatchObject({ restore: { isRunning: false, objects: 3, files: 20 } });
  });
});
