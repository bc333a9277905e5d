/** Who sees a watermark over views and exports, and what it says. Ours. */

/** others: everybody who may not configure the server */
export const WATERMARKS = ["off", "others", "everybody"] as const;
export type Watermark = (typeof WATERMARKS)[number];

export const isWatermarked = (rule: Watermark, mayConfigure: boolean): boolean =>
  rule === "everybody" || (rule === "others" && !mayConfigure);

/** The letters of the font that is painted into pictures (small ones are painted as capitals). */
const PAINTABLE = /^[A-Za-z0-9 .:_+/@#(),'?-]+$/;
const MARKS = /\p{M}/gu;

/** A name as it can be painted: without accents, or, where a letter is still left that cannot be, the account's id. */
export function paintedName(username: string, userId: string): string {
  const plain = username.normalize("NFKD").replaceAll(MARKS, "");
  return PAINTABLE.test(plain) ? plain : `#${userId}`;
}

/** What is painted: account and time (UTC, so that it means the same wherever the file goes). */
export const paintedWatermark = (name: string, atMs: number): string =>
  `${name} ${new Date(atMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
