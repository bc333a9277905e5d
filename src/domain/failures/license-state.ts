/** What the bar says of a license that does not hold. */
import { refused } from "./row.ts";

export const licenseState = {
  "license/degraded-storage": refused(),
  "license/degraded": refused(),
} as const;
