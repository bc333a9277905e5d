/**
 * The stage of the whole product: 16 tiles added at once compared with the same tiles added one by one, and the bytes
 * and CPU that are saved by choosing each stream by its tile's size. Prints JSON lines for `npm run bench`. `--quick`:
 * one round. `--only=adding,streams`.
 */
import {
  addTiles,
  cpuSecondsOf,
  processTree,
  quantile,
  shownTiles,
  signedInPage,
  startProduct,
} from "../support/product.mjs";
import { spanned } from "../support/measuring.mjs";

const quick = process.argv.includes("--quick");
const only = process.argv
  .find((word) => word.startsWith("--only="))
  ?.slice(7)
  .split(",");
const wants = (name) => !only || only.includes(name);
const TILES = 16;
/** the interval at which `until` polls */
const LOOKS_PER_SECOND = 5;
const ROUNDS = quick ? 1 : 3;
const MEASURE_MS = quick ? 6000 : 10_000;

const row = (name, ratio, target, detail) =>
  process.stdout.write(
    `${JSON.stringify({ name, ratio, target: target ?? null, ok: target === null || ratio <= target, targetText: target === null ? "-" : `<= ${target}`, detail })}\n`,
  );
/** Here sixteen tiles are smaller than the cameras' small streams. */
const SMALL = { width: 1280, height: 720 };
const median = (list) => quantile(list, 0.5);

const product = await startProduct();
try {
  if (wants("adding")) for (const lowBandwidth of [false, true]) await adding(lowBandwidth);
  if (wants("streams")) await streams();
} finally {
  await product.stop();
}

/**
 * ms from the first tile's element to the last tile's picture: once with all tiles added at once, and once with each
 * added after the one before shows.
 */
async function adding(lowBandwidth) {
  const mode = lowBandwidth ? "low bandwidth" : "WebRTC";
  const together = [];
  const single = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const atOnce of [true, false]) {
      const { context, page } = await signedInPage(product, { lowBandwidth });
      const step = atOnce ? TILES : 1;
      for (let count = 0; count < TILES; count += step) {
        await addTiles(page, step, count);
        await shownTiles(product, page, count + step);
      }
      const shown = await shownTiles(product, page, TILES);
      const ms =
        Math.max(...shown.map(({ playingMs }) => playingMs)) - Math.min(...shown.map(({ addedMs }) => addedMs));
      (atOnce ? together : single).push(ms);
      await context.close();
    }
  }
  row(
    `${TILES} tiles show, added at once / one by one, ${mode}`,
    median(together) / median(single),
    1,
    `${median(together).toFixed(0)} against ${median(single).toFixed(0)} ms`,
  );
}

/** The same wall once with all streams to choose from, and once with only the main stream of each camera. */
async function streams() {
  const runs = { by: [], all: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.by.push(await watched(false));
    runs.all.push(await watched(true));
  }
  const of = (list, name) => median(list.map((run) => run[name]));
  const showing = (list) =>
    `${of(list, "shown").toFixed(0)} pictures/s, ${of(list, "megapixels").toFixed(1)} megapixels`;
  for (const [name, what, unit] of [
    ["bytes", "bytes received per second", "kB/s"],
    ["browserMs", "CPU of the browser", "ms/s"],
    ["recorderMs", "CPU of the recorder", "ms/s"],
  ]) {
    const [by, all] = [of(runs.by, name), of(runs.all, name)];
    row(
      `${what}, ${TILES} tiles by WebRTC, streams by tile size / main streams`,
      by / all,
      name === "recorderMs" ? null : 1,
      `${by.toFixed(0)} against ${all.toFixed(0)} ${unit}; ${showing(runs.by)} against ${showing(runs.all)}`,
    );
  }
}

/** `mainOnly`: the small streams are switched off in the recorder, so that the client has no choice. */
async function watched(mainOnly) {
  if (mainOnly) await smallStreams(false);
  try {
    return await watchedWall();
  } finally {
    if (mainOnly) await smallStreams(true);
  }
}

/** Switches all streams that are not a camera's primary stream on or off. */
async function smallStreams(active) {
  const { url, headers } = product;
  const { cameras } = await (await fetch(`${url}/service/cameras`, { headers })).json();
  for (const camera of cameras)
    for (const { id } of camera.streams) {
      if (id === camera.primaryStream?.id) continue;
      const answer = await fetch(`${url}/service/cameras/${camera.id}/streams/${id}`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ active }),
      });
      if (!answer.ok) throw new Error(`stream ${id}: ${answer.status}`);
    }
}

async function watchedWall() {
  const prepare = async (page) => {
    await page.addInitScript(() => {
      // Connections come and go when a tile changes its stream; the bytes that closed connections had received still
      // count.
      const peers = [];
      const Peer = RTCPeerConnection;
      window.RTCPeerConnection = class extends Peer {
        constructor(...given) {
          super(...given);
          peers.push({ peer: this, bytes: 0 });
        }
      };
      const look = async () => {
        for (const each of peers) {
          let bytes = 0;
          for (const stats of (await each.peer.getStats()).values())
            if (stats.type === "inbound-rtp") bytes += stats.bytesReceived;
          each.bytes = Math.max(each.bytes, bytes);
        }
      };
      setInterval(look, 500);
      window.__bytesReceived = async () => {
        await look();
        return peers.reduce((sum, { bytes }) => sum + bytes, 0);
      };
    });
  };
  const { context, page } = await signedInPage(product, { prepare, viewport: SMALL });
  await addTiles(page, TILES);
  await shownTiles(product, page, TILES);
  // Resolves when every tile shows the stream that it keeps: the sizes stay the same for three seconds.
  let sizes = "";
  let same = 0;
  await product.until("the tiles have chosen their streams", async () => {
    const now = await page.evaluate(() =>
      Object.values(window.__proscenium.facts().players)
        .flatMap(({ stats }) => (stats ? [`${stats.widthPx}x${stats.heightPx}`] : []))
        .join(),
    );
    same = now === sizes && now.split(",").length === TILES ? same + 1 : 0;
    sizes = now;
    return same >= 3 * LOOKS_PER_SECOND;
  });
  const cdp = await product.browser.newBrowserCDPSession();
  const read = async () => {
    const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
    const page_ = await page.evaluate(async () => {
      const bytes = await window.__bytesReceived();
      const stats = Object.values(window.__proscenium.facts().players).flatMap((player) => player.stats ?? []);
      const sum = (of) => stats.reduce((total, each) => total + of(each), 0);
      const megapixels = sum(({ widthPx, heightPx }) => (widthPx * heightPx) / 1e6);
      return { bytes, shown: sum(({ shownPerSecond }) => shownPerSecond), megapixels };
    });
    return {
      ...page_,
      atMs: Date.now(),
      browserMs: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0),
      recorderMs: cpuSecondsOf(processTree(product.recorderPid)) * 1000,
    };
  };
  const before = await read();
  await spanned(MEASURE_MS);
  const after = await read();
  await context.close();
  const seconds = (after.atMs - before.atMs) / 1000;
  return {
    bytes: (after.bytes - before.bytes) / 1000 / seconds,
    shown: (after.shown + before.shown) / 2,
    megapixels: after.megapixels,
    browserMs: (after.browserMs - before.browserMs) / seconds,
    recorderMs: (after.recorderMs - before.recorderMs) / seconds,
  };
}
