/** English. Moving a camera. */
import type { ptz as rows } from "../ptz.ts";
import type { TextsOf } from "../texts-of.ts";

export const ptz: TextsOf<typeof rows> = {
  "ptz/unsupported": "The camera cannot be moved.",
  "ptz/no-centre": "The camera cannot centre a point.",
  "preset/unknown": "There is no such preset.",
  "ptz/too-many-presets": "There may be {count} presets.",
  "preset/unnamed": "The camera gave the preset no name.",
  "preset/failed": "Error creating preset: {cause}",
  "preset/name-required": "Preset name is required.",
  "preset/name-too-long": "Preset name must be 32 characters or fewer.",
  "preset/name-characters": "Invalid user name (alphanumeric characters only).",
};
