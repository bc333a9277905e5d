/** English. License and activation, an uploaded client, how long recordings are kept. */
import type { system as rows } from "../rows/system.ts";
import type { TextsOf } from "../texts-of.ts";

export const system: TextsOf<typeof rows> = {
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
  "client/no-file": "no file specified",
  "client/none": "No client was uploaded.",
  "client/bad-file": "The file is no client: {cause}.",
  "client/no-page": "it has no index.html",
  "client/other-page": "its page is not one of this product",
  "client/no-zip": "it is no zip archive",
  "client/many-files": "it has more than {count} files",
  "client/links": "it has links or devices",
  "client/file-name": "it has a file name that is not allowed",
  "client/file-twice": "it has a file twice",
  "client/large": "it is too large when unpacked",
  "client/damaged": "the archive is damaged",
  "client/empty": "it is empty",
  "retention/fetch-failed": "Failed to get policy data: {cause}",
  "retention/save-failed": "Failed to save the retention policy: {cause}",
  "retention/required": "Enter a number of days from 0 to 10000.",
  "retention/not-possible":
    "The current configuration is not possible for the maximum threshold. You can save it at your own risk.",
  "retention/not-possible-trial":
    "The current configuration is not possible for the maximum threshold. Activate your license for longer retention. You can save it at your own risk.",
};
