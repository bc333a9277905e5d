import { NalDepacketizer, type NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import type { NalFormat } from "#recorder/formats/nal-format.ts";
import type { RtpPacket } from "#recorder/rtp/rtp-packet.ts";

export const packet = (payload: Buffer | number[], timestamp = 0, marker = false): RtpPacket => ({
  payloadType: 96,
  marker,
  sequence: 0,
  timestamp,
  ssrc: 1,
  payload: Buffer.from(payload),
});

export function collect(
  format: NalFormat,
  feed: (push: (packet: RtpPacket, lost?: boolean) => void) => void,
): NalGroup[] {
  const groups: NalGroup[] = [];
  const depacketizer = new NalDepacketizer(format, (group) => groups.push(group));
  feed((p, lost = false) => depacketizer.push(p, lost));
  for (let i = 0; i < 2; i++) depacketizer.release();
  return groups;
}
export const hex = (group: NalGroup | undefined): string[] => group?.nals.map((nal) => nal.toString("hex")) ?? [];
