import { afterEach, describe, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import { h265 } from "#recorder/formats/nal-format.ts";
import { CodedPictures } from "#test/support/bad-cameras/coded-pictures.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CameraScript, closing, keyNals, slice } from "#test/support/scripted-camera.ts";
import { quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const { camera, view, later } = closing(afterEach);
const noSets = ["m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000", "a=control:trackID=0"];
/** Pictures, and no key frame among them for as long as a test lasts. */
const noKey: NonNullable<CameraScript["play"]> = (line) =>
  line.every(5, (i) => line.write(line.picture([slice(false)], 90_000 + i * 3000)));
const patience = { describedMs: 200, silentMs: 400, seldomMs: 600 };
const probe = (url: string) => probeStream({ url, username: "", password: "", transport: "tcp" }, quick, patience);

describe("cameras that send key frames seldom", () => {
  test("are added by their description when pictures come", async () => {
    const source = await camera({ play: noKey });
    expect(await probe(source.url)).toMatchObject({
      ok: true,
      value: { video: { codec: "h264", width: 640, height: 360 }, audio: null },
    });
  });

  test("are added by their description, of H.265 too", async () => {
    const pictures = new CodedPictures({ codec: "h265", gopFrames: 60 }, 0);
    const [first, ...others] = Array.from({ length: 40 }, () => pictures.next().nals);
    pictures.close();
    const setOf = (type: number): string =>
      (first ?? []).find((nal) => h265.typeOf(nal) === type)?.toString("base64") ?? "";
    const source = await camera({
      media: [
        "m=video 0 RTP/AVP 96",
        "a=rtpmap:96 H265/90000",
        `a=fmtp:96 sprop-vps=${setOf(32)};sprop-sps=${setOf(33)};sprop-pps=${setOf(34)}`,
        "a=control:trackID=0",
      ],
      play: (line) => line.every(5, (i) => line.write(line.picture(others[i % 39] ?? [], 90_000 + i * 3000))),
    });
    expect(await probe(source.url)).toMatchObject({
      ok: true,
      value: { video: { codec: "h265", width: 320, height: 64 } },
    });
  });

  test("are told that they do so when the description does not help", async () => {
    const source = await camera({ media: noSets, play: noKey });
    const answer = await probe(source.url);
    expect(answer).toMatchObject({ ok: false, error: { cause: { code: "camera/key-frames-seldom" } } });
  });

  test("a camera that sends nothing is not added by its description", async () => {
    const source = await camera({});
    expect(await probe(source.url)).toEqual({
      ok: false,
      error: failure("camera/stalled", { cause: failure("camera/no-data", { count: 0 }) }),
    });
  });

  test("their streams say why they do not run yet", async () => {
    const source = await camera({
      play: (line) =>
        line.every(20, (i) => line.write(line.picture(i === 150 ? keyNals() : [slice(false)], 90_000 + i * 1800))),
    });
    const hub = new StreamHub(quick);
    later(hub);
    const notes: string[] = [];
    hub.events.on("note", ({ note }) => notes.push(note.code));
    hub.setStreams([streamSpec("a", source.url)]);
    await eventually(() => hub.status("a")?.trouble?.cause?.code === "camera/key-frames-seldom", "the reason");
    expect(hub.status("a")?.state).toBe("starting");
    await eventually(() => hub.status("a")?.state === "running", "it runs");
    expect(hub.status("a")?.trouble).toBeNull();
    expect(notes).toEqual(["camera/key-frames-seldom"]);
    expect(source.connections).toBe(1);
  });

  test("their streams wait for the key frame", async () => {
    const source = await camera({
      play: (line) =>
        line.every(20, (i) => line.write(line.picture(i === 50 ? keyNals() : [slice(false)], 90_000 + i * 3000))),
    });
    const { units } = await view(source.url, { stallMs: 300 });
    await eventually(() => units.length > 3, "pictures");
    expect(source.connections).toBe(1);
    expect(units[0]?.key).toBe(true);
  });
});

test("a camera of few pictures is not given up between them while it answers", async () => {
  const source = await camera({
    play: (line) => line.every(700, (i) => line.write(line.picture(keyNals(), i * 63_000))),
  });
  const viewing = await view(source.url, { stallMs: 320 });
  await eventually(() => viewing.units.length >= 4, "four pictures", 10_000);
  expect(viewing.ended).toBeNull();
  expect(source.said.filter((said) => said.startsWith("GET_PARAMETER")).length).toBeGreaterThan(0);
}, 15_000);

test("this process' own pauses are none of the camera's: what it sent meanwhile is read before it is judged", async () => {
  const source = await camera({
    play: (line) =>
      line.every(20, (i) => line.write(line.picture(i % 10 === 0 ? keyNals() : [slice(false)], i * 1800))),
  });
  const viewing = await view(source.url, { stallMs: 200 });
  for (let round = 1; round <= 6; round += 1) {
    const { length } = viewing.units;
    await eventually(() => viewing.units.length >= length + 3, "pictures");
    // Three limits of silence long nothing is read, and nothing is sent.
    const untilMs = performance.now() + 600;
    while (performance.now() < untilMs);
  }
  expect(viewing.ended).toBeNull();
  expect(source.connections).toBe(1);
}, 15_000);
