import { connect } from "node:net";
import { WebSocket } from "ws";
import { msUntil, orNever, seconds } from "../../ground/waiting.mjs";

const COUNT = 300;
const MOST = 256;
const LIMIT_MS = 30_000;
const WAIT_MS = 45_000;

/** R25: connections that say nothing, and more of one address than one may have. */
export const silentConnections = {
  id: "R25",
  tried:
    "300 connections of one address that say nothing, to HTTP and to RTSP; then 300 event sockets of one who has signed in",
  bar: "at most 256 stay open, all silent ones end within 30 s, the recorder answers others meanwhile; at most 256 sockets",
  async run(ground) {
    // Whoever asks whether it still answers comes from the same address, through a proxy that is trusted.
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const token = (await recorder.signIn()).value.id;
    const figures = [];
    let isHeld = true;
    for (const [name, port] of [
      ["HTTP", recorder.port],
      ["RTSP", recorder.rtspPort],
    ]) {
      const fromMs = performance.now();
      const silent = Array.from({ length: COUNT }, () => dial(port));
      ground.onEnd(() => silent.forEach(({ socket }) => socket.destroy()));
      await msUntil(() => silent.every(({ isSettled }) => isSettled()), 5000, { everyMs: 50 });
      await msUntil(() => silent.filter(({ isOpen }) => isOpen()).length <= MOST, 3000, { everyMs: 50 });
      const most = silent.filter(({ isOpen }) => isOpen()).length;
      const ended = await msUntil(() => !silent.some(({ isOpen }) => isOpen()), WAIT_MS, { fromMs, everyMs: 100 });
      figures.push(`${name}: ${most} open, ended after ${orNever(ended, WAIT_MS)}`);
      isHeld &&= most <= MOST && ended !== null && ended <= LIMIT_MS;
    }
    const sockets = Array.from({ length: COUNT }, () => eventSocket(recorder, token));
    ground.onEnd(() => sockets.forEach((socket) => socket.terminate()));
    await msUntil(() => sockets.every(({ readyState }) => readyState !== WebSocket.CONNECTING), WAIT_MS);
    const open = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    for (const socket of sockets) socket.terminate();
    const answers = await msUntil(() => recorder.isReady(), 5000);
    const figure = `${figures.join("; ")}; ${open} sockets; answers ${answers === null ? "not" : `after ${seconds(answers)}`} when they are gone`;
    return { figure, held: isHeld && open <= MOST && answers !== null };
  },
};

function dial(port) {
  const socket = connect(port, "127.0.0.1");
  let [isConnected, isClosed] = [false, false];
  // What is not read keeps a connection that the other side has ended.
  socket.resume();
  socket.on("connect", () => (isConnected = true));
  socket.on("error", () => undefined);
  socket.on("close", () => (isClosed = true));
  return { socket, isOpen: () => isConnected && !isClosed, isSettled: () => isConnected || isClosed };
}

function eventSocket(recorder, token) {
  const url = `${recorder.url.replace("http:", "ws:")}/service/events/socket`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  socket.on("error", () => undefined);
  return socket;
}
