/** How what the API names is called on the screens. */
import type { Say } from "./use-text.ts";

const known = [
  "BitRate",
  "Encoder",
  "EncoderInterval",
  "FrameRate",
  "GOVLength",
  "Profile",
  "Quality",
  "Resolution",
  "SampleRate",
] as const;

/** How a setting of a stream is called: "FrameRate" is "Frame Rate"; one that only its camera knows has its own words. */
export function settingWords(say: Say, name: string): string {
  const own = known.find((each) => each === name);
  if (own) return say(`setting.${own}`);
  return name.replaceAll(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, end: string, next: string, last: string) =>
    end ? `${end} ${next}` : `${last} `,
  );
}

/** A section of a stream's settings. */
const sectionWords = (say: Say, name: string): string =>
  name === "Video" || name === "Audio" ? say(`copy.section.${name}`) : name;

/**
 * `say` with what a refusal names as the API does called as on the screens. Such a refusal is known only where the
 * administration's texts are loaded, and with them the screens' words.
 */
export const namingSettings =
  (say: Say): Say =>
  (id, values) => {
    const name = values?.name;
    if (typeof name === "string" && id === "error.value_refused")
      return say(id, { ...values, name: settingWords(say, name) });
    if (typeof name === "string" && id === "error.section_fixed")
      return say(id, { ...values, name: sectionWords(say, name) });
    return say(id, values);
  };
