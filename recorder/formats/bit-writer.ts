/** Writes bits of a NAL's payload, most significant first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #last = 0;
  #count = 0;

  /** The lowest `count` bits of `value`. */
  bits(value: number, count: number): this {
    for (let at = count - 1; at >= 0; at--) {
      this.#last = (this.#last << 1) | (Math.floor(value / 2 ** at) & 1);
      this.#count += 1;
      if (this.#count < 8) continue;
      this.#bytes.push(this.#last);
      this.#last = 0;
      this.#count = 0;
    }
    return this;
  }

  /** unsigned Exp-Golomb code */
  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.bits(0, length).bits(value + 1, length + 1);
  }

  /** signed Exp-Golomb code */
  se(value: number): this {
    return this.ue(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** The unit: `header`, then the payload with its closing bit and with what keeps start codes out of it. */
  nal(header: number): Buffer {
    this.bits(1, 1);
    if (this.#count > 0) this.bits(0, 8 - this.#count);
    const out = [header];
    let zeros = 0;
    for (const byte of this.#bytes) {
      if (zeros >= 2 && byte <= 3) {
        out.push(3);
        zeros = 0;
      }
      out.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Buffer.from(out);
  }
}
