import { DataChannel, PeerConnection, RtcpReceivingSession, Video, Audio, type Track } from "node-datachannel";
import * as z from "zod/mini";
import { WHEP_CONTROL_LABEL, type WhepCommand, whepRefusal, type WhepStatus, whepStatus } from "#protocol/whep.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import { eventually } from "#test/support/eventually.ts";
import { numbersIn } from "./encoded-scene.ts";

/** Assembles RTP payloads into access units (RFC 6184: single units, STAP-A, FU-A). */
class Depacketizer {
  readonly units: { data: Buffer; rtpTime: number; atMs: number }[] = [];
  #nals: Buffer[] = [];
  #part: Buffer[] = [];
  packets = 0;

  push(packet: Buffer): void {
    const extension = (packet[0] ?? 0) & 16 ? 4 + packet.readUInt16BE(12 + ((packet[0] ?? 0) & 15) * 4 + 2) * 4 : 0;
    const payload = packet.subarray(12 + ((packet[0] ?? 0) & 15) * 4 + extension);
    this.packets += 1;
    const type = (payload[0] ?? 0) & 31;
    if (type === 28) {
      const start = ((payload[1] ?? 0) & 128) !== 0;
      if (start) this.#part = [Buffer.from([((payload[0] ?? 0) & 0xe0) | ((payload[1] ?? 0) & 31)])];
      this.#part.push(payload.subarray(2));
      if (((payload[1] ?? 0) & 64) !== 0) this.#nals.push(Buffer.concat(this.#part));
    } else if (type === 24)
      for (let at = 1; at + 2 < payload.length; at += 2 + payload.readUInt16BE(at))
        this.#nals.push(payload.subarray(at + 2, at + 2 + payload.readUInt16BE(at)));
    else if (type > 0) this.#nals.push(payload);
    if (((packet[1] ?? 0) & 128) === 0) return;
    this.units.push({ data: annexB(this.#nals), rtpTime: packet.readUInt32BE(4), atMs: performance.now() });
    this.#nals = [];
  }
}

/** A WHEP client on the same library, in this process. */
export class WhepClient {
  readonly pc = new PeerConnection("client", { iceServers: [] });
  readonly video = new Depacketizer();
  readonly sound: { rtpTime: number; payload: Buffer }[] = [];
  readonly statuses: WhepStatus["status"][] = [];
  /** the codes of the commands that it may not give */
  readonly refusals: string[] = [];
  readonly #control: DataChannel;
  readonly #videoTrack: Track;
  readonly #audioTrack: Track | null;
  state = "";

  constructor(audio: "pcmu" | "opus" | null) {
    this.pc.onStateChange((state) => (this.state = state));
    const video = new Video("0", "RecvOnly");
    video.addH264Codec(102, "profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1");
    this.#videoTrack = this.pc.addTrack(video);
    this.#videoTrack.setMediaHandler(new RtcpReceivingSession());
    this.#videoTrack.onMessage((packet) => {
      if (((packet[1] ?? 0) & 127) === 102) this.video.push(packet);
    });
    this.#audioTrack = null;
    if (audio) {
      const description = new Audio("1", "RecvOnly");
      if (audio === "pcmu") description.addAudioCodec(0, "PCMU");
      else description.addOpusCodec(111);
      this.#audioTrack = this.pc.addTrack(description);
      this.#audioTrack.setMediaHandler(new RtcpReceivingSession());
      this.#audioTrack.onMessage((packet) => {
        const type = (packet[1] ?? 0) & 127;
        if (type === 0 || type === 111)
          this.sound.push({ rtpTime: packet.readUInt32BE(4), payload: packet.subarray(12) });
      });
    }
    this.#control = this.pc.createDataChannel(WHEP_CONTROL_LABEL);
    this.#control.onMessage((message) => {
      if (typeof message !== "string") return;
      const told = z.union([whepStatus, whepRefusal]).parse(JSON.parse(message));
      if ("refused" in told) this.refusals.push(told.refused.code);
      else this.statuses.push(told.status);
    });
  }

  async offer(): Promise<string> {
    this.pc.setLocalDescription("offer");
    await eventually(() => this.pc.gatheringState() === "complete", "client candidates");
    // The library's client fails when the server starts before the client has the answer: like browsers, it sends no
    // candidates.
    return (this.pc.localDescription()?.sdp ?? "")
      .split("\r\n")
      .filter((line) => !line.startsWith("a=candidate") && !line.startsWith("a=end-of-candidates"))
      .join("\r\n");
  }

  answer(sdp: string): void {
    this.pc.setRemoteDescription(sdp, "answer");
  }
  losePicture(): void {
    this.#videoTrack.requestKeyframe();
  }
  async control(command: WhepCommand): Promise<void> {
    await eventually(() => this.#control.isOpen(), "control channel");
    this.#control.sendMessage(JSON.stringify(command));
  }
  async text(text: string): Promise<void> {
    await eventually(() => this.#control.isOpen(), "control channel");
    this.#control.sendMessage(text);
  }
  /** the numbers of the pictures so far */
  numbers(from = 0): number[] {
    return numbersIn(
      "h264",
      this.video.units.slice(from).map((unit) => unit.data),
    );
  }
}
