import { once } from "node:events";
import { WebSocket } from "ws";
import {
  MEDIA_HEADER_BYTES,
  MEDIA_SUBPROTOCOL,
  type MediaCommand,
  MediaFlag,
  type MediaHeader,
  MediaKind,
  type MediaNotice,
  mediaNotice,
  readMediaHeader,
} from "#protocol/media-socket.ts";
import { VIEWER_SESSION_HEADER } from "#recorder/ipc/process-environment.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import { nalsOf, parameterSetsOf } from "#recorder/formats/codec-config.ts";
import { eventually } from "#test/support/eventually.ts";

interface Message extends MediaHeader {
  readonly payload: Buffer;
  /** the ms of this process at which it arrived */
  readonly atMs: number;
}

/** A viewer on a real websocket that keeps everything that it receives. */
export class Viewer {
  readonly notices: MediaNotice[] = [];
  readonly messages: Message[] = [];
  readonly socket: WebSocket;
  readonly sessionId: string;
  closed: number | null = null;

  constructor(path: string, sessionId: string, protocol: string | string[] = MEDIA_SUBPROTOCOL) {
    this.sessionId = sessionId;
    this.socket = new WebSocket(`ws+unix:${path}:/x`, protocol, { headers: { [VIEWER_SESSION_HEADER]: sessionId } });
    this.socket.on("error", () => {});
    this.socket.on("close", (code) => (this.closed = code));
    this.socket.on("message", (data: Buffer, binary) => {
      if (!binary) {
        this.notices.push(mediaNotice.parse(JSON.parse(data.toString("utf8"))));
        return;
      }
      const header = readMediaHeader(new Uint8Array(data).buffer);
      if (!header.ok) throw new Error(header.error.code);
      this.messages.push({ ...header.value, payload: data.subarray(MEDIA_HEADER_BYTES), atMs: performance.now() });
    });
  }

  opened(): Promise<void> {
    return eventually(() => this.socket.readyState === WebSocket.OPEN, "open socket");
  }
  /** Resolves once everything on its way has arrived: the answer to a ping follows it on the socket. */
  async drained(): Promise<void> {
    const answered = once(this.socket, "pong");
    this.socket.ping();
    await answered;
  }
  send(command: MediaCommand): void {
    this.socket.send(JSON.stringify(command));
  }
  play(generation: number, more: Partial<Extract<MediaCommand, { op: "play" }>> = {}): void {
    this.send({ op: "play", generation, time: 0, rate: 1, paused: false, height: 0, ...more });
  }
  /** the pictures of a generation */
  pictures(generation: number): Message[] {
    return this.messages.filter(
      (one) =>
        one.generation === generation &&
        (one.kind === MediaKind.video || one.kind === MediaKind.jpeg) &&
        one.payload.length > 0,
    );
  }
  shown(generation: number): Message[] {
    return this.pictures(generation).filter((one) => (one.flags & MediaFlag.pre) === 0);
  }
  states(generation: number): string[] {
    return this.notices.flatMap((one) => (one.type === "state" && one.generation === generation ? [one.state] : []));
  }
  /** whether a play or step was refused for lack of rights */
  denied(generation: number): boolean {
    return this.notices.some(
      (one) => one.type === "error" && one.generation === generation && one.code === "access/denied",
    );
  }
  gaps(generation: number): { from: number; to: number }[] {
    return this.notices.flatMap((one) =>
      one.type === "gap" && one.generation === generation ? [{ from: one.from, to: one.to }] : [],
    );
  }
  /** Annex B of every picture of a generation, as a decoder receives it after unpacking fMP4 */
  coded(generation: number): Buffer[] {
    const config = this.notices.find((one) => one.type === "config" && one.generation === generation);
    if (config?.type !== "config") throw new Error("no config");
    const sets = parameterSetsOf("h264", Buffer.from(config.description, "base64"));
    return this.pictures(generation).map(({ payload, flags }) => {
      const nals = nalsOf(payload.subarray(payload.indexOf("mdat") + 4));
      return annexB((flags & MediaFlag.key) !== 0 ? [...sets, ...nals] : nals);
    });
  }
}
