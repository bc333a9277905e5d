/**
 * Sensor noise of a few steps of luma: pictures of a still place differ, as those of a real camera do. Every pixel of
 * every picture gets its own noise. For speed, four pixels are added at once as one 32-bit word; no byte overflows into
 * the next.
 */
const TABLE_BYTES = 0x1_0000;
const WORDS = TABLE_BYTES / 4;
/** Offsets that are added to noise and drift, so that neither is negative in a byte. */
const NOISE_BIAS = 1;
const DRIFT_BIAS = 2;
const EACH_BYTE = 0x01_01_01_01;

/** -1 to 2 for each place of the table. */
export const sensorNoise: Int8Array = (() => {
  const table = new Int8Array(TABLE_BYTES);
  let seed = 12_345;
  for (let i = 0; i < table.length; i++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const a = (seed >>> 16) & 3;
    const b = (seed >>> 20) & 3;
    table[i] = Math.round((a - b) / 2);
  }
  return table;
})();

/** The table as words, once for each of the four bytes at which a word may start. */
const words: readonly Int32Array[] = [0, 1, 2, 3].map(
  (from) =>
    new Int32Array(
      Uint8Array.from(sensorNoise, (_, at) => (sensorNoise[(at + from) % TABLE_BYTES] ?? 0) + NOISE_BIAS).buffer,
    ),
);

const wordsOf = (bytes: Uint8Array): Int32Array | null =>
  bytes.byteOffset % 4 === 0 && bytes.length % 4 === 0
    ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    : null;

/**
 * `into` = `still` + noise + `drift` (-2 to 2), pixel by pixel; the first pixel's noise is the table's entry `from`.
 * Video luma (16 to 235) has room for it. Throws when the pixels are not aligned to whole words.
 */
export function addNoise(into: Uint8Array, still: Uint8Array, drift: number, from: number): void {
  const target = wordsOf(into);
  const source = wordsOf(still);
  const noise = words[from % 4];
  if (!target || !source || !noise) throw new Error("pixels that are no whole words");
  const bias = Math.imul(drift + DRIFT_BIAS, EACH_BYTE) - Math.imul(NOISE_BIAS + DRIFT_BIAS, EACH_BYTE);
  let at = ((from % TABLE_BYTES) - (from % 4)) / 4;
  for (let i = 0; i < target.length; i++) {
    target[i] = (((source[i] ?? 0) + bias) | 0) + (noise[at] ?? 0);
    at = (at + 1) % WORDS;
  }
}
