/** Draws fisheye pictures whose circle is known: lens, crop, rotation, noise, overlays, shadows, JPEG blocks. */
import type { Luma } from "#domain/dewarp/circle/luma.ts";

/** Deterministic numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface DrawnFisheye {
  readonly width: number;
  readonly height: number;
  /** the true circle in pixels; it may reach beyond the picture */
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  readonly projection?: "equidistant" | "equisolid" | "stereographic" | "orthographic";
  /** turns the scene, radians */
  readonly turn?: number;
  /** brightness of the surround */
  readonly surround?: number;
  /** multiplies the scene's brightness: 0.12 is night */
  readonly light?: number;
  /** standard deviation of the noise, levels */
  readonly noise?: number;
  /** width of the rim's transition, pixels */
  readonly blurPx?: number;
  /** how much darker the lens is at its rim, 0..1 */
  readonly vignette?: number;
  /** the lens's mount shines within the rim: how much darker than the scene, 0..1, over 2.5 pixels */
  readonly ring?: number;
  /** a sector of the scene in shadow: its middle and half its width, radians */
  readonly shadow?: { readonly at: number; readonly half: number };
  /** on-screen display: lines of blocky text, as shares of the picture */
  readonly text?: readonly { readonly x: number; readonly y: number; readonly characters: number }[];
  /** coarseness of JPEG-like blocks: 0 none, 30 strong */
  readonly blocks?: number;
  readonly seed?: number;
}

const angleOf: Record<NonNullable<DrawnFisheye["projection"]>, (share: number) => number> = {
  equidistant: (q) => (q * Math.PI) / 2,
  equisolid: (q) => 2 * Math.asin(q * Math.SQRT1_2),
  stereographic: (q) => 2 * Math.atan(q),
  orthographic: (q) => Math.asin(Math.min(1, q)),
};

/** Brightness of a room of walls, floor tiles, lamps and doors in a direction, by its heading and its angle above the lens's rim. */
function brightness(heading: number, depression: number): number {
  if (depression > 0.75) {
    const reach = 1.4 / Math.tan(depression);
    const tile = (Math.floor(reach * Math.cos(heading) * 4) + Math.floor(reach * Math.sin(heading) * 4)) & 1;
    return tile ? 92 : 128;
  }
  const wall = 118 + 46 * Math.sin(heading * 2 + 0.6) + 26 * Math.sin(heading * 7);
  const door = Math.cos(heading * 5) > 0.93 && depression > 0.12 ? -58 : 0;
  const lamp = Math.cos(heading * 3 + 1) > 0.9 && depression < 0.3 && depression > 0.16 ? 90 : 0;
  const shelf = Math.sin(depression * 40) > 0.7 && Math.cos(heading * 2) > 0.3 ? -30 : 0;
  return Math.max(14, Math.min(250, wall + door + lamp + shelf));
}

const QUARTER = Math.PI / 2;
/** Finer than the pixels of the largest pictures here. */
const [HEADINGS, DEPRESSIONS, SHARES] = [4096, 640, 8192];

/** The row of the room's table for each share of the circle's radius. */
function depressionRows(projection: NonNullable<DrawnFisheye["projection"]>): Uint16Array {
  return Uint16Array.from({ length: SHARES + 1 }, (_, at) => {
    const depression = QUARTER - angleOf[projection](at / SHARES);
    return Math.max(0, Math.min(DEPRESSIONS - 1, Math.floor((depression / QUARTER) * DEPRESSIONS)));
  });
}

let table: Uint8Array | null = null;

/** The same from a table that is made once: hundreds of pictures show this room, with half a million pixels each. */
function room(heading: number, row: number): number {
  if (!table) {
    table = new Uint8Array(HEADINGS * DEPRESSIONS);
    for (let at = 0; at < table.length; at += 1)
      table[at] = brightness(
        ((Math.floor(at / DEPRESSIONS) + 0.5) / HEADINGS) * 4 * QUARTER,
        (((at % DEPRESSIONS) + 0.5) / DEPRESSIONS) * QUARTER,
      );
  }
  const column = Math.floor((heading / (4 * QUARTER)) * HEADINGS) & (HEADINGS - 1);
  return table[column * DEPRESSIONS + row] ?? 0;
}

const GRAINS = 65_536;
let grains: Float32Array | null = null;

/** Noise with a standard deviation of one level, for a number in [0, 1). */
function grain(number: number): number {
  if (!grains) {
    const random = randomNumbers(1);
    // The sum of four uniform numbers has a standard deviation of 0.577.
    grains = Float32Array.from({ length: GRAINS }, () => (random() + random() + random() + random() - 2) / 0.577);
  }
  return grains[Math.floor(number * GRAINS)] ?? 0;
}

export function drawFisheye(drawing: DrawnFisheye): Luma {
  const { width, height, cx, cy, r, projection = "equidistant", turn = 0, surround = 8 } = drawing;
  const {
    light = 1,
    noise = 1.5,
    blurPx = 1,
    vignette = 0.2,
    ring = 0,
    shadow,
    text = [],
    blocks = 0,
    seed = 7,
  } = drawing;
  const random = randomNumbers(seed);
  const rowOf = depressionRows(projection);
  const picture = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dx = x + 0.5 - cx;
      const dy = y + 0.5 - cy;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const share = Math.min(1, Math.max(0, (r - distance) / Math.max(1, blurPx) + 0.5));
      let level = surround;
      if (share > 0) {
        const q = Math.min(1, distance / r);
        const row = rowOf[Math.floor(q * SHARES)] ?? 0;
        let scene = room(Math.atan2(dy, dx) + turn, row) * light * (1 - vignette * q * q * q * q);
        if (shadow && (dx * Math.cos(shadow.at) + dy * Math.sin(shadow.at)) / distance > Math.cos(shadow.half))
          scene = Math.min(scene, 7);
        if (distance > r - 2.5) scene *= 1 - ring;
        level += scene * share;
      }
      picture[y * width + x] = level;
    }
  }
  for (const line of text) write(picture, width, height, line, random);
  if (blocks > 0) coarsen(picture, width, height, blocks);
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1)
    data[at] = Math.max(0, Math.min(255, Math.round((picture[at] ?? 0) + grain(random()) * noise)));
  return { width, height, data };
}

function write(
  picture: Float32Array,
  width: number,
  height: number,
  line: { readonly x: number; readonly y: number; readonly characters: number },
  random: () => number,
): void {
  const unit = Math.max(2, Math.round(height / 240));
  for (let character = 0; character < line.characters; character += 1) {
    for (let row = 0; row < 7; row += 1) {
      for (let column = 0; column < 5; column += 1) {
        if (random() < 0.5) continue;
        const left = Math.round(line.x * width) + (character * 6 + column) * unit;
        const top = Math.round(line.y * height) + row * unit;
        for (let y = top; y < Math.min(height, top + unit); y += 1)
          for (let x = left; x < Math.min(width, left + unit); x += 1) picture[y * width + x] = 240;
      }
    }
  }
}

/** Rounds the frequencies of 8x8 blocks as JPEG does, the higher the coarser. */
function coarsen(picture: Float32Array, width: number, height: number, strength: number): void {
  const wave = Float64Array.from({ length: 64 }, (_, at) => {
    const [frequency, place] = [at >> 3, at & 7];
    return Math.cos(((2 * place + 1) * frequency * Math.PI) / 16) * (frequency === 0 ? Math.sqrt(1 / 8) : 0.5);
  });
  const block = new Float64Array(64);
  const half = new Float64Array(64);
  const turnInto = (forward: boolean): void => {
    for (const pass of [0, 1]) {
      const [from, to] = pass === 0 ? [block, half] : [half, block];
      for (let a = 0; a < 8; a += 1)
        for (let b = 0; b < 8; b += 1) {
          let sum = 0;
          for (let c = 0; c < 8; c += 1) {
            const factor = (forward ? wave[a * 8 + c] : wave[c * 8 + a]) ?? 0;
            sum += factor * (from[c * 8 + b] ?? 0);
          }
          // Written transposed: two passes turn rows and columns.
          to[b * 8 + a] = sum;
        }
    }
  };
  for (let y0 = 0; y0 + 8 <= height; y0 += 8) {
    for (let x0 = 0; x0 + 8 <= width; x0 += 8) {
      for (let at = 0; at < 64; at += 1) block[at] = picture[(y0 + (at >> 3)) * width + x0 + (at & 7)] ?? 0;
      turnInto(true);
      for (let at = 0; at < 64; at += 1) {
        const step = at === 0 ? 4 : 1 + (strength * ((at >> 3) + (at & 7))) / 7;
        block[at] = Math.round((block[at] ?? 0) / step) * step;
      }
      turnInto(false);
      for (let at = 0; at < 64; at += 1) picture[(y0 + (at >> 3)) * width + x0 + (at & 7)] = block[at] ?? 0;
    }
  }
}

/** One of many pictures of a circle that is cut above and below, all values drawn by its number. */
export function cutCircle(number: number): DrawnFisheye {
  const random = randomNumbers(1000 + number);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const [width, height] = pick([
    [640, 360],
    [704, 400],
    [640, 480],
    [960, 540],
  ] as const);
  // From just cut to a circle that touches the picture's sides.
  const r = between(0.52 * height, Math.min(0.5 * width, 0.92 * height));
  const sideways = Math.max(0, width / 2 - r);
  const drawing: DrawnFisheye = {
    width,
    height,
    cx: width / 2 + between(-0.6, 0.6) * Math.min(sideways, 0.04 * width),
    cy: height / 2 + between(-0.03, 0.03) * height,
    r,
    projection: pick(["equidistant", "equisolid", "stereographic", "orthographic"]),
    turn: between(0, 6.28),
    surround: between(2, 18),
    noise: between(0.5, 4),
    blurPx: between(1, 4),
    vignette: between(0, 0.5),
    blocks: pick([0, 4, 12, 24]),
    seed: number + 1,
  };
  switch (number % 5) {
    case 1:
      return { ...drawing, light: between(0.12, 0.3), blocks: Math.min(drawing.blocks ?? 0, 4) };
    case 2:
      return {
        ...drawing,
        text: [
          { x: 0.02, y: between(0.03, 0.2), characters: 24 },
          { x: between(0.5, 0.7), y: between(0.8, 0.93), characters: 20 },
        ],
      };
    case 3:
      return { ...drawing, shadow: { at: between(0, 6.28), half: between(0.2, 0.45) } };
    default:
      return drawing;
  }
}
