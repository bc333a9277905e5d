import { expect, type Locator, type Page, test } from "@playwright/test";
import { firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { ensureForeignTools } from "../../../scripts/machine/foreign-tools.mjs";
import { GstServer } from "../../support/gst-server.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

test.describe.configure({ timeout: 360_000, mode: "serial" });
// The test reads the whole picture again and again: a smaller picture gives the same information.
test.use({ viewport: { width: 900, height: 640 } });

const PICTURE = { width: 640, height: 360 };
const LIGHT = 128;

let cameras: GstServer | null = null;
let recorder: TestRecorder;
let api: Api;

test.beforeAll(async () => {
  test.setTimeout(360_000);
  const missing = ensureForeignTools().gstServer;
  test.skip(missing !== null, missing ?? "");
  cameras = await GstServer.start();
  recorder = await TestRecorder.fresh(["--no-demo", "--cameras-allow-loopback"]);
  api = await Api.signedIn(recorder.url, "admin", recorder.password);
  for (const [name, path] of [
    ["Ball", "/h264-aac"],
    ["Ball in H.265", "/h265"],
    ["Ball in JPEG", "/jpeg"],
  ]) {
    await api.post("/service/cameras", {
      driver: "Generic RTSP",
      name,
      connection: {
        uri: `rtsp://127.0.0.1:${cameras.port}${path}`,
        username: GstServer.username,
        password: GstServer.password,
      },
    });
  }
});
test.afterAll(async () => {
  await recorder?.stop();
  recorder?.remove();
  cameras?.stop();
});

/**
 * The position of the test picture's white ball, in px of the tile; null when the picture is not black with one ball.
 */
async function ball(stage: StagePage, tile: Locator): Promise<{ x: number; y: number } | null> {
  const { width, height, rgba } = await stage.pixels(tile);
  const scale = Math.min(width / PICTURE.width, height / PICTURE.height);
  // Names and buttons cover the upper and the lower edge.
  const [top, bottom] = [0.2, 0.8].map((share) => height / 2 + (share - 0.5) * PICTURE.height * scale) as [
    number,
    number,
  ];
  let [sumX, sumY, light, count] = [0, 0, 0, 0];
  for (let y = Math.ceil(top); y < bottom; y += 2)
    for (let x = 0; x < width; x += 2) {
      count += 1;
      if ((rgba[(y * width + x) * 4] ?? 0) < LIGHT) continue;
      light += 1;
      sumX += x;
      sumY += y;
    }
  // The ball's radius is 20 px of 640x360.
  return light > 20 && light < count * 0.1 ? { x: sumX / light, y: sumY / light } : null;
}

/** The ball is seen at five places: the pictures move. */
async function expectMoving(stage: StagePage, tile: Locator): Promise<void> {
  const places: { x: number; y: number }[] = [];
  await expect
    .poll(
      async () => {
        const now = await ball(stage, tile);
        if (now && !places.some(({ x, y }) => Math.hypot(x - now.x, y - now.y) < 5)) places.push(now);
        return places.length;
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThanOrEqual(5);
}

/** What the page's decoder was given: base64. */
interface Given {
  readonly description: string;
  readonly chunks: string[];
}

declare global {
  interface Window {
    h265?: Given | undefined;
  }
}

/**
 * Stands in for a decoder of H.265, which Debian's Chromium lacks: it keeps what it is given, and gives out gray frames at their times.
 * The page decodes in its own thread where no canvas can be handed to a worker.
 */
function decodesH265(): void {
  Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen");
  const isH265 = (codec: string): boolean => /^h[ve][vc]1/.test(codec);
  const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const Native = window.VideoDecoder;
  const gray = new OffscreenCanvas(640, 360);
  gray.getContext("2d")?.fillRect(0, 0, 1, 1);
  window.VideoDecoder = class extends EventTarget {
    static isConfigSupported(config: VideoDecoderConfig): Promise<VideoDecoderSupport> {
      return isH265(config.codec) ? Promise.resolve({ supported: true, config }) : Native.isConfigSupported(config);
    }
    state: CodecState = "unconfigured";
    decodeQueueSize = 0;
    ondequeue = null;
    #description = "";
    readonly #init: VideoDecoderInit;
    constructor(init: VideoDecoderInit) {
      super();
      this.#init = init;
    }
    configure({ codec, description }: VideoDecoderConfig): void {
      if (!isH265(codec)) throw new DOMException(codec, "NotSupportedError");
      this.state = "configured";
      this.#description = base64(new Uint8Array(description as Uint8Array<ArrayBuffer>).slice().buffer);
    }
    decode(chunk: EncodedVideoChunk): void {
      const bytes = new ArrayBuffer(chunk.byteLength);
      chunk.copyTo(bytes);
      if (window.h265 || chunk.type === "key") {
        window.h265 ??= { description: this.#description, chunks: [] };
        window.h265.chunks.push(base64(bytes));
      }
      const { timestamp } = chunk;
      queueMicrotask(() => {
        this.#init.output(new VideoFrame(gray, { timestamp }));
        this.dispatchEvent(new Event("dequeue"));
      });
    }
    flush(): Promise<void> {
      return Promise.resolve();
    }
    reset(): void {
      this.state = "unconfigured";
    }
    close(): void {
      this.state = "closed";
    }
  };
}

/** Everything that the page was given since decodes as H.265, and shows the moving ball. */
async function expectUntouched(page: Page): Promise<void> {
  await page.waitForFunction(() => (window.h265?.chunks.length ?? 0) >= 40);
  const { description, chunks } = (await page.evaluate(() => window.h265)) as Given;
  const decoder = new VideoDecoder("h265", { description: Buffer.from(description, "base64") });
  const places = new Set<number>();
  let pictures = 0;
  for (const [at, chunk] of chunks.entries())
    decoder.decode(Buffer.from(chunk, "base64"), at, (frame) => {
      pictures += 1;
      const { data, strideBytes } = firstPlane(frame);
      const row = data.subarray(0, strideBytes * PICTURE.height).findIndex((luma) => luma > LIGHT);
      if (row >= 0) places.add(row);
    });
  decoder.close();
  expect(pictures).toBe(chunks.length);
  expect(places.size).toBeGreaterThan(5);
}

for (const lowBandwidth of [false, true])
  for (const name of ["Ball", "Ball in H.265", "Ball in JPEG"]) {
    test(`${name} of GStreamer's server moves on the stage ${lowBandwidth ? "in low-bandwidth mode" : "by WebRTC"}`, async ({
      page,
    }) => {
      const stage = await enterStage(page, recorder, { lowBandwidth });
      await stage.add(name);
      const tile = await stage.playing(name, 60_000);
      await expectMoving(stage, tile);
    });
  }

test("a browser that decodes H.265 gets it as the camera sends it, live and recorded", async ({ page }) => {
  await page.addInitScript(decodesH265);
  const stage = await enterStage(page, recorder, { lowBandwidth: true });
  await stage.add("Ball in H.265");
  await stage.playing("Ball in H.265", 60_000);
  await expectUntouched(page);
  await page.evaluate(() => (window.h265 = undefined));
  await expect.poll(() => recordedMs("Ball in H.265"), { timeout: 60_000 }).toBeGreaterThan(20_000);
  await new TimelinePage(page).seekTo(Date.now() - 15_000);
  await expectUntouched(page);
});

/** The longest time that is recorded without a gap. */
async function recordedMs(camera: string): Promise<number> {
  const { cameras: list } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const stream = list.find(({ name }) => name === camera)?.primaryStream;
  const { archives } = await api.get<{ archives: { start: number; end: number }[] }>(
    `/service/archives?streamId=${stream?.id}`,
  );
  return Math.max(0, ...archives.map(({ start, end }) => end - start));
}

test("its streams are recorded, H.264, H.265 and JPEG", async () => {
  const { cameras: list } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  expect(list.map(({ name }) => name).sort()).toEqual(["Ball", "Ball in H.265", "Ball in JPEG"]);
  for (const { name } of list) await expect.poll(() => recordedMs(name)).toBeGreaterThan(5000);
});
