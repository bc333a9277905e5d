/** English. What the bar says of a license that does not hold. */
import type { licenseState as rows } from "../license-state.ts";
import type { TextsOf } from "../texts-of.ts";

export const licenseState: TextsOf<typeof rows> = {
  "license/degraded-storage": "Storage error detected: storage device changed",
  "license/degraded": "License error detected: the license is invalid, recording and cleaning stopped",
};
