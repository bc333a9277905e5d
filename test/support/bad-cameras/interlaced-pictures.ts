import { BitWriter } from "#recorder/formats/bit-writer.ts";

/** Interlaced H.264, written by hand: two fields of 32x16, plain grey, make a picture. A key picture every 10. */
const FIELD_GOP = 10;

export const interlacedSps = new BitWriter()
  .bits(77, 8)
  .bits(0, 8)
  .bits(30, 8)
  .ue(0)
  .ue(0)
  .ue(0)
  .ue(2)
  .ue(1)
  .bits(0, 1)
  .ue(1)
  .ue(0)
  .bits(0b00100, 5)
  .nal(0x67);
export const interlacedPps = new BitWriter()
  .ue(0)
  .ue(0)
  .bits(0, 2)
  .ue(0)
  .ue(0)
  .ue(0)
  .bits(0, 3)
  .se(0)
  .se(0)
  .se(0)
  .bits(0b100, 3)
  .nal(0x68);

/** One field: two blocks. `isField` false: one frame in place of two fields. */
export function fieldNal(picture: number, isBottom: boolean, isField = true): Buffer {
  const isKey = picture % FIELD_GOP === 0 && !isBottom;
  const bits = new BitWriter()
    .ue(0)
    .ue(7)
    .ue(0)
    .bits(picture % FIELD_GOP, 4)
    .bits(isField ? 1 : 0, 1);
  if (isField) bits.bits(isBottom ? 1 : 0, 1);
  if (isKey) bits.ue(0);
  bits
    .bits(((picture % FIELD_GOP) * 2 + (isBottom ? 1 : 0)) % 64, 6)
    .bits(0, isKey ? 2 : 1)
    .se(0)
    .ue(1);
  for (let at = 0; at < (isField ? 2 : 4); at++) bits.ue(3).ue(0).se(0).bits(1, 1);
  return bits.nal(isKey ? 0x65 : 0x61);
}
