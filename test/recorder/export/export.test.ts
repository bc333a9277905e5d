import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBuffer, type ZipFile } from "yauzl";
import { MANIFEST_NAME, sha256Of, SIGNATURE_NAME, verifyManifest } from "#recorder/export/manifest.ts";
import { dewarpPageFacts } from "#protocol/dewarp-page.ts";
import type { ExportSpec } from "#recorder/ipc/export-contract.ts";
import { g711 } from "../recording/synthetic-camera.ts";
import { codedFrames, decodedNumbers, HEIGHT, numberIn, WIDTH } from "./coded-camera.ts";
import { type Exports, exportsOf } from "./exports-of.ts";
import { hasFfmpeg } from "../../../scripts/machine/foreign-tools.mjs";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const FRAME_MS = 1000 / 15;

describe("export", () => {
  let exports: Exports;
  const run = (more: Partial<ExportSpec>) => exports.run(more);

  beforeAll(async () => {
    const streams = [{ streamId: "yard", cameraName: "Yard / north" }];
    exports = await exportsOf({ streams, startMs: START, stopMs: START + 10_000 });
    const { recordings } = exports;
    const yard = await recordings.recorder("yard", "1", "continuous");
    yard.begin({ codec: "h264", audio: { codec: "pcmu", sampleRate: 8000, channels: 1 } });
    const pictures = codedFrames({ count: 15 * 20, startMs: START, gopFrames: 30 });
    const units = [...pictures, ...g711(START, 50 * 20)].sort((a, b) => a.wallMs - b.wallMs);
    for (const unit of units) yard.push(unit);
    const hall = await recordings.recorder("hall", "2", "continuous");
    hall.begin({ codec: "h264", audio: null });
    for (const unit of codedFrames({ count: 15 * 20, startMs: START, gopFrames: 45, bFrames: 2 })) hall.push(unit);
    await recordings.flush();
  });
  afterAll(() => exports.close());

  async function read(path: string, reorders = false) {
    const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error("no video track");
    const config = await track.getDecoderConfig();
    const packets: { data: Buffer; timestamp: number; type: string }[] = [];
    for await (const packet of new EncodedPacketSink(track).packets())
      packets.push({ data: Buffer.from(packet.data), timestamp: packet.timestamp, type: packet.type });
    const description = new Uint8Array(config?.description as Uint8Array);
    const audio = await input.getPrimaryAudioTrack();
    const sound = { codec: audio?.codec ?? null, seconds: audio ? await audio.computeDuration() : 0 };
    const numbers = decodedNumbers(
      description,
      packets.map((packet) => packet.data),
      reorders,
    );
    return { packets, numbers, sound };
  }

  const ranges = [
    { name: "from a key frame", from: 60, to: 120, reencoded: 0 },
    { name: "from the middle of a GOP", from: 77, to: 171, reencoded: 13 },
    { name: "from the last frame of a GOP", from: 59, to: 200, reencoded: 1 },
    { name: "without any key frame inside", from: 65, to: 85, reencoded: 20 },
  ];
  for (const format of ["mkv", "mov"] as const)
    for (const { name, from, to, reencoded } of ranges)
      it(`is frame accurate in ${format} ${name}`, async () => {
        const startMs = START + from * FRAME_MS - 1;
        const { asked, answer, shares } = await run({ format, startMs, stopMs: START + to * FRAME_MS - 1 });
        if (!answer.ok) throw new Error(answer.error.code);
        expect(answer.value.files).toHaveLength(1);
        expect(answer.value.files[0]).toMatchObject({ frames: to - from, reencoded });
        expect(answer.value.files[0]?.startMs).toBeCloseTo(START + from * FRAME_MS, 0);
        const { packets, numbers, sound } = await read(asked.outFile);
        expect(numbers).toEqual(Array.from({ length: to - from }, (_, i) => from + i));
        for (const [i, packet] of packets.entries())
          expect(Math.abs(packet.timestamp - (i * FRAME_MS) / 1000)).toBeLessThan(0.0015);
        expect(sound.codec).toBe(format === "mkv" ? "pcm-s16" : "ulaw");
        expect(sound.seconds).toBeGreaterThan(((to - from) * FRAME_MS) / 1000 - 0.1);
        expect(shares.at(-1)).toBe(1);
        expect([...shares].sort((a, b) => a - b)).toEqual(shares);
      });

  it("writes a dewarp page that carries its video, its settings and its script, and asks for nothing else", async () => {
    const dewarpScript = join(exports.dir, "player.js");
    writeFileSync(dewarpScript, 'document.title = "</script><b>";');
    const dewarp = { enable: true, orientation: "ceiling" };
    const streams = [{ streamId: "yard", cameraName: "Shop </script> & more", dewarp }];
    const { asked, answer } = await run({ streams, format: "dewarp", dewarpScript });
    if (!answer.ok) throw new Error(answer.error.code);
    expect(answer.value.files[0]?.name).toMatch(/\.html$/);
    const page = readFileSync(asked.outFile, "utf8");
    const scripts = [...page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].map(([, tag = "", text = ""]) => ({
      tag,
      text,
    }));
    const facts: unknown = JSON.parse(scripts.find(({ tag }) => tag.includes('id="facts"'))?.text ?? "");
    expect(dewarpPageFacts.parse(facts)).toMatchObject({ camera: "Shop </script> & more", dewarp });
    const video = Buffer.concat(
      scripts.filter(({ tag }) => tag.includes("video-part")).map(({ text }) => Buffer.from(text, "base64")),
    );
    const input = new Input({ source: new BufferSource(video), formats: ALL_FORMATS });
    expect(await input.computeDuration()).toBeCloseTo(10, 1);
    input.dispose();
    // The player's own text is kept as it is meant, and ends its element only where it should.
    expect(scripts.at(-1)?.text).toContain("<\\/script><b>");
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(src|href)=/);
    expect(readdirSync(exports.dir).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("is frame accurate with B frames", async () => {
    const streams = [{ streamId: "hall", cameraName: "Hall" }];
    const { asked, answer } = await run({
      streams,
      startMs: START + 70 * FRAME_MS - 1,
      stopMs: START + 160 * FRAME_MS - 1,
    });
    if (!answer.ok) throw new Error(answer.error.code);
    const { numbers } = await read(asked.outFile, true);
    expect(numbers).toEqual(Array.from({ length: 90 }, (_, i) => 70 + i));
  });

  it.skipIf(!hasFfmpeg())("is read by ffmpeg without a warning, with time and name", async () => {
    for (const format of ["mkv", "mov"] as const) {
      const { asked } = await run({ format, startMs: START + 77 * FRAME_MS - 1, stopMs: START + 171 * FRAME_MS - 1 });
      const probe = spawnSync("ffprobe", [
        "-v",
        "warning",
        "-show_format",
        "-show_streams",
        "-of",
        "json",
        asked.outFile,
      ]);
      expect(probe.stderr.toString()).toBe("");
      const { format: found, streams } = JSON.parse(probe.stdout.toString());
      const tags = Object.fromEntries(
        Object.entries(found.tags as Record<string, string>).map(([key, value]) => [key.toLowerCase(), value]),
      );
      expect(tags.title).toBe("Yard / north");
      expect(Math.abs(Date.parse(tags.creation_time ?? "") - (START + 77 * FRAME_MS))).toBeLessThan(1000);
      expect(streams.map((stream: { codec_type: string }) => stream.codec_type)).toEqual(["video", "audio"]);
      // Neither container stores a mono channel layout for PCM; ffmpeg guesses it and would print a message.
      const arguments_ = [
        "-v",
        "warning",
        "-guess_layout_max",
        "0",
        "-i",
        asked.outFile,
        "-an",
        "-fps_mode",
        "passthrough",
      ];
      const raw = spawnSync("ffmpeg", [...arguments_, "-f", "rawvideo", "-pix_fmt", "gray", "-"], {
        maxBuffer: 1 << 28,
      });
      expect(raw.stderr.toString()).toBe("");
      const numbers = [];
      for (let at = 0; at + WIDTH * HEIGHT <= raw.stdout.length; at += WIDTH * HEIGHT)
        numbers.push(numberIn(raw.stdout.subarray(at, at + WIDTH * HEIGHT), WIDTH));
      expect(numbers).toEqual(Array.from({ length: 94 }, (_, i) => 77 + i));
    }
  });

  it("says when nothing was recorded, and leaves no file", async () => {
    const { asked, answer } = await run({ startMs: START + 3_600_000, stopMs: START + 3_700_000 });
    expect(answer).toMatchObject({ ok: false, error: { code: "archive/none" } });
    expect(readdirSync(exports.dir)).not.toContain(asked.outFile.split("/").at(-1));
  });

  it("leaves nothing behind when it fails", async () => {
    const { answer } = await run({ outFile: join(exports.dir, "missing/out.mkv") });
    expect(answer).toMatchObject({ ok: false, error: { code: "export/failed" } });
    expect(readdirSync(exports.dir).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("puts several cameras into one zip with a signed manifest", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");
    const streams = [
      { streamId: "yard", cameraName: "Cam" },
      { streamId: "hall", cameraName: "Cam" },
      { streamId: "none", cameraName: "Never recorded" },
    ];
    const outFile = join(exports.dir, "evidence.zip");
    const { answer } = await run({ streams, signingKey, outFile });
    if (!answer.ok) throw new Error(answer.error.code);
    const entries = await unzip(readFileSync(outFile));
    const names = [...entries.keys()];
    expect(names).toEqual([
      "Cam 2026-03-29 10-00-00Z.mkv",
      "Cam (2) 2026-03-29 10-00-00Z.mkv",
      MANIFEST_NAME,
      SIGNATURE_NAME,
      "verify.html",
    ]);
    const manifest = entries.get(MANIFEST_NAME) ?? Buffer.alloc(0);
    const signature = entries.get(SIGNATURE_NAME) ?? Buffer.alloc(0);
    expect(verifyManifest(manifest, signature, raw)).toBe(true);
    const forged = Buffer.from(manifest.toString().replace("Test recorder", "Other recorder"));
    expect(verifyManifest(forged, signature, raw)).toBe(false);
    const { files, range, publicKey: named, withoutVideo } = JSON.parse(manifest.toString());
    expect(withoutVideo).toEqual([{ streamId: "none", cameraName: "Never recorded" }]);
    expect(answer.value.withoutVideo).toEqual(["none"]);
    expect(named).toBe(raw);
    expect(range).toEqual({ startMs: START, stopMs: START + 10_000 });
    for (const file of files) {
      const { createHash } = await import("node:crypto");
      const data = entries.get(file.name) ?? Buffer.alloc(0);
      expect(data.length).toBe(file.bytes);
      expect(createHash("sha256").update(data).digest("hex")).toBe(file.sha256);
    }
    expect(readdirSync(exports.dir).filter((name) => name.includes(".part"))).toEqual([]);
    expect(await sha256Of(outFile)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("names a zip's files by the clock of whoever asks, in the zip and in its manifest", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const outFile = join(exports.dir, "local.zip");
    const streams = [{ streamId: "yard", cameraName: "Cam" }];
    await run({ streams, signingKey, outFile, zone: "Europe/Berlin" });
    const entries = await unzip(readFileSync(outFile));
    const name = "Cam 2026-03-29 12-00-00 +0200.mkv";
    expect([...entries.keys()][0]).toBe(name);
    const { files } = JSON.parse(entries.get(MANIFEST_NAME)?.toString() ?? "");
    expect(files).toMatchObject([{ name, startMs: START }]);
  });

  it("keeps the names of a zip's files short enough for every file system, and whole characters in them", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const outFile = join(exports.dir, "long.zip");
    const streams = [
      { streamId: "yard", cameraName: "監".repeat(200) },
      { streamId: "hall", cameraName: `${"x".repeat(79)}🎥 north` },
    ];
    const { answer } = await run({ streams, signingKey, outFile, zone: "Europe/Berlin" });
    if (!answer.ok) throw new Error(answer.error.code);
    const entries = await unzip(readFileSync(outFile));
    const names = answer.value.files.map(({ name }) => name);
    // The manifest's text must equal the text in the zip: half of a surrogate pair would become another character
    // there.
    expect([...entries.keys()].slice(0, 2)).toEqual(names);
    expect(names[1]).toMatch(/^x{79}🎥 2026/u);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  });
});

function unzip(data: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(data, { lazyEntries: true }, (error, zip: ZipFile | undefined) => {
      if (error || !zip) return reject(error);
      const entries = new Map<string, Buffer>();
      zip.on("entry", (entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed || !stream) return reject(failed);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          entries.set(entry.fileName, Buffer.concat(chunks));
          zip.readEntry();
        }),
      );
      zip.on("end", () => resolve(entries));
      zip.readEntry();
    });
  });
}
