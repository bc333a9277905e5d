import { afterEach } from "vitest";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { SessionTiming, StreamConfig } from "#recorder/ingest/stream-session.ts";
import type { StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import { FaultyCamera, RawServer } from "./faulty-camera.ts";
import { numberIn } from "./test-source.ts";

/** The waits of a hub, shortened for tests. */
export const quick: SessionTiming = { stallMs: 800, backOffMs: [60, 120, 240], jitter: 0.2, settledMs: 300 };

/** Collects cameras, servers and hubs, and closes them after each test, the last one first. Call it at the beginning of a test file. */
export function closingAfterEach() {
  const closing: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    /** Adds another thing that must be closed. */
    later: (close: () => Promise<void> | void): void => void closing.push(close),
    camera: async (options: Parameters<typeof FaultyCamera.open>[0] = {}): Promise<FaultyCamera> => {
      const opened = await FaultyCamera.open(options);
      closing.push(() => opened.close());
      return opened;
    },
    raw: async (onConnection: Parameters<typeof RawServer.open>[0]): Promise<RawServer> => {
      const server = await RawServer.open(onConnection);
      closing.push(() => server.close());
      return server;
    },
    hub: (timing: SessionTiming = quick): StreamHub => {
      const made = new StreamHub(timing);
      closing.push(() => made.close());
      return made;
    },
  };
}

/** Collects, in order, everything that a listener to one stream of a hub receives from now on. */
export function listen(to: StreamHub, id: string) {
  const heard = {
    units: [] as AccessUnit[],
    audio: [] as AudioUnit[],
    configs: [] as StreamConfig[],
    breaks: [] as string[],
    order: [] as string[],
    arrivedMs: [] as number[],
    statuses: [] as StreamStatus[],
  };
  to.events.on("status", (status) => {
    if (status.streamId === id) heard.statuses.push(status);
  });
  to.subscribe(id, {
    video: (unit) => {
      heard.units.push(unit);
      heard.arrivedMs.push(performance.now());
      heard.order.push(unit.key ? "key" : "unit");
    },
    audio: (unit) => heard.audio.push(unit),
    config: (config) => {
      heard.configs.push(config);
      heard.order.push("config");
    },
    discontinuity: (why) => {
      heard.breaks.push(why);
      heard.order.push("break");
    },
  });
  return heard;
}

/** Reads the number that the test source wrote into a picture. */
export const numberOf = (unit: AccessUnit): number => numberIn(unit.nals.at(-1));
