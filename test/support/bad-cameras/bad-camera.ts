import { aacPayload, h264Payloads, h265Payloads } from "#recorder/rtp/payloads/rtp-packetizer.ts";
import { type Asked, type PlayedLine, ScriptedCamera } from "../scripted-camera.ts";
import { UdpWay } from "./udp-way.ts";
import { CodedPictures, type CodedPicture, type PictureKind } from "./coded-pictures.ts";

/** What a camera does that none should. Times are ms since it began, numbers count its pictures. */
export interface Badness {
  readonly name: string;
  readonly pictures: PictureKind;
  /** what its clock shows for picture `number`, taken at `takenMs` */
  readonly clockMs?: (takenMs: number, number: number) => number;
  /** when a picture leaves that is ready at `readyMs`; order is kept */
  readonly leavesMs?: (readyMs: number, number: number) => number;
  /** bytes before packet `packet` that belong to nothing */
  readonly stray?: (packet: number) => Buffer | null;
  /** each slice says that it is the last of its picture */
  readonly isEachSliceMarked?: boolean;
  /** AAC of 16 kHz that its packets count in this rate */
  readonly soundCountedHz?: number;
  /** It sends by UDP where it is asked to, and the last two packets of every tenth picture in the wrong order. */
  readonly isUdp?: boolean;
  /** The connection is closed so often. */
  readonly closesEveryMs?: number;
}

const PICTURES_PER_SECOND = 15;
export const PICTURE_MS = 1000 / PICTURES_PER_SECOND;
const SOUND_HZ = 16_000;
const SOUND_SAMPLES = 1024;
const SOUND_MS = (SOUND_SAMPLES * 1000) / SOUND_HZ;
/** A frame of AAC, mono, in which nothing is to be heard. */
const SILENCE = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);
const VIDEO = {
  h264: ["a=rtpmap:96 H264/90000", "a=fmtp:96 packetization-mode=1"],
  h265: ["a=rtpmap:96 H265/90000"],
};
const SWAPPED_EVERY = 10;
const SOUND = [
  "m=audio 0 RTP/AVP 97",
  `a=rtpmap:97 MPEG4-GENERIC/${SOUND_HZ}/1`,
  "a=fmtp:97 streamtype=5;mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3",
  "a=control:trackID=1",
];

/** A connection that plays. */
interface Playing {
  readonly line: PlayedLine;
  readonly pictures: CodedPictures;
  readonly beganMs: number;
  /** pictures that were ready, and the one that is next with the time at which it leaves */
  count: number;
  next: { readonly picture: CodedPicture; readonly leavesMs: number };
  sounds: number;
}

/** Pictures that were sent on one connection, in the order of sending. */
interface SentRun {
  readonly numbers: number[];
}

/** A camera with real pictures and a fault of its own. It sends when `sendUntil` is called. Close it. */
export class BadCamera {
  readonly badness: Badness;
  readonly runs: SentRun[] = [];
  /** packets of pictures and sound that were sent */
  packets = 0;
  #camera: ScriptedCamera | null = null;
  #udp: UdpWay | null = null;
  #playing: Playing | null = null;
  #nowMs = 0;
  #leftMs = 0;

  private constructor(badness: Badness) {
    this.badness = badness;
  }

  static async open(badness: Badness): Promise<BadCamera> {
    const bad = new BadCamera(badness);
    const { codec = "h264" } = badness.pictures;
    const video = ["m=video 0 RTP/AVP 96", ...VIDEO[codec], "a=control:trackID=0"];
    const media = [...video, ...(badness.soundCountedHz ? SOUND : [])];
    if (badness.isUdp) bad.#udp = await UdpWay.open();
    const answer = (asked: Asked, usual: string): string => bad.#udp?.answer(asked, usual) ?? usual;
    bad.#camera = await ScriptedCamera.open({ media, answer, play: (line) => bad.#play(line) });
    return bad;
  }

  get url(): string {
    return this.#camera?.url ?? "";
  }

  get isPlaying(): boolean {
    return this.#playing !== null;
  }

  async close(): Promise<void> {
    this.#playing?.pictures.close();
    await this.#camera?.close();
    this.#udp?.close();
  }

  /** Sends what leaves until then, ms since the beginning. */
  sendUntil(nowMs: number): void {
    this.#nowMs = nowMs;
    const playing = this.#playing;
    if (!playing) return;
    this.#sendSound(playing);
    while (playing.next.leavesMs <= nowMs) {
      this.#send(playing);
      playing.next = this.#nextOf(playing);
    }
    const { closesEveryMs } = this.badness;
    if (closesEveryMs === undefined || nowMs - playing.beganMs < closesEveryMs) return;
    // What was sent arrives.
    playing.line.socket.end();
    this.#end(playing);
  }

  #play(line: PlayedLine): void {
    if (this.#playing) this.#end(this.#playing);
    this.#udp?.play();
    const from = Math.ceil(this.#nowMs / PICTURE_MS);
    const pictures = new CodedPictures(this.badness.pictures, from);
    const beganMs = from * PICTURE_MS;
    this.#leftMs = 0;
    const playing: Playing = {
      line,
      pictures,
      beganMs,
      count: 0,
      sounds: 0,
      next: { picture: pictures.next(), leavesMs: beganMs },
    };
    this.#playing = playing;
    this.runs.push({ numbers: [] });
    line.socket.on("close", () => this.#end(playing));
  }

  #end(playing: Playing): void {
    if (this.#playing !== playing) return;
    this.#playing = null;
    playing.pictures.close();
  }

  #nextOf(playing: Playing): Playing["next"] {
    playing.count += 1;
    const picture = playing.pictures.next();
    // A picture that others are predicted from waits for none; those between it and the one before come evenly after it.
    const readyMs = playing.beganMs + (playing.count + (this.badness.pictures.bFrames ?? 0)) * PICTURE_MS;
    const leavesMs = this.badness.leavesMs?.(readyMs, picture.number) ?? readyMs;
    this.#leftMs = Math.max(this.#leftMs, leavesMs);
    return { picture, leavesMs: this.#leftMs };
  }

  #send({ line, next: { picture } }: Playing): void {
    const { clockMs, isEachSliceMarked = false } = this.badness;
    const takenMs = picture.number * PICTURE_MS;
    const rtpTime = Math.round((clockMs?.(takenMs, picture.number) ?? takenMs) * 90) >>> 0;
    const units = picture.nals.flatMap((nal, at) => {
      const payloads = this.badness.pictures.codec === "h265" ? h265Payloads(nal) : h264Payloads(nal);
      const isLast = at === picture.nals.length - 1 || (isEachSliceMarked && [1, 5].includes((nal[0] ?? 0) & 31));
      return payloads.map((payload, i) => ({ payload, marker: isLast && i === payloads.length - 1 }));
    });
    const packets = units.map(({ payload, marker }) => line.packet(payload, rtpTime, marker));
    if (this.#udp && picture.number % SWAPPED_EVERY === 0) packets.push(...packets.splice(-2).reverse());
    for (const packet of packets) this.#write(line, packet);
    this.runs.at(-1)?.numbers.push(picture.number);
  }

  #sendSound(playing: Playing): void {
    const { soundCountedHz } = this.badness;
    if (!soundCountedHz) return;
    for (; playing.beganMs + playing.sounds * SOUND_MS <= this.#nowMs; playing.sounds += 1) {
      const rtpTime = Math.round((playing.sounds * SOUND_SAMPLES * soundCountedHz) / SOUND_HZ);
      const more = { channel: 2, payloadType: 97, ssrc: 0x55667788, sequence: playing.sounds & 0xffff };
      this.#write(playing.line, playing.line.packet(aacPayload(SILENCE), rtpTime, true, more));
    }
  }

  #write(line: PlayedLine, packet: Buffer): void {
    const stray = this.badness.stray?.(this.packets) ?? null;
    this.packets += 1;
    if (this.#udp?.send(packet)) return;
    line.write(stray ? Buffer.concat([stray, packet]) : packet);
  }
}
