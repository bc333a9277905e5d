import type { Disposer } from "#base/disposer.ts";
import { lerp } from "#base/geometry.ts";
import {
  framerateLevel,
  rateFromTiles,
  sampleFramerate,
  shareRate,
  startFramerateMonitor,
  type FramerateMonitor,
} from "#domain/stage/framerate-monitor.ts";
import { noteSlow, slowParts, type SlowSince } from "#domain/stage/slow-parts.ts";
import { noRelief, type Relief, sampleRelief } from "#domain/stage/relief.ts";
import { FRAMERATE_SAMPLE_MS } from "#domain/limits/player.ts";
import type { StageClient } from "#stage/stage-client.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";
import type { StandingStore } from "#state/standing-store.ts";

/** One long task of the page is no slow page: about a second of samples counts. */
const LATENESS_SMOOTHING = 0.03;

/**
 * The framerate alert (document 1, sections 4 and 9), fed by the wall: tile frames shown, tile frames due and the tiles
 * that move. A sample stands for what a 33 ms interval would have shown, so that the document's windows and averages
 * hold unchanged. Relief comes before the alert. It looks only at the share of due frames that were shown, and its own
 * cap on presents lowers the share that it expects. Its level goes to the store, and the players' streams and the
 * stage's presents follow it.
 */
export function bindFramerate(standing: StandingStore, players: PlayerStore, client: StageClient): Disposer {
  let since: SlowSince = {};
  let pageLateMs = 0;
  let tickedAtMs = performance.now();
  let rate = 60;
  let monitor: FramerateMonitor = startFramerateMonitor();
  let relief: Relief = noRelief;
  let firstPictureMs = Number.NEGATIVE_INFINITY;
  const forgetFirst = client.on("source", ({ event }) => {
    if (event.kind === "first-frame") firstPictureMs = performance.now();
  });
  const forget = client.on("facts", ({ wall, sources }) => {
    const nowMs = performance.now();
    const slowLines = Object.values(players.get().byTile).filter(({ slowNetwork }) => slowNetwork).length;
    const decodeQueue = sources.reduce((sum, source) => sum + source.decodeQueue, 0);
    if (!document.hidden) since = noteSlow(since, { ...wall, slowLines, decodeQueue, pageLateMs }, nowMs);
    const slow = slowParts(since, nowMs);
    if (slow.join() !== standing.get().slow.join())
      standing.change((facts) => {
        facts.slow = [...slow];
      });
    rate = rateFromTiles(wall);
    relief = document.hidden
      ? { ...relief, slowSinceMs: null, wellSinceMs: null }
      : sampleRelief(relief, shareRate(wall), performance.now(), firstPictureMs);
    if (relief.level !== standing.get().relief)
      standing.change((facts) => {
        facts.relief = relief.level;
      });
  });
  const timer = setInterval(() => {
    const lateMs = Math.max(0, performance.now() - tickedAtMs - FRAMERATE_SAMPLE_MS);
    // Browsers slow the timers of a page that nobody sees.
    pageLateMs = document.hidden ? 0 : lerp(pageLateMs, lateMs, LATENESS_SMOOTHING);
    tickedAtMs = performance.now();
    const frames = (rate * FRAMERATE_SAMPLE_MS) / 1000;
    monitor = sampleFramerate(monitor, performance.now(), frames, !document.hidden);
    const level = framerateLevel(monitor);
    if (level !== standing.get().framerate)
      standing.change((facts) => {
        facts.framerate = level;
      });
  }, FRAMERATE_SAMPLE_MS);
  return () => {
    forget();
    forgetFirst();
    clearInterval(timer);
    standing.change((facts) => {
      facts.framerate = "normal";
      facts.relief = 0;
      facts.slow = [];
    });
  };
}
