import { createServer, type Server, type Socket } from "node:net";
import { hostname } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";

/** A service of this machine that no camera's address may reach, however it is spelled. */
let connections = 0;
let port = 0;
const canaries: Server[] = [];
const network = { allowed: ["203.0.113.0/24"], allowLoopback: false };

beforeAll(async () => {
  const listen = (host: string, at: number): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer((socket: Socket) => {
        connections += 1;
        socket.destroy();
      });
      server.once("error", () => resolve(at));
      server.listen(at, host, () => {
        canaries.push(server);
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : at);
      });
    });
  port = await listen("0.0.0.0", 0);
  await listen("::1", port);
});
afterAll(() => canaries.forEach((server) => server.close()));

const HOSTS = [
  ...["127.0.0.1", "127.1", "127.0.1", "127.0.0.01", "127.127.127.127", "127.0.0.1.", "0", "0.0.0.0", "00.0.0.0"],
  ...["2130706433", "0x7f000001", "0x7f.1", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.0x0.0.1", "0x7F000001"],
  ...["[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:0:127.0.0.1]"],
  ...["[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::127.0.0.1]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[::1%25lo]"],
  ...["localhost", "LOCALHOST", "localhost.", "ip6-localhost", hostname()],
  ...["１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1", "%31%32%37.0.0.1", "127.0.0.1%00.example", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ"],
  ...["169.254.169.254", "224.0.0.1", "239.255.255.250", "255.255.255.255", "240.0.0.1", "10.0.0.1", "192.168.0.1"],
  ...["203.0.113.9@127.0.0.1", "203.0.113.9%40127.0.0.1", "user:203.0.113.9@127.0.0.1", "203.0.113.9#@127.0.0.1"],
  ...["127.0.0.1#203.0.113.9", "127.0.0.1?203.0.113.9", "127.0.0.1\\@203.0.113.9", "203.0.113.9\\@127.0.0.1"],
];
const shapes: ((host: string) => string)[] = [
  (host) => `rtsp://${host}:${port}/live`,
  (host) => `rtsps://${host}:${port}/live`,
  (host) => `http://${host}:${port}/onvif/device_service`,
  (host) => `HTTP://${host}:0${port}/`,
  (host) => `http:\\\\${host}:${port}\\onvif`,
];

it("no spelling of a forbidden address reaches a service of this machine", { timeout: 120_000 }, async () => {
  const uris = HOSTS.flatMap((host) => shapes.map((shape) => shape(host)));
  uris.push(
    ...["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/", "data:,x", "unix:/run/x.sock", "//127.0.0.1"],
  );
  expect(uris.length).toBeGreaterThan(200);
  for (const url of uris) {
    const target = { url, username: "", password: "", transport: "tcp" as const, network };
    const answer = /^rtsp/i.test(url)
      ? await probeStream(target, { ...defaultTiming, stallMs: 2000 })
      : await readOnvifCamera(url, "", "", network);
    expect(answer.ok, url).toBe(false);
  }
  expect(connections).toBe(0);
});
