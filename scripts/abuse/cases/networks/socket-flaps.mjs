import { WebSocket } from "ws";
import { msUntil, orNever, seconds } from "../../ground/waiting.mjs";

const AT_ONCE = 20;
const NEWS_LIMIT_MS = 1000;
const WAIT_MS = 30_000;

/** R9: sockets that are cut again and again without a goodbye leave nothing behind, and the next one hears all. */
export const socketFlaps = {
  id: "R9",
  tried: "event sockets cut without a goodbye, 20 at a time; after each 20 a change is made",
  bar: "each new socket hears the change within 1.0 s, none is left over at the end",
  isQuick: true,
  async run(ground) {
    const rounds = ground.size(50, 3);
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const token = (await recorder.signIn()).value.id;
    const { id } = await recorder.must("POST", "/service/stages", { body: { name: "one" } });
    let slowest = 0;
    let deaf = 0;
    for (let round = 0; round < rounds; round += 1) {
      const sockets = await Promise.all(Array.from({ length: AT_ONCE }, () => opened(recorder, token)));
      const fromMs = performance.now();
      await recorder.must("PATCH", `/service/stages/${id}`, { body: { name: `name ${round}` } });
      const heard = () => sockets.every(({ types }) => types.some((type) => type.startsWith("layout")));
      const ms = await msUntil(heard, WAIT_MS, { fromMs, everyMs: 5 });
      if (ms === null) deaf += 1;
      slowest = Math.max(slowest, ms ?? WAIT_MS);
      for (const { socket } of sockets) socket.terminate();
    }
    const gone = await msUntil(async () => (await openSockets(recorder)) === 0, WAIT_MS, { everyMs: 100 });
    const figure = `${rounds * AT_ONCE} cut: news after ${seconds(slowest)} at most, ${deaf} deaf rounds, none left after ${orNever(gone, WAIT_MS)}`;
    return { figure, held: deaf === 0 && slowest <= NEWS_LIMIT_MS && gone !== null };
  },
};

function opened(recorder, token) {
  const url = `${recorder.url.replace("http:", "ws:")}/service/events/socket`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  const types = [];
  socket.on("message", (data) => types.push(JSON.parse(new TextDecoder().decode(data)).type));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => resolve({ socket, types }));
  });
}

async function openSockets(recorder) {
  const { text } = await recorder.ask("GET", "/metrics");
  return Number(/^proscenium_event_sockets (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
