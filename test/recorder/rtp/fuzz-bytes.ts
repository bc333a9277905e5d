/** What a camera could send in place of what it should: any bytes, and valid ones that were changed. */
import * as fc from "fast-check";

export const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
/** PROSCENIUM_FUZZ_RUNS is the number of inputs that are generated: the gate takes few, `scripts/soak/fuzz.mjs` takes many. */
export const runs = { numRuns: Number(process.env.PROSCENIUM_FUZZ_RUNS ?? 300) };

/** Flips, removes and repeats bytes of a valid input. */
export const mutated = (valid: Buffer): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 8 }), fc.nat(valid.length))
    .map(([edits, cut]) => {
      const copy = Buffer.from(valid);
      for (const [at, value] of edits) copy[at] = value;
      return cut % 3 === 0 ? copy.subarray(0, cut) : copy;
    });
