import { expect, it } from "vitest";
import { recordingTrouble } from "#recorder/cameras/media/recording-trouble.ts";
import type { StreamStatus } from "#recorder/ipc/stream-shapes.ts";

const status: StreamStatus = {
  streamId: "a",
  state: "running",
  retryCount: 0,
  lastArchiveWrittenMs: 0,
  trouble: null,
  video: null,
  audio: null,
  bitsPerSecond: 0,
  framesPerSecond: 0,
  packetsLost: 0,
  packetsReceived: 0,
  frameAgeMs: 40,
  pauseMs: 40,
  archiveAgeMs: 1000,
};
const recorded = { active: true, record: "continuous" } as const;
const timeLapse = { frameAgeMs: 9000, pauseMs: 10_000, archiveAgeMs: 19_000 };

it.each([
  ["a camera as usual", recorded, {}, 5, null],
  ["nothing was heard of it for 14 s", recorded, {}, 13.9, null],
  ["nothing was heard of it for 16 s", recorded, {}, 16, "recording/no-picture"],
  ["its pictures come but are not written", recorded, { archiveAgeMs: 14_000 }, 2, "recording/not-written"],
  ["a picture every 10 s", recorded, timeLapse, 5, null],
  ["a picture every 10 s, and then none", recorded, timeLapse, 22, "recording/no-picture"],
  ["motion is recorded, and nothing moves", { active: true, record: "motion" }, { archiveAgeMs: 90_000 }, 1, null],
  ["not to be recorded", { active: true, record: "proxy" }, {}, 60, null],
  ["switched off", { active: false, record: "continuous" }, {}, 60, null],
  ["its own status says what is wrong", recorded, { state: "restarting" }, 60, null],
] as const)("%s", (_what, spec, more, sinceS, code) => {
  const heard = { status: { ...status, ...more }, atMs: 1000 };
  expect(recordingTrouble(spec, heard, 1000 + sinceS * 1000, "ok")?.code ?? null).toBe(code);
});

it("a disk that takes nothing is trouble of every stream that is to be recorded", () => {
  for (const storage of ["full", "unwritable", "gone", "stuck"] as const) {
    expect(recordingTrouble(recorded, undefined, 0, storage)).toMatchObject({ code: `recording/disk-${storage}` });
    expect(recordingTrouble({ active: true, record: "proxy" }, undefined, 0, storage)).toBeNull();
  }
});
