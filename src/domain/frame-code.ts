/**
 * The machine-readable mark in the top left corner of every demo camera's frames: 8 x 4 cells of black and white. It
 * tells at which moment of the cameras' common loop the frame was made. With it a test reads latency, order and gaps
 * from pixels alone. The loop stands still against the wall clock: phase = epoch ms modulo the loop's length.
 *
 * Cells run left to right, top to bottom, most significant bit first: 16 bits phase in ms, 8 bits source, 8 bits CRC-8.
 */
export interface FrameCode {
  /** ms within the loop, 0 .. FRAME_CODE_LOOP_MS - 1 */
  readonly phaseMs: number;
  /** which camera's stream, 0..255 */
  readonly source: number;
}

/** Length of the demo cameras' loop. */
export const FRAME_CODE_LOOP_MS = 20_000;
export const FRAME_CODE_COLUMNS = 8;
export const FRAME_CODE_ROWS = 4;
const WHITE = 235;
const BLACK = 16;
/** A cell between these values is neither black nor white: the frame is not ours or too damaged. */
const DARK_BELOW = 100;
const LIGHT_ABOVE = 150;

/** Side of a cell in px of a frame with this many lines: 16 at 720, 8 at 360 and below. */
export const frameCodeCellPx = (heightPx: number): number => Math.max(8, Math.round(heightPx / 90) * 2);

/** CRC-8 (polynomial 0x07); starting at 0xA5 so that all black and all white are no codes. */
function crc8(bytes: readonly number[]): number {
  let crc = 0xa5;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
}

function bytesOf(code: FrameCode): [number, number, number] {
  return [(code.phaseMs >> 8) & 0xff, code.phaseMs & 0xff, code.source & 0xff];
}

/** The 32 cells' luma, row after row. */
function frameCodeCells(code: FrameCode): number[] {
  const bytes = bytesOf(code);
  return [...bytes, crc8(bytes)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => ((byte >> (7 - bit)) & 1 ? WHITE : BLACK)),
  );
}

/** Writes the code into a luma plane. */
export function drawFrameCode(luma: Uint8Array, widthPx: number, heightPx: number, code: FrameCode): void {
  const cell = frameCodeCellPx(heightPx);
  for (const [i, value] of frameCodeCells(code).entries()) {
    const x = (i % FRAME_CODE_COLUMNS) * cell;
    const y = Math.floor(i / FRAME_CODE_COLUMNS) * cell;
    for (let row = y; row < y + cell; row++) luma.fill(value, row * widthPx + x, row * widthPx + x + cell);
  }
}

/**
 * Reads a code. `lumaAt` gives the brightness (0..255) at a place in px of the source frame: a caller with a scaled
 * frame scales the place. `heightPx`: of the source. Null when there is no code to read.
 */
export function readFrameCode(lumaAt: (x: number, y: number) => number, heightPx: number): FrameCode | null {
  const cell = frameCodeCellPx(heightPx);
  const bytes = [0, 0, 0, 0];
  for (let i = 0; i < FRAME_CODE_COLUMNS * FRAME_CODE_ROWS; i++) {
    const x = ((i % FRAME_CODE_COLUMNS) + 0.5) * cell;
    const y = (Math.floor(i / FRAME_CODE_COLUMNS) + 0.5) * cell;
    const luma = lumaAt(x, y);
    if (luma > DARK_BELOW && luma < LIGHT_ABOVE) return null;
    bytes[i >> 3] = ((bytes[i >> 3] ?? 0) << 1) | (luma >= LIGHT_ABOVE ? 1 : 0);
  }
  const [high = 0, low = 0, source = 0, crc = 0] = bytes;
  const phaseMs = high * 256 + low;
  if (crc8([high, low, source]) !== crc || phaseMs >= FRAME_CODE_LOOP_MS) return null;
  return { phaseMs, source };
}

/** How long ago a frame with this phase was made, 0 .. loop - 1 ms; `nowMs` on the cameras' clock. */
export function frameAgeMs(code: FrameCode, nowMs: number): number {
  const phaseNow = nowMs % FRAME_CODE_LOOP_MS;
  return (phaseNow - code.phaseMs + FRAME_CODE_LOOP_MS) % FRAME_CODE_LOOP_MS;
}
