/** Twenty ways in which a database file is not what it was. Its content after a clean stop, and what is left of it. */
type Damage = (whole: Buffer) => Buffer;

const PAGE = 4096;

/** The same bytes at each run, and nothing that a database could hold by chance. */
function noise(length: number, seed: number): Buffer {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 16) & 255;
  };
  return Buffer.from(Array.from({ length }, next));
}
const over =
  (at: (bytes: number) => number, bytes: (length: number) => Buffer): Damage =>
  (whole) => {
    const damaged = Buffer.from(whole);
    bytes(whole.length).copy(damaged, at(whole.length));
    return damaged;
  };
const page = (share: number) => (bytes: number) => Math.max(1, Math.floor((bytes / PAGE) * share)) * PAGE;
const lastPage = (bytes: number) => bytes - PAGE;
const start = () => 0;
const zeros = (length: number) => () => Buffer.alloc(length);
const random = (length: number, seed: number) => () => noise(length, seed);
const cut =
  (length: (bytes: number) => number): Damage =>
  (whole) =>
    whole.subarray(0, length(whole.length));

export const damages: Readonly<Record<string, Damage>> = {
  "a header of zeros": over(start, zeros(100)),
  "a header of noise": over(start, random(100, 1)),
  "another magic": over(start, () => Buffer.from("SQLite format 9\0")),
  "a page size that there is not": over(
    () => 16,
    () => Buffer.from([0x12, 0x34]),
  ),
  "a version for writing that nobody knows": over(
    () => 18,
    () => Buffer.from([9]),
  ),
  "a first page of zeros": over(start, zeros(PAGE)),
  "a first page of noise": over(start, random(PAGE, 2)),
  "a list of tables of noise": over(() => 100, random(PAGE - 100, 3)),
  "a second page of zeros": over(() => PAGE, zeros(PAGE)),
  "a page of zeros in the middle": over(page(0.5), zeros(PAGE)),
  "a page of noise in the middle": over(page(0.5), random(PAGE, 4)),
  "many pages of noise in the middle": over(page(0.3), random(8 * PAGE, 5)),
  "a last page of zeros": over(lastPage, zeros(PAGE)),
  "half of it": cut((bytes) => Math.floor(bytes / 2 / PAGE) * PAGE),
  "one page of it": cut(() => PAGE),
  "an end within a page": cut((bytes) => bytes - PAGE - 1000),
  "50 bytes of it": cut(() => 50),
  "an empty file": cut(() => 0),
  "a text": () => Buffer.from("this is no database\n".repeat(500)),
  "zeros only": (whole) => Buffer.alloc(whole.length),
};
