import { WebSocket } from "ws";
import { megabytes, watchMemory } from "../../ground/memory.mjs";
import { view } from "../../ground/viewers.mjs";
import { msUntil, orNever, seconds } from "../../ground/waiting.mjs";

const GROWTH_LIMIT = 300 * 1024 * 1024;
const ANSWER_LIMIT_MS = 3000;
const WAIT_MS = 30_000;
const RECORDED_MS = 5000;
const CAMERA = 0;

/** R31: whoever asks faster than it can be read does not take the memory of the process that records. */
export const floods = {
  id: "R31",
  tried:
    "one viewer sends steps, stills, plays and what is wanted next, and by WebRTC seeks, jumps to live and speeds, by the thousand each",
  bar: `memory of media grows by less than ${megabytes(GROWTH_LIMIT)}, another viewer gets its picture within ${seconds(ANSWER_LIMIT_MS)} after each flood, no process ends`,
  async run(ground) {
    const count = ground.size(20_000, 1000);
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const streams = await recorder.addCameras(await ground.cameras(1), 1);
    const account = { username: "admin", password: recorder.password, token: (await recorder.signIn()).value.id };
    const fromMs = Date.now();
    await msUntil(() => Date.now() - fromMs > RECORDED_MS, WAIT_MS);
    const media = recorder.children().get("media");
    const other = await view("WebRTC", recorder, streams[CAMERA], account);
    const memory = watchMemory(() => [media]);
    const before = memory.most();
    let slowest = 0;
    const faults = [];
    for (const { name, open, commandOf } of floodsOf(Date.now() - RECORDED_MS / 2)) {
      const viewer = await open(recorder, streams[CAMERA], account);
      for (let at = 1; at <= count; at += 1) {
        viewer.send(JSON.stringify(commandOf(at)));
        if (at % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const seen = other.bytes;
      const ms = await msUntil(() => other.bytes > seen, WAIT_MS);
      if (ms === null || ms > ANSWER_LIMIT_MS) faults.push(`${name}: the other's picture ${orNever(ms, WAIT_MS)}`);
      slowest = Math.max(slowest, ms ?? WAIT_MS);
      viewer.close();
    }
    memory.end();
    if (recorder.children().get("media") !== media) faults.push("media ended");
    for (const fault of faults) ground.say(fault);
    const growth = memory.most() - before;
    const figure = `${count} of each of 7 commands: memory of media +${megabytes(growth)}, the other's next picture after ${seconds(slowest)} at most, ${faults.length} faults`;
    return { figure, held: faults.length === 0 && growth < GROWTH_LIMIT };
  },
};

/** `atMs`: a recorded time */
const floodsOf = (atMs) => [
  {
    name: "steps",
    open: bySocket,
    commandOf: (at) => ({ op: "step", generation: at, from: atMs + (at % 1000), direction: at % 2 ? 1 : -1 }),
  },
  { name: "stills", open: bySocket, commandOf: (at) => ({ ...play(at, atMs + (at % 1000)), paused: true }) },
  { name: "plays", open: bySocket, commandOf: (at) => ({ ...play(at, at % 2 ? 0 : atMs), rate: at % 3 ? 64 : -1 }) },
  {
    name: "prefetch",
    open: bySocket,
    commandOf: (at) => ({ op: "prefetch", number: at, time: atMs + (at % 1000), height: 0 }),
  },
  { name: "seeks", open: byChannel, commandOf: (at) => ({ op: "seek", time: atMs + (at % 1000), rate: 1 }) },
  { name: "live", open: byChannel, commandOf: () => ({ op: "seek", time: 0, rate: 1 }) },
  { name: "speeds", open: byChannel, commandOf: () => ({ op: "rate", rate: 2 }) },
];
const play = (generation, time) => ({ op: "play", generation, time, rate: 1, paused: false, height: 0 });

async function bySocket(recorder, streamId, { token }) {
  const { id } = await recorder.must("POST", "/service/low-bandwidth/streams", { token, body: { streamId } });
  const address = `${recorder.url.replace("http:", "ws:")}/service/low-bandwidth/streams/${id}/ws`;
  const web = new WebSocket(address, "proscenium.media.v1", { headers: { authorization: `Bearer ${token}` } });
  await new Promise((resolve, reject) => web.once("open", resolve).once("error", reject));
  return web;
}

async function byChannel(recorder, streamId, account) {
  const viewer = await view("WebRTC", recorder, streamId, account);
  await msUntil(() => viewer.control.isOpen(), WAIT_MS);
  return { send: (text) => viewer.control.sendMessage(text), close: viewer.close };
}
