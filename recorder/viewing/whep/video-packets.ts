import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { type RtpPacket, writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { h264PayloadsOf } from "#recorder/rtp/payloads/rtp-packetizer.ts";

/** Browsers expect no more, because tunnels on the way make packets smaller. */
const MAX_FRAGMENT_BYTES = 1200;
/** RFC 8285: profiles of header extensions with one byte and with two bytes before each element. */
const SHORT_FORM = 0xbede;
const LONG_FORM = 0x1000;
const LAST_SHORT_ID = 14;

/** Numbers the packets of one viewer's H.264 track. */
export class VideoPackets {
  readonly #head: { readonly payloadType: number; readonly ssrc: number };
  readonly #extension: RtpPacket["extension"];
  #sequence = Math.floor(Math.random() * 65_536);

  /** `playoutDelayId`: number of that header extension; null = the viewer does not know it */
  constructor(payloadType: number, ssrc: number, playoutDelayId: number | null) {
    this.#head = { payloadType, ssrc };
    this.#extension = playoutDelayId === null ? undefined : noPlayoutDelay(playoutDelayId);
  }

  /** One frame in Annex B; the last packet has the mark. */
  of(data: Buffer, timestamp: number): Buffer[] {
    const payloads = splitAnnexB(data).flatMap((nal) => h264PayloadsOf(nal, MAX_FRAGMENT_BYTES));
    return payloads.map((payload, i) =>
      writeRtp({
        ...this.#head,
        marker: i === payloads.length - 1,
        sequence: this.#sequence++ & 0xffff,
        timestamp,
        payload,
        ...(this.#extension ? { extension: this.#extension } : {}),
      }),
    );
  }
}

/** Frames are shown as soon as they are decoded: a wall wants the newest frame, not an even pace. */
function noPlayoutDelay(id: number): RtpPacket["extension"] {
  // Least and most delay of 12 bits each are zero.
  return id <= LAST_SHORT_ID
    ? { profile: SHORT_FORM, data: Buffer.from([(id << 4) | 2, 0, 0, 0]) }
    : { profile: LONG_FORM, data: Buffer.from([id, 3, 0, 0, 0, 0, 0, 0]) };
}
