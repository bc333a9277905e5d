/** How what the API names is called on the screens. */
import { type Failure, hasCode, type ParamValue } from "#domain/failures/failure.ts";
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
 * How the values of a failure are written. Such failures as name a setting are known only where the administration's texts
 * are loaded, and with them the screens' words.
 */
export const settingName =
  (say: Say) =>
  (name: string, value: ParamValue, failure: Failure): string | number => {
    if (typeof value === "object") return value.join(" or ");
    if (name !== "name" || typeof value === "number") return value;
    if (hasCode(failure, "stream/value-refused")) return settingWords(say, value);
    return hasCode(failure, "stream/section-fixed") ? sectionWords(say, value) : value;
  };
