/** What may be wrong with the file of a recording. */

/** different: not what was written; short: its end is missing; unreadable: its disk does not give it */
export const DAMAGES = ["different", "short", "unreadable"] as const;
export type Damage = (typeof DAMAGES)[number];
