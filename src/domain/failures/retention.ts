/** How long recordings are kept. */
import { input, trouble, warning } from "./row.ts";

export const retention = {
  "retention/fetch-failed": trouble({ cause: "must" }),
  "retention/save-failed": trouble({ cause: "must" }),
  "retention/required": input(),
  "retention/not-possible": warning(),
  "retention/not-possible-trial": warning(),
} as const;
