import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { Trouble } from "#recorder/net/trouble.ts";
import { type CameraSource, openSource } from "#recorder/ingest/sources/camera-source.ts";
import type { Pace } from "#recorder/ingest/pace.ts";
import type { RtspTarget } from "#recorder/ingest/sources/line/rtsp-dial.ts";
import { type RtpPacket, writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { PPS, SPS_640X360 } from "./test-source.ts";

export interface Asked {
  readonly method: string;
  readonly url: string;
  /** names in lower case */
  readonly headers: ReadonlyMap<string, string>;
  /** how many requests of this method came before on this connection */
  readonly before: number;
}

/** What a scripted camera says and sends; what is left out it does as every camera does. */
export interface CameraScript {
  /** the description's media sections */
  readonly media?: readonly string[];
  /** more headers of the answer to DESCRIBE, in place of Content-Base */
  readonly described?: (url: string) => string;
  /** in place of the usual answer; null = none */
  readonly answer?: (asked: Asked, usual: string, url: string) => string | null;
  /** Writes the answer to DESCRIBE by itself, where `answer` gives none. */
  readonly describe?: (socket: Socket, usual: string) => void;
  /** ends the connection behind its answer */
  readonly hangsUp?: (asked: Asked) => boolean;
  /** Called when it plays. */
  readonly play?: (line: PlayedLine) => void;
}

const VIDEO = [
  "m=video 0 RTP/AVP 96",
  "a=rtpmap:96 H264/90000",
  `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${[SPS_640X360, PPS].map((set) => set.toString("base64")).join(",")}`,
  "a=control:trackID=0",
];

/** The interleaved connection of a camera that plays. */
export class PlayedLine {
  readonly socket: Socket;
  #sequence = 1000;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** One packet, framed; not sent. */
  packet(payload: Buffer, timestamp: number, marker: boolean, more: Partial<RtpPacket> & { channel?: number } = {}) {
    const { channel = 0, ...rest } = more;
    const packet = writeRtp({
      payloadType: 96,
      marker,
      sequence: rest.sequence ?? this.#sequence++,
      timestamp,
      ssrc: 0x11223344,
      payload,
      ...rest,
    });
    return Buffer.concat([Buffer.from([0x24, channel, packet.length >> 8, packet.length & 255]), packet]);
  }

  /** A picture of NAL units, one packet each, the marker on the last one. */
  picture(nals: readonly Buffer[], timestamp: number, more: Partial<RtpPacket> = {}): Buffer {
    return Buffer.concat(nals.map((nal, i) => this.packet(nal, timestamp, i === nals.length - 1, more)));
  }

  write(bytes: Buffer | string): void {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  /** Calls it with 0, 1, 2 … every `everyMs`, the first time at once, until the connection ends. */
  every(everyMs: number, act: (i: number) => void): void {
    let i = 0;
    act(i++);
    const timer = setInterval(() => act(i++), everyMs);
    this.socket.once("close", () => clearInterval(timer));
  }
}

/** A slice that says whether it is the first of its picture, filled up so that it contains no start code. */
export const slice = (key: boolean, isFirst = true, bytes = 40): Buffer =>
  Buffer.from([key ? 0x65 : 0x41, isFirst ? 0x88 : 0x42, ...Array.from({ length: bytes }, () => 0x55)]);

export const keyNals = (): Buffer[] => [SPS_640X360, PPS, slice(true)];

/** A camera on a port of its own that follows a script. Close it. */
export class ScriptedCamera {
  readonly asked: Asked[] = [];
  connections = 0;
  readonly #script: CameraScript;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(script: CameraScript) {
    this.#script = script;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async open(script: CameraScript): Promise<ScriptedCamera> {
    const camera = new ScriptedCamera(script);
    camera.#server.listen(0, "127.0.0.1");
    await once(camera.#server, "listening");
    return camera;
  }

  get url(): string {
    const address = this.#server.address();
    return `rtsp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/live`;
  }

  /** Its requests, as "METHOD url" with the address of the camera left out. */
  get said(): string[] {
    const root = this.url.replace(/\/live$/, "");
    return this.asked.map(({ method, url }) => `${method} ${url.replace(root, "")}`);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    const counts = new Map<string, number>();
    let setups = 0;
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        // Receiver reports may stand before a request.
        const lines = text.slice(0, end).split("\r\n");
        text = text.slice(end + 4);
        const [, method = "", url = ""] = /([A-Z_]+) (\S+) RTSP/.exec(lines[0] ?? "") ?? [];
        const before = counts.get(method) ?? 0;
        counts.set(method, before + 1);
        const asked = { method, url, headers: headersOf(lines.slice(1)), before };
        this.asked.push(asked);
        const usual = this.#usual(asked, setups * 2);
        const answer = this.#script.answer ? this.#script.answer(asked, usual, this.url) : usual;
        const isGood = answer !== null && /^\s*(?:RTSP\/\d\.\d 100[^]*?\r\n\r\n)?RTSP\/[\d.]+\s+2/i.test(answer);
        if (answer !== null) socket.write(answer);
        if (answer === null && method === "DESCRIBE") this.#script.describe?.(socket, usual);
        if (this.#script.hangsUp?.(asked)) socket.end();
        if (method === "SETUP" && isGood) setups += 1;
        if (method === "PLAY" && isGood) this.#script.play?.(new PlayedLine(socket));
      }
    });
  }

  #usual({ method, headers }: Asked, channel: number): string {
    const ok = (head: string, body = ""): string =>
      `RTSP/1.0 200 OK\r\nCSeq: ${headers.get("cseq") ?? "0"}\r\n${head}\r\n${body}`;
    if (method === "OPTIONS") return ok("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER\r\n");
    if (method === "DESCRIBE") {
      const body = ["v=0", "s=scripted", "t=0 0", ...(this.#script.media ?? VIDEO), ""].join("\r\n");
      const head = this.#script.described?.(this.url) ?? `Content-Base: ${this.url}/\r\n`;
      return ok(`${head}Content-Type: application/sdp\r\nContent-Length: ${body.length}\r\n`, body);
    }
    if (method !== "SETUP") return ok("Session: 4711\r\n");
    const transport = `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`;
    return ok(`Session: 4711;timeout=60\r\nTransport: ${transport}\r\n`);
  }
}

const headersOf = (lines: readonly string[]): Map<string, string> =>
  new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );

/** Opens a camera's stream and keeps everything that comes of it. Close it. */
class Viewing {
  readonly units: AccessUnit[] = [];
  readonly sounds: AudioUnit[] = [];
  readonly notes: Failure[] = [];
  readonly sizes: string[] = [];
  ended: Trouble | null = null;
  client: CameraSource | null = null;

  static async open(url: string, more: Partial<RtspTarget> & { stallMs?: number; pace?: Pace } = {}): Promise<Viewing> {
    const viewing = new Viewing();
    const { stallMs = 2000, pace, ...target } = more;
    viewing.client = await openSource(
      { url, username: "", password: "", transport: "tcp", ...target },
      {
        config: ({ info }) => viewing.sizes.push(`${info.codec} ${info.width}x${info.height}`),
        video: (unit) => viewing.units.push(unit),
        audio: (unit) => viewing.sounds.push(unit),
        jumped: () => undefined,
        received: () => undefined,
        note: (note) => viewing.notes.push(note),
        ended: (trouble) => (viewing.ended = trouble),
      },
      { stallMs },
      new AbortController().signal,
      pace,
    );
    return viewing;
  }

  get codes(): string[] {
    return this.notes.map(({ code }) => code);
  }

  close(): void {
    this.client?.close();
  }
}

/** Whatever a test opened, closed after it. */
export function closing(afterEach: (act: () => Promise<void>) => void) {
  const open: { close(): void | Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  return {
    camera: async (script: CameraScript): Promise<ScriptedCamera> => {
      const camera = await ScriptedCamera.open(script);
      open.push(camera);
      return camera;
    },
    view: async (url: string, more: Parameters<typeof Viewing.open>[1] = {}): Promise<Viewing> => {
      const viewing = await Viewing.open(url, more);
      open.push(viewing);
      return viewing;
    },
    later: (one: { close(): void | Promise<void> }): void => void open.push(one),
  };
}
