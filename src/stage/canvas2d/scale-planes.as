/**
 * Scales the planes of a frame and converts them to RGBA, eight pixels at a time (AssemblyScript with SIMD, called by
 * plane-scaler.ts). Each plane is interpolated between its four neighbours. While it is scaled, a sample has 7 bits behind the
 * point; colours have 6. So all numbers fit 16 bits, and eight of them one register.
 */

/**
 * Where eight columns of a plane come from: i32 first byte of the group in its row; i32 number of 16-byte loads that hold it, 0: too
 * many; 8 + 8 bytes places of the left and right samples from the first byte; 8 u16 shares of the right samples in 1/256.
 */
const GROUP_BYTES: usize = 48;
const LOADS: usize = 4;
const PLACES: usize = 16;
const SHARES: usize = 32;
/** Places are bytes. A group that spans more is read sample by sample. */
const LONGEST_SPAN: i32 = 239;
const LINE_BYTES_OF_GROUP: usize = 16;

/** One of the three planes, and the two of its rows that are scaled to the columns of the target. */
@unmanaged
class Plane {
  samples: usize;
  strideBytes: i32;
  /** bytes to the same sample's next one */
  step: i32;
  /** rows; and samples in a row */
  heightPx: i32;
  widthPx: i32;
  /** i32 for each column, and each row, of the target: the sample at or before its middle; then the share of the next, 0 to 256 */
  columnTexels: usize;
  rowTexels: usize;
  columns: i32;
  rows: i32;
  groups: usize;
  upper: usize;
  lower: usize;
  upperRow: i32;
  lowerRow: i32;
}

const planes: usize = memory.data(3 * 64);
const planeAt = (index: i32): Plane => changetype<Plane>(planes + (<usize>index << 6));

/** The first byte of memory that the caller may use. */
export function firstFree(): usize {
  return (__heap_base + 15) & ~15;
}

/** Bytes of `work` for a plane. */
export function workBytes(columns: i32): usize {
  return groupsOf(columns) * (GROUP_BYTES + 2 * LINE_BYTES_OF_GROUP);
}

const groupsOf = (columns: i32): usize => <usize>((columns + 7) >> 3);

/** Describes plane 0 (luma), 1 or 2 (chroma) for the next `paint`. `work`: see workBytes. */
export function plane(
  index: i32,
  samples: usize,
  widthPx: i32,
  heightPx: i32,
  strideBytes: i32,
  step: i32,
  columnTexels: usize,
  columns: i32,
  rowTexels: usize,
  rows: i32,
  work: usize,
): void {
  const made = planeAt(index);
  made.samples = samples;
  made.widthPx = widthPx;
  made.heightPx = heightPx;
  made.strideBytes = strideBytes;
  made.step = step;
  made.columnTexels = columnTexels;
  made.columns = columns;
  made.rowTexels = rowTexels;
  made.rows = rows;
  made.groups = work;
  made.upper = work + groupsOf(columns) * GROUP_BYTES;
  made.lower = made.upper + groupsOf(columns) * LINE_BYTES_OF_GROUP;
  made.upperRow = -1;
  made.lowerRow = -1;
  makeGroups(made);
}

function nextOf(made: Plane): i32 {
  return made.widthPx > 1 ? made.step : 0;
}

/** A column's first byte in its row. */
function byteOf(made: Plane, column: i32): i32 {
  const at = <usize>min(made.columns - 1, column) << 2;
  return load<i32>(made.columnTexels + at) * made.step;
}

function makeGroups(made: Plane): void {
  const next = nextOf(made);
  const shares = made.columnTexels + (<usize>made.columns << 2);
  let group = made.groups;
  for (let column = 0; column < made.columns; column += 8) {
    const first = byteOf(made, column);
    const span = byteOf(made, column + 7) + next - first;
    store<i32>(group, first);
    store<i32>(group, span <= LONGEST_SPAN ? (span >> 4) + 1 : 0, LOADS);
    for (let lane = 0; lane < 8; lane += 1) {
      const place = byteOf(made, column + lane) - first;
      store<u8>(group + PLACES + lane, <u8>place);
      store<u8>(group + PLACES + lane + 8, <u8>(place + next));
      const at = <usize>min(made.columns - 1, column + lane) << 2;
      store<u16>(group + SHARES + (<usize>lane << 1), <u16>load<i32>(shares + at));
    }
    group += GROUP_BYTES;
  }
}

/** The left samples of a group's columns in the lower eight lanes, the right ones in the upper. */
@inline
function gather(made: Plane, row: usize, group: usize, column: i32): v128 {
  const loads = load<i32>(group, LOADS);
  if (loads === 0) return gatherApart(made, row, group, column);
  let from = row + load<i32>(group);
  let places = v128.load(group + PLACES);
  // Lanes whose place is 16 or more are 0: they are found by a later load.
  let found = i8x16.swizzle(v128.load(from), places);
  for (let at = 1; at < loads; at += 1) {
    places = i8x16.sub(places, i8x16.splat(16));
    from += 16;
    found = v128.or(found, i8x16.swizzle(v128.load(from), places));
  }
  return found;
}

function gatherApart(made: Plane, row: usize, group: usize, column: i32): v128 {
  const to = group + PLACES;
  const next = nextOf(made);
  for (let lane = 0; lane < 8; lane += 1) {
    const from = row + byteOf(made, column + lane);
    store<u8>(to + lane, load<u8>(from));
    store<u8>(to + lane + 8, load<u8>(from + next));
  }
  return v128.load(to);
}

/** One row of a plane at the columns' places. */
function scaleRow(made: Plane, row: i32, to: usize): void {
  const from = made.samples + <usize>row * <usize>made.strideBytes;
  const whole = i16x8.splat(256);
  let group = made.groups;
  for (let column = 0; column < made.columns; column += 8) {
    const found = gather(made, from, group, column);
    const shares = v128.load(group + SHARES);
    const left = i16x8.mul(i16x8.extend_low_i8x16_u(found), i16x8.sub(whole, shares));
    const right = i16x8.mul(i16x8.extend_high_i8x16_u(found), shares);
    v128.store(to, i16x8.shr_u(i16x8.add(left, right), 1));
    group += GROUP_BYTES;
    to += LINE_BYTES_OF_GROUP;
  }
}

/** Makes `upper` and `lower` the rows beside a row of the target. Returns how far it lies below the upper one, in 1/32768. */
function seek(made: Plane, row: i32): v128 {
  const at = <usize>row << 2;
  const above = load<i32>(made.rowTexels + at);
  const below = made.heightPx > 1 ? above + 1 : above;
  if (above !== made.upperRow) {
    if (above === made.lowerRow) {
      const spare = made.upper;
      made.upper = made.lower;
      made.lower = spare;
      made.lowerRow = -1;
    } else scaleRow(made, above, made.upper);
    made.upperRow = above;
  }
  if (below !== made.lowerRow) {
    scaleRow(made, below, made.lower);
    made.lowerRow = below;
  }
  const share = load<i32>(made.rowTexels + (<usize>made.rows << 2) + at);
  return i16x8.splat(<i16>min(32_767, share << 7));
}

/** Eight samples between both rows. */
@inline
function between(made: Plane, line: usize, down: v128): v128 {
  const upper = v128.load(made.upper + line);
  return i16x8.add(upper, i16x8.q15mulr_sat_s(i16x8.sub(v128.load(made.lower + line), upper), down));
}

/**
 * Fills `target`, and up to 32 bytes behind it: RGBA, opaque. `luma`: its factor in 1/16384; the other factors in 1/8192;
 * `black`: what is added to each colour, with its half for rounding, in 1/64.
 */
export function paint(
  target: usize,
  black: i32,
  luma: i32,
  redV: i32,
  greenU: i32,
  greenV: i32,
  blueU: i32,
): void {
  const greys = planeAt(0);
  const us = planeAt(1);
  const vs = planeAt(2);
  const base = i16x8.splat(<i16>black);
  const byLuma = i16x8.splat(<i16>luma);
  const byRedV = i16x8.splat(<i16>redV);
  const byGreenU = i16x8.splat(<i16>greenU);
  const byGreenV = i16x8.splat(<i16>greenV);
  const byBlueU = i16x8.splat(<i16>blueU);
  // 128 with 7 bits behind the point.
  const middle = i16x8.splat(128 << 7);
  const opaque = i64x2.replace_lane(i8x16.splat(0), 1, -1);
  for (let row = 0; row < greys.rows; row += 1) {
    const downGrey = seek(greys, row);
    const downU = seek(us, row);
    const downV = seek(vs, row);
    let line: usize = 0;
    let to = target + <usize>row * (<usize>greys.columns << 2);
    for (let column = 0; column < greys.columns; column += 8) {
      const grey = i16x8.add(base, i16x8.q15mulr_sat_s(between(greys, line, downGrey), byLuma));
      const u = i16x8.shl(i16x8.sub(between(us, line, downU), middle), 1);
      const v = i16x8.shl(i16x8.sub(between(vs, line, downV), middle), 1);
      const greenOf = i16x8.add(i16x8.q15mulr_sat_s(u, byGreenU), i16x8.q15mulr_sat_s(v, byGreenV));
      const red = i16x8.shr_s(i16x8.add_sat_s(grey, i16x8.q15mulr_sat_s(v, byRedV)), 6);
      const green = i16x8.shr_s(i16x8.add_sat_s(grey, greenOf), 6);
      const blue = i16x8.shr_s(i16x8.add_sat_s(grey, i16x8.q15mulr_sat_s(u, byBlueU)), 6);
      const redBlue = i8x16.narrow_i16x8_u(red, blue);
      const greenOpaque = v128.or(i8x16.narrow_i16x8_u(green, i16x8.splat(0)), opaque);
      const redGreen = i8x16.shuffle(redBlue, greenOpaque, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const blueOpaque = i8x16.shuffle(redBlue, greenOpaque, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      // The next row writes over what lies behind this one.
      v128.store(to, i16x8.shuffle(redGreen, blueOpaque, 0, 8, 1, 9, 2, 10, 3, 11));
      v128.store(to, i16x8.shuffle(redGreen, blueOpaque, 4, 12, 5, 13, 6, 14, 7, 15), 16);
      line += LINE_BYTES_OF_GROUP;
      to += 32;
    }
  }
}
