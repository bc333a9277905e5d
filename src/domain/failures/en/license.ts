/** English. Licence and activation. */
import type { license as rows } from "../license.ts";
import type { TextsOf } from "../texts-of.ts";

export const license: TextsOf<typeof rows> = {
  "license/none": "There is no license.",
  "license/invalid": "{cause}",
  "license/no-storage": "There is no storage that can be written: connect it and try again.",
  "license/no-key": "This is not a license key.",
  "license/not-genuine": "The license key is not genuine.",
  "license/unreadable": "The license key cannot be read.",
  "license/other-machine": "The license is for another machine.",
  "license/expired": "The license has expired.",
  "license/covers": "The license covers {cameras} cameras, there are {count}.",
  "license/no-service": "No activation service is configured.",
  "activation/unreachable": "{cause}",
  "activation/silent": "The activation service does not answer.",
  "activation/unreadable": "The activation service's answer cannot be read.",
  "activation/refused": "{message}",
  "license/code": "Enter four groups of five letters or digits separated by dashes.",
  "license/location-blank": "The location must not be blank.",
  "license/remove-failed": "Failed to remove the license.",
  "license/detach-failed": "An unexpected error has occurred.",
};
