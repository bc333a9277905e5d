/**
 * Fills a view of a fisheye from its table, two pixels at a time (AssemblyScript with SIMD, called by view-mapper.ts). Each tap lies
 * between four texels; four taps count a quarter each. While they are mixed, colours have 7 bits behind the point.
 */
const PIXEL_BYTES: usize = 4;
/** What a tap outside of the circle finds. */
const nothing: usize = memory.data(16);

/** The first byte of memory that the caller may use. */
export function firstFree(): usize {
  return (__heap_base + 15) & ~15;
}

/** Both texels beside a tap (lower and upper four lanes), between its two rows. */
@inline
function column(source: usize, strideBytes: usize, texel: i32, below: i32): v128 {
  const upper = texel < 0 ? nothing : source + <usize>texel * PIXEL_BYTES;
  const lower = texel < 0 ? nothing : upper + strideBytes;
  const above = i16x8.extend_low_i8x16_u(v128.load64_zero(upper));
  const under = i16x8.extend_low_i8x16_u(v128.load64_zero(lower));
  const shares = i16x8.splat(<i16>below);
  const sum = i16x8.add(i16x8.mul(above, i16x8.sub(i16x8.splat(256), shares)), i16x8.mul(under, shares));
  return i16x8.shr_u(sum, 1);
}

/** A tap of each of two pixels. `texels`, `shares`: of the first; `tapsBetween`: from there to the second's. */
@inline
function pair(source: usize, strideBytes: usize, texels: usize, shares: usize, tapsBetween: usize): v128 {
  const other = shares + (tapsBetween << 1);
  const one = column(source, strideBytes, load<i32>(texels), <i32>load<u8>(shares, 1));
  const two = column(source, strideBytes, load<i32>(texels + (tapsBetween << 2)), <i32>load<u8>(other, 1));
  const left = i64x2.shuffle(one, two, 0, 2);
  const right = i64x2.shuffle(one, two, 1, 3);
  const away = i64x2.shuffle(
    i16x8.splat(<i16>((<i32>load<u8>(shares)) << 7)),
    i16x8.splat(<i16>((<i32>load<u8>(other)) << 7)),
    0,
    2,
  );
  return i16x8.add(left, i16x8.q15mulr_sat_s(i16x8.sub(right, left), away));
}

/** Fills `count` pixels, an even number. `shares`: for each tap a byte to the right, and one down, in 1/256. */
export function map(
  source: usize,
  widthPx: i32,
  texels: usize,
  shares: usize,
  taps: i32,
  count: i32,
  target: usize,
): void {
  const strideBytes = <usize>widthPx * PIXEL_BYTES;
  const opaque = i32x4.splat(<i32>0xff000000);
  const half = i16x8.splat(64);
  const between = <usize>taps;
  for (let at = 0; at < count; at += 2) {
    let mixed = pair(source, strideBytes, texels, shares, between);
    if (taps === 4) {
      const second = pair(source, strideBytes, texels + 4, shares + 2, between);
      const third = pair(source, strideBytes, texels + 8, shares + 4, between);
      const fourth = pair(source, strideBytes, texels + 12, shares + 6, between);
      mixed = i16x8.avgr_u(i16x8.avgr_u(mixed, second), i16x8.avgr_u(third, fourth));
    }
    const bytes = i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(mixed, half), 7), half);
    v128.store64_lane(target, v128.or(bytes, opaque), 0);
    texels += between << 3;
    shares += between << 2;
    target += 2 * PIXEL_BYTES;
  }
}
