/** Random numbers that come again with the same seed. */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    isTrue: (share) => next() < share,
    of: (list) => list[Math.floor(next() * list.length)],
  };
}
