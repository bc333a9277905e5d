import { type RtspMessage, RtspWireParser } from "#recorder/rtp/rtsp-wire.ts";
import type { RtspTrace } from "./sources/line/rtsp-dial.ts";

interface CaptureOptions {
  /** left out wherever they stand */
  readonly secrets: readonly string[];
  /** payloads are kept whole: whoever has the file sees the pictures and hears the sound */
  readonly hasPictures: boolean;
}

const LEFT_OUT = "(left out)";
/** A shorter name or password is left out where a parameter says that it is one, and stays elsewhere. */
const SHORTEST_SECRET = 3;
/** Of a payload: the type of its unit and whether it begins one. */
const PAYLOAD_HEAD_BYTES = 4;
/** Of RTCP: a sender report, without the names behind it. */
const RTCP_HEAD_BYTES = 28;
const STRAY_HEAD_BYTES = 16;
const RTP_BYTES = 12;

/** Writes down what goes over a control connection, one JSON object for each line, without what nobody else may know. */
export class CaptureLines implements RtspTrace {
  readonly #write: (line: string) => void;
  readonly #options: CaptureOptions;
  readonly #nowMs: () => number;
  #parser: RtspWireParser;
  /** what came and was not written down yet */
  #raw: Buffer = Buffer.alloc(0);
  #isUnread = false;

  constructor(write: (line: string) => void, options: CaptureOptions, nowMs: () => number) {
    this.#write = write;
    this.#options = options;
    this.#nowMs = nowMs;
    this.#parser = this.#newParser();
  }

  opened(): void {
    this.#parser = this.#newParser();
    this.#raw = Buffer.alloc(0);
    this.#isUnread = false;
    this.add({ connection: "opened" });
  }

  sent(text: string): void {
    this.add({ sent: withoutSecrets(text, this.#options.secrets) });
  }

  came(chunk: Buffer): void {
    this.#raw = this.#raw.length === 0 ? chunk : Buffer.concat([this.#raw, chunk]);
    if (this.#isUnread) return this.#unread();
    try {
      this.#parser.feed(chunk);
    } catch {
      this.#isUnread = true;
      this.#unread();
    }
  }

  /** A line of its own, with the time. */
  add(line: Readonly<Record<string, unknown>>): void {
    this.#write(JSON.stringify({ atMs: Math.round(this.#nowMs() * 10) / 10, ...line }));
  }

  #newParser(): RtspWireParser {
    return new RtspWireParser({
      message: (message) => this.#message(message),
      packet: (channel, packet) => this.#packet(channel, packet),
      strayed: (bytes) => this.#stray("stray", bytes),
    });
  }

  /** As it came: cameras differ in line ends and spelling, which the parser does not keep. */
  #message({ startLine, body }: RtspMessage): void {
    const from = Math.max(0, this.#raw.indexOf(startLine, 0, "latin1"));
    const text = this.#raw.toString("latin1", from);
    const head = /\r?\n\r?\n/.exec(text);
    const end = head ? head.index + head[0].length + Buffer.byteLength(body) : text.length;
    this.#raw = this.#raw.subarray(from + end);
    this.add({ came: withoutSecrets(text.slice(0, end), this.#options.secrets) });
  }

  #packet(channel: number, packet: Buffer): void {
    const start = this.#raw.indexOf(0x24);
    this.#raw = this.#raw.subarray(Math.max(0, start) + 4 + packet.length);
    const headBytes = Math.min(packet.length, headLength(packet));
    const payload = packet.subarray(headBytes);
    this.add({
      channel,
      bytes: packet.length,
      head: packet.toString("hex", 0, headBytes),
      ...(this.#options.hasPictures
        ? { payload: payload.toString("base64") }
        : { payloadHead: isControl(packet) ? "" : payload.toString("hex", 0, PAYLOAD_HEAD_BYTES) }),
    });
  }

  #unread(): void {
    this.#stray("unread", this.#raw.length);
  }

  #stray(kind: "stray" | "unread", bytes: number): void {
    const shown = this.#options.hasPictures ? bytes : Math.min(bytes, STRAY_HEAD_BYTES);
    this.add({ [kind]: bytes, head: this.#raw.toString("hex", 0, shown) });
    this.#raw = this.#raw.subarray(bytes);
  }
}

const isControl = (packet: Buffer): boolean => {
  const type = packet[1] ?? 0;
  return type >= 192 && type <= 223;
};

/** Bytes of a packet's head: RTP with its list of sources and its extension, or the first of RTCP. */
function headLength(packet: Buffer): number {
  if (isControl(packet)) return RTCP_HEAD_BYTES;
  const first = packet[0] ?? 0;
  const fixed = RTP_BYTES + 4 * (first & 15);
  if (!(first & 0x10) || packet.length < fixed + 4) return fixed;
  return fixed + 4 + 4 * packet.readUInt16BE(fixed + 2);
}

const SIGNED = /^((?:proxy-)?authorization:[ \t]*[^\s,]*)[^\r\n]*/gim;
const USERINFO = /((?:rtsps?|https?):\/\/)[^\s/@"]*@/gi;
const NAMED = /(?<![a-z])((?:user(?:name)?|usr|pass(?:word|wd)?|pwd|token|auth)["']?[=:])[^\s&;,?"]+/gi;

/** A message without name and password, however they are written in it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(
    secrets.filter(({ length }) => length >= SHORTEST_SECRET).flatMap((one) => [one, encodeURIComponent(one)]),
  );
  let clean = text
    .replace(SIGNED, `$1 ${LEFT_OUT}`)
    .replace(USERINFO, `$1${LEFT_OUT}@`)
    .replace(NAMED, `$1${LEFT_OUT}`);
  for (const form of [...forms].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(form, LEFT_OUT);
  return clean;
}
