import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { segmentsOf } from "../../ground/archives.mjs";
import { megabytes, rssOf, watchMemory } from "../../ground/memory.mjs";
import { msUntil, seconds } from "../../ground/waiting.mjs";

const GROWTH_LIMIT_BYTES = 300 * 1024 * 1024;
const HOLE_LIMIT_MS = 500;
const ANSWER_LIMIT_MS = 1000;
const EACH_MS = 8000;
const GIGABYTE = 2 ** 30;
const CHUNK = Buffer.alloc(256 * 1024, 0x41);

/** A15: a camera that was added in good faith lies later; it must not hurt the recording of others. */
export const lyingCameras = {
  id: "A15",
  tried:
    "cameras that first send pictures and later lie: endless and gigabyte pictures, pictures that say 65,500 x 65,500, thousands of empty parts, drops of bytes, redirects, rubbish; and as ONVIF devices 1 GB of XML and drops of bytes",
  bar: "memory grows by less than 300 MB, no hole of more than 0.5 s in the others, the API answers in 1 s, no process ends",
  async run(ground) {
    const port = await ground.cameras(1);
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const [good] = await recorder.addCameras(port, 1);
    const jpeg = await picture(recorder, good);
    const liar = await openLiar(ground, jpeg);
    const connection = { uri: `http://127.0.0.1:${liar.port}/mjpeg`, username: "", password: "" };
    const body = { driver: "Generic RTSP", name: "liar", connection };
    const added = await recorder.must("POST", "/service/cameras", { body });
    const stream = added.primaryStream.id;
    const isRunning = async () =>
      (await recorder.must("GET", `/service/streams/${stream}/status`)).streamState === "running";
    await msUntil(() => isRunning().catch(() => false), 15_000, { everyMs: 100 });
    await pause(ground.size(3000, 500));
    const before = recorder.children();
    const fromMs = Date.now();
    const memory = watchMemory(() => [recorder.pid, ...recorder.children().values()]);
    const startBytes = [recorder.pid, ...before.values()].reduce((sum, pid) => sum + rssOf(pid), 0);
    let slowest = 0;
    for (const lie of Object.keys(liar.lies)) {
      liar.tell(lie);
      // The recorder calls such a camera less and less often: somebody asks it to try again.
      await recorder.ask("PATCH", `/service/cameras/${added.id}/streams/${stream}/restart`);
      const endMs = performance.now() + ground.size(EACH_MS, 1500);
      while (performance.now() < endMs) {
        const askedMs = performance.now();
        await recorder.must("GET", "/service/cameras");
        slowest = Math.max(slowest, performance.now() - askedMs);
        // Its pictures are decoded for whoever asks.
        await Promise.race([recorder.ask("GET", `/service/streams/${stream}/frame`).catch(() => null), pause(500)]);
      }
      ground.say(`${lie}: ${megabytes(memory.most() - startBytes)}`);
    }
    const registered = await asDevices(recorder, liar);
    memory.end();
    const growth = memory.most() - startBytes;
    const [all] = await segmentsOf(recorder, [good]);
    const hole = Math.max(0, ...all.slice(1).map(({ start }, at) => (start > fromMs ? start - all[at].end : 0)));
    const isSame = ["media", "analysis"].every((name) => recorder.children().get(name) === before.get(name));
    const unheard = Object.keys(liar.lies).filter((lie) => !liar.heard.has(lie));
    for (const lie of unheard) ground.say(`nobody has listened to ${lie}`);
    const figure = `${liar.heard.size + 3} lies: memory +${megabytes(growth)}, longest hole of the other ${seconds(hole)}, answers in ${seconds(slowest)}, ${registered} lying devices added, ${isSame ? "no process ended" : "a process ended"}`;
    const isHeld = growth <= GROWTH_LIMIT_BYTES && hole <= HOLE_LIMIT_MS && slowest <= ANSWER_LIMIT_MS;
    return { figure, held: isHeld && isSame && registered === 0 && unheard.length === 0 };
  },
};

/** How many devices that lie were added as cameras. */
async function asDevices(recorder, liar) {
  const paths = ["/onvif/endless", "/onvif/drops", "/onvif/redirect"];
  const answers = await Promise.all(
    paths.map((path) => {
      const connection = { uri: `http://127.0.0.1:${liar.port}${path}`, username: "a", password: "b" };
      const body = { driver: "ONVIF", connection };
      return recorder.ask("POST", "/service/cameras", { body, limitMs: 60_000 }).catch(() => ({ status: 0 }));
    }),
  );
  return answers.filter(({ status }) => status >= 200 && status < 300).length;
}

async function picture(recorder, stream) {
  const token = (await recorder.signIn()).value.id;
  const headers = { authorization: `Bearer ${token}` };
  const ask = () => fetch(`${recorder.url}/service/streams/${stream}/frame`, { headers });
  let response = await ask();
  for (let left = 20; left > 0 && response.status !== 200; left -= 1) {
    await pause(500);
    response = await ask();
  }
  return Buffer.from(await response.arrayBuffer());
}

/** The size in its header is a lie; what follows is a small picture. */
function gigantic(jpeg) {
  const bent = Buffer.from(jpeg);
  for (const marker of [0xc0, 0xc1, 0xc2])
    for (
      let at = bent.indexOf(Buffer.from([0xff, marker]));
      at >= 0;
      at = bent.indexOf(Buffer.from([0xff, marker]), at + 2)
    ) {
      bent.writeUInt16BE(65_500, at + 5);
      bent.writeUInt16BE(65_500, at + 7);
    }
  return bent;
}

async function openLiar(ground, jpeg) {
  const part = (bytes, type = "image/jpeg") =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ]);
  const every = (response, ms, next) => {
    const timer = setInterval(() => response.write(next()), ms);
    response.on("close", () => clearInterval(timer));
  };
  const flood = (response, most = Number.POSITIVE_INFINITY) => {
    let sent = 0;
    const more = () => {
      while (sent < most && !response.destroyed) {
        sent += CHUNK.length;
        if (!response.write(CHUNK)) return void response.once("drain", more);
      }
    };
    more();
  };
  const lies = {
    "a picture without an end": (response) => {
      response.write("--b\r\nContent-Type: image/jpeg\r\n\r\n\u{ff}\u{d8}");
      flood(response);
    },
    "a picture of a gigabyte": (response) => {
      response.write(`--b\r\nContent-Type: image/jpeg\r\nContent-Length: ${GIGABYTE}\r\n\r\n`);
      flood(response, GIGABYTE);
    },
    "pictures that say 65,500 x 65,500": (response) => every(response, 66, () => part(gigantic(jpeg))),
    "thousands of empty parts": (response) =>
      every(response, 1, () => Buffer.concat(Array.from({ length: 20 }, () => part(Buffer.alloc(0))))),
    "endless headers": (response) => {
      response.write("--b\r\nX: ");
      flood(response);
    },
    "drops of bytes": (response) => every(response, 200, () => "x"),
    "rubbish as pictures": (response) => every(response, 20, () => part(CHUNK.subarray(0, 50_000))),
    "cut pictures": (response) => every(response, 66, () => part(jpeg.subarray(0, jpeg.length >> 1))),
    "another kind of content": (response) =>
      every(response, 66, () => part(Buffer.from("<html>".repeat(1000)), "text/html")),
    "a redirect to the metadata of a cloud": (response) =>
      response.writeHead(302, { location: "http://169.254.169.254/latest" }).end(),
  };
  let told = null;
  const open = new Set();
  const heard = new Set();
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    if (request.url === "/onvif/endless")
      return flood(response.writeHead(200, { "content-type": "application/soap+xml" }), GIGABYTE);
    if (request.url === "/onvif/drops") return every(response.writeHead(200), 300, () => "<");
    if (request.url === "/onvif/redirect")
      return response.writeHead(307, { location: "http://169.254.169.254/" }).end();
    if (told !== null) heard.add(told);
    open.add(response);
    response.on("close", () => open.delete(response));
    if (told !== null && /redirect/.test(told)) return lies[told](response);
    response.writeHead(200, { "content-type": "multipart/x-mixed-replace; boundary=b" });
    if (told === null) every(response, 66, () => part(jpeg));
    else lies[told](response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  ground.onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: server.address().port,
    lies,
    /** those that the recorder has listened to */
    heard,
    tell: (lie) => {
      told = lie;
      for (const response of open) response.destroy();
    },
  };
}
