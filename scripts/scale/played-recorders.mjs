/**
 * Many recorders played by one process, for a fleet that no machine here could run: each has its own path below one address, its own
 * id and key, its cameras' states and its event socket. They answer what an aggregator asks of a recorder, and say how often it did.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const SCOPE = ["live", "playback", "export", "ptz", "stats", "config"];

class PlayedRecorder {
  id = randomUUID();
  issuer = null;
  /** as if it were switched off */
  isAway = false;
  sockets = new Set();
  /** of the list of its cameras; a camera's own is the value at its last change */
  version = 1;

  /** when it had others last */
  listVersion = 1;

  constructor(number, cameras) {
    this.name = `Site ${String(number).padStart(3, "0")}`;
    this.cameras = this.make(cameras);
  }

  make(count) {
    return Array.from({ length: count }, (_none, at) => ({
      id: randomUUID(),
      streamIds: [randomUUID(), randomUUID()],
      name: `${this.name} camera ${at + 1}`,
      state: "running",
      version: this.version,
    }));
  }

  /** All its cameras are others from now on, of the same names. The function that it returns tells of each. */
  replaceAll() {
    const before = this.cameras;
    this.version += 1;
    this.listVersion = this.version;
    this.cameras = this.make(before.length);
    const after = this.cameras;
    return () => {
      for (const { id } of before) this.tell({ type: "camera-removed", resource: "cameras", id });
      for (const { id } of after) this.tell({ type: "camera-added", resource: "cameras", id });
    };
  }

  tell(message) {
    const text = JSON.stringify({ ...message, orchidId: "1" });
    for (const socket of this.sockets) socket.send(text);
  }

  /** Changes the state of a camera and tells it; returns the id of its primary stream. */
  blink(at) {
    const camera = this.cameras[at % this.cameras.length];
    camera.state = camera.state === "running" ? "restarting" : "running";
    this.version += 1;
    camera.version = this.version;
    const [id] = camera.streamIds;
    this.tell({ type: "stream-status", resource: "streams", id, streamState: camera.state });
    return id;
  }

  /** Answers nothing from now on. */
  leave() {
    this.isAway = true;
    for (const socket of this.sockets) socket.terminate();
  }

  /** `since`: the version that the asker has, "" = none. */
  list(since) {
    const known = Number(since.split(".")[1] ?? 0);
    const isPart = since.startsWith(`${this.id}.`) && known > 0;
    const ids = this.listVersion > known ? { ids: this.cameras.map(({ id }) => id) } : {};
    return {
      href: "/service/cameras",
      version: `${this.id}.${this.version}`,
      ...(isPart ? { since, ...ids } : {}),
      cameras: this.cameras.filter((one) => !isPart || one.version > known).map(wireCamera),
    };
  }
}

function wireStream(id, name, state) {
  const nowMs = Date.now();
  return {
    id,
    href: `/service/streams/${id}`,
    name,
    rtsp: `rtsp://127.0.0.1:554/${id}`,
    configuration: {
      General: { path: "/stream" },
      Video: { Codec: "H264", Resolution: "1920x1080", FrameRate: 15, BitRate: 4096, GovLength: 30 },
    },
    recordingConfiguration: { mode: "ALL_FEATURES_MODE", motionReducer: false, filesplit: { motionMode: 0 } },
    status: {
      id,
      streamState: state,
      retryCount: 0,
      lastArchiveWritten: nowMs,
      timestamp: nowMs,
      streamStatistics: [
        {
          windowSizeSeconds: 60,
          video: { averageBitsPerSecond: 4e6, averageFramesPerSecond: 15, packetsLost: 0, packetsReceived: 4e5 },
        },
      ],
      video: { codec: "H264", codecString: "avc1.640028", width: 1920, height: 1080, framesPerSecond: 15 },
      audio: null,
    },
  };
}

function wireCamera({ id, name, streamIds: [main, small], state }) {
  const primary = wireStream(main, "Main", state);
  return {
    id,
    href: `/service/cameras/${id}`,
    name,
    active: true,
    configured: true,
    driver: "ONVIF",
    displayModel: "Played P-1",
    retention: 0,
    configuration: { Manufacturer: "Played", Model: "P-1", IPAddress: "127.0.0.1", BaseUri: "http://127.0.0.1/onvif" },
    connectionUri: "http://127.0.0.1/onvif/device_service",
    capabilities: { camera: {}, stream: {} },
    features: {},
    primaryStream: primary,
    streams: [primary, wireStream(small, "Small", state)],
    permissions: { actions: { live: true, playback: true, ptz: false, export: true } },
    lastStreamState: state,
    server: { id: "1", href: "/service/servers/1" },
  };
}

/** Of a token the name only: who may ask is no question here. */
const nameIn = (authorization) => {
  const [, payload = ""] = (authorization ?? "").split(".");
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")).name ?? "";
  } catch {
    return "";
  }
};

function answerOf(recorder, method, path, query, body, authorization) {
  switch (path) {
    case "/service/about":
      return { edition: "standalone", version: "8.0.0", name: recorder.name };
    case "/service/time":
      return String(Date.now());
    case "/service/sessions/user":
    case "/service/sessions/me": {
      if (method === "DELETE") return {};
      const isNobody = nameIn(authorization) === "nobody";
      const scope = { baseScope: isNobody ? [] : SCOPE, cameraScopes: [] };
      return { id: "played", name: "admin", role: "Administrator", scope, expiresIn: 600, userId: "1" };
    }
    case "/service/discoverable/orchids/1":
      return { id: "1", uuid: recorder.id, name: recorder.name };
    case "/service/trusted/issuer":
      if (method === "POST") recorder.issuer = { id: body.id, description: body.description, uri: body.uri };
      return recorder.issuer;
    case "/service/servers":
      return {
        servers: [{ id: "1", uuid: recorder.id, name: recorder.name, version: "8.0.0", exportFormats: ["mkv"] }],
      };
    case "/service/license-session":
      return { state: { status: "normal" }, license: { edition: "unlimited" } };
    case "/service/cameras":
      return recorder.list(query.get("since") ?? "");
    default:
      return null;
  }
}

const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString("utf8"));
};

/** Starts them; `counts`: calls and bytes of answers since the last `startAnew`. */
export async function playRecorders(recorders, cameras) {
  const all = Array.from({ length: recorders }, (_none, at) => new PlayedRecorder(at + 1, cameras));
  const counts = { calls: 0, bytes: 0, wholeLists: 0 };
  const placeOf = (address) => {
    const url = new URL(address, "http://played");
    const [, number = "", path = ""] = /^\/r(\d+)(\/.*)$/.exec(url.pathname) ?? [];
    return { recorder: all[Number(number)], path, query: url.searchParams };
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { recorder, path, query } = placeOf(request.url);
      if (recorder?.isAway) return request.socket.destroy();
      const { method, headers } = request;
      const answer = recorder ? answerOf(recorder, method, path, query, body, headers.authorization) : null;
      const isText = typeof answer === "string";
      const text = isText ? answer : JSON.stringify(answer ?? { code: "not-found", reason: "no such path" });
      counts.calls += 1;
      counts.bytes += text.length;
      if (path === "/service/cameras" && answer.since === undefined) counts.wholeLists += 1;
      response.writeHead(answer === null ? 404 : 200, { "content-type": isText ? "text/plain" : "application/json" });
      response.end(text);
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    const { recorder } = placeOf(request.url);
    if (!recorder || recorder.isAway) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (opened) => {
      recorder.sockets.add(opened);
      opened.on("close", () => recorder.sockets.delete(opened));
      opened.send(JSON.stringify({ type: "server-session-id", resource: "servers", id: recorder.id, orchidId: "1" }));
    });
  });
  const pings = setInterval(() => {
    for (const socket of sockets.clients) socket.ping();
  }, 20_000);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    all,
    counts,
    startAnew: () => Object.assign(counts, { calls: 0, bytes: 0, wholeLists: 0 }),
    urlOf: (at) => `http://127.0.0.1:${server.address().port}/r${at}`,
    close: () => {
      clearInterval(pings);
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}
