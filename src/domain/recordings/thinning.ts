/** Thinning out: of recordings that are old enough only a part stays, so that the rest of the disk reaches further back. */
/** `keys`: the key pictures, about one a second at most, without sound; `motion`: whole video around what moves */
export const THINNING_WHATS = ["keys", "motion"] as const;
export type ThinningWhat = (typeof THINNING_WHATS)[number];

export interface ThinningSpec {
  /** what is older is thinned out */
  readonly afterDays: number;
  readonly what: ThinningWhat;
  /** of `motion`: so much stays before and after it */
  readonly marginS: number;
  /** ids; null = all cameras, also those that come later */
  readonly cameras: readonly string[] | null;
}

/** An hour: what was recorded just now may still be looked at, and what moves in it is not known yet. */
export const LEAST_THIN_DAYS = 1 / 24;
export const MOST_THIN_DAYS = 3650;
export const MOST_MARGIN_S = 300;
