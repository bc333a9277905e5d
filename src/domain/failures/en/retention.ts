/** English. How long recordings are kept. */
import type { retention as rows } from "../retention.ts";
import type { TextsOf } from "../texts-of.ts";

export const retention: TextsOf<typeof rows> = {
  "retention/fetch-failed": "Failed to get policy data: {cause}",
  "retention/save-failed": "Failed to save the retention policy: {cause}",
  "retention/required": "Enter a number of days from 0 to 10000.",
  "retention/not-possible":
    "The current configuration is not possible for the maximum threshold. You can save it at your own risk.",
  "retention/not-possible-trial":
    "The current configuration is not possible for the maximum threshold. Activate your license for longer retention. You can save it at your own risk.",
};
