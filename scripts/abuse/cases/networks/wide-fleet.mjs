import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { playFleet } from "../../ground/played-fleet.mjs";
import { askedToWaitS } from "../../told-to-wait.mjs";
import { msUntil, orNever, seconds } from "../../ground/waiting.mjs";

const LIST_LIMIT_MS = 300;
const DOWN_LIMIT_MS = 15_000;
const EVENT_LIMIT_MS = 500;
const SLOW_MS = 5000;
const FLAP_MS = 4000;
const WAIT_MS = 60_000;

/** R18b: an aggregator with many servers of which some come and go and one is slow. R18 has the single faults. */
export const wideFleet = {
  id: "R18b",
  tried:
    "an aggregator with 50 played servers of 20 cameras each, ten of which end or fall silent and come back while one takes 5 s for each answer; lists are read and events told meanwhile",
  bar: "a list within 300 ms (95 %), a server that is gone shown so within 15 s, an event in a browser's socket within 0.5 s (95 %), the others always shown as there",
  async run(ground) {
    const [servers, cameras, flapping] = [ground.size(50, 5), ground.size(20, 2), ground.size(10, 1)];
    const port = await ground.cameras(1);
    const model = await ground.recorder();
    await model.addCameras(port, 1);
    const fleet = await playFleet(model, servers, cameras);
    await model.stop();
    ground.onEnd(() => Promise.all(fleet.map((one) => one.goAway().catch(() => undefined))));
    const args = ["--edition", "aggregator", "--servers-allow-loopback", "--http-requests-per-minute", "0"];
    const aggregator = await ground.recorder({ args });
    const ids = [];
    for (const { url } of fleet) {
      const body = { uri: url, username: "admin", password: "played" };
      ids.push(await registered(aggregator, body));
    }
    const shown = async () => aggregator.must("GET", "/service/orchids");
    const areAll = async () =>
      (await shown()).every(({ isAvailable }) => isAvailable) && fleet.every((one) => one.isHeard);
    if ((await msUntil(areAll, WAIT_MS, { everyMs: 200 })) === null) throw new Error("not all servers came");
    const events = await listen(aggregator);
    ground.onEnd(() => events.close());

    const slow = fleet[servers - 1];
    slow.delayMs = SLOW_MS;
    const lists = [];
    const news = [];
    const faults = [];
    const steady = fleet.slice(flapping, servers - 1);
    let slowestDownMs = 0;
    const rounds = ground.size(4, 1);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, one] of fleet.slice(0, flapping).entries())
        if (at % 2 === 0) one.goSilent();
        else await one.goAway();
      const gone = new Set(ids.slice(0, flapping));
      const areGone = async () =>
        (await timed(lists, shown)).every(({ id, isAvailable }) => !gone.has(id) || !isAvailable);
      const downMs = await msUntil(areGone, WAIT_MS, { everyMs: 100 });
      slowestDownMs = Math.max(slowestDownMs, downMs ?? WAIT_MS);
      for (let count = 0; count < ground.size(25, 5); count += 1) {
        const from = steady[count % steady.length];
        news.push(await events.heard(from, from.cameraIds[0]));
        await timed(lists, () => aggregator.must("GET", `/service/orchids/${ids[flapping]}/cameras`));
      }
      const all = await timed(lists, shown);
      for (const { id, name, isAvailable } of all)
        if (ids.slice(flapping, servers - 1).includes(id) && !isAvailable) faults.push(`${name} is shown as gone`);
      for (const [at, one] of fleet.slice(0, flapping).entries())
        if (at % 2 === 0) one.speak();
        else await one.come();
      await pause(FLAP_MS);
    }
    const back = await msUntil(
      async () => (await shown()).filter(({ isAvailable }) => isAvailable).length >= servers - 1,
      WAIT_MS,
      { everyMs: 200 },
    );
    for (const fault of faults) ground.say(fault);
    const [listMs, eventMs] = [p95(lists), p95(news)];
    return {
      figure: `${rounds} rounds: list ${listMs.toFixed(0)} ms, gone shown after ${seconds(slowestDownMs)} at most, event ${eventMs.toFixed(0)} ms, all back after ${orNever(back, WAIT_MS)}, ${faults.length} faults`,
      held:
        faults.length === 0 &&
        listMs <= LIST_LIMIT_MS &&
        slowestDownMs <= DOWN_LIMIT_MS &&
        eventMs <= EVENT_LIMIT_MS &&
        back !== null,
    };
  },
};

/** Registrations are limited by the minute: who is told to wait waits. */
async function registered(aggregator, body) {
  for (;;) {
    try {
      return (await aggregator.must("POST", "/service/orchids", { body })).id;
    } catch (error) {
      const waitS = askedToWaitS(error);
      if (waitS === null) throw error;
      await pause(waitS * 1000);
    }
  }
}

const p95 = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? Number.POSITIVE_INFINITY;

async function timed(into, ask) {
  const fromMs = performance.now();
  const value = await ask();
  into.push(performance.now() - fromMs);
  return value;
}

/** A page's event socket. */
async function listen(aggregator) {
  const token = (await aggregator.signIn()).value.id;
  const url = `${aggregator.url.replace("http:", "ws:")}/service/events/socket`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  const heard = [];
  socket.on("message", (data) =>
    heard.push({ ...JSON.parse(new TextDecoder().decode(data)), atMs: performance.now() }),
  );
  await new Promise((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  return {
    close: () => socket.terminate(),
    /** The ms from a server's word to its arrival here; a minute when it never came. */
    async heard(server, cameraId) {
      const fromMs = performance.now();
      server.tell({ type: "motion-started", resource: "streams", id: server.streamIds.get(cameraId) });
      const found = () => heard.find(({ id, atMs }) => id === server.streamIds.get(cameraId) && atMs >= fromMs);
      const ms = await msUntil(() => found() !== undefined, WAIT_MS, { fromMs, everyMs: 2 });
      return ms === null ? WAIT_MS : found().atMs - fromMs;
    },
  };
}
