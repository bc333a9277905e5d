/** Reads bits of a NAL's payload, most significant first. Past the end it returns zeros and sets `overrun`. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  overrun = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) {
      this.overrun = true;
      return 0;
    }
    const value = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return value;
  }

  /** up to 32 bits, unsigned */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + this.bit();
    return value;
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#bytes.length * 8) this.overrun = true;
  }

  /** unsigned Exp-Golomb code */
  ue(): number {
    let zeros = 0;
    while (zeros < 32 && !this.overrun && this.bit() === 0) zeros += 1;
    if (zeros >= 32) {
      this.overrun = true;
      return 0;
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** signed Exp-Golomb code */
  se(): number {
    const code = this.ue();
    return code & 1 ? (code + 1) / 2 : -(code / 2);
  }
}

/** A NAL without its emulation prevention bytes (00 00 03 -> 00 00). */
export function unescapeNal(nal: Uint8Array): Uint8Array {
  const out = new Uint8Array(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    out[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return out.subarray(0, length);
}
