import { afterEach, expect, test, vi } from "vitest";
import { RtspClient } from "#recorder/ingest/sources/rtsp-client.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { eventually } from "#test/support/eventually.ts";
import { FaultyCamera } from "#test/support/faulty-camera.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

let hub: StreamHub;
let faults: string[];
const open = (): void => {
  hub = new StreamHub({ stallMs: 4000, backOffMs: [20], jitter: 0, settledMs: 300 });
  faults = [];
  hub.events.on("fault", ({ streamId, error }) => faults.push(`${streamId}: ${String(error)}`));
};
afterEach(() => {
  vi.restoreAllMocks();
  hub.close();
});

// An unhandled rejection fails this file, as it would end the process that records all cameras.
test("a bug of ours that a camera's answer brings to light is told, and the stream retries", async () => {
  open();
  vi.spyOn(RtspClient, "open").mockRejectedValue(new TypeError("a bug"));
  hub.setStreams([streamSpec("a", "rtsp://127.0.0.1:9/live")]);
  await eventually(() => faults.length >= 2, "retries");
  expect(faults[0]).toBe("a: TypeError: a bug");
  expect(hub.status("a")?.state).not.toBe("running");
});

test("an address whose name and password are no percent-encoding is dialled with what is written", async () => {
  open();
  const camera = await FaultyCamera.open();
  try {
    const url = camera.url.replace("rtsp://", "rtsp://%ff:%zz@");
    hub.setStreams([streamSpec("a", url, { username: "", password: "" })]);
    await eventually(() => hub.status("a")?.trouble?.code === "camera/auth", "the camera's refusal");
    expect(faults).toEqual([]);
  } finally {
    await camera.close();
  }
});
