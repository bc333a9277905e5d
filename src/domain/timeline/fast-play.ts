/**
 * Fast play shows only key frames, at most `KEYS_PER_SECOND` per real second. The same rule selects them for every
 * camera: for each tick (a multiple of the stride, server ms) the last key frame at or before it, shown from that tick
 * on. So players that are in step differ by no more than one key frame interval, although seconds are left out between
 * two frames.
 */

/** From these speeds on only key frames are shown: forward, backward. */
const KEYS_FROM_FORWARD = 16;
const KEYS_FROM_REVERSE = 4;
/** Key frames shown per real second at most. */
const KEYS_PER_SECOND = 15;
/** Two times closer than this belong to the same frame. */
const SAME_PICTURE_MS = 0.5;

/** Whether only key frames are shown at this speed (negative: backwards). */
export const isFastPlay = (rate: number): boolean => rate >= KEYS_FROM_FORWARD || rate <= -KEYS_FROM_REVERSE;

/** Recorded ms between two ticks. */
export const strideMs = (rate: number): number => (1000 * Math.abs(rate)) / KEYS_PER_SECOND;

/** The tick from which on a key frame of that time is the last one, server ms. */
export const tickOf = (wallMs: number, stride: number): number =>
  Math.ceil((wallMs - SAME_PICTURE_MS) / stride) * stride;
