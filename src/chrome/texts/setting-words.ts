/** The screens' words for names of the API. */
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

/**
 * The label of a stream's setting: "FrameRate" becomes "Frame Rate"; a setting that only its camera knows keeps the
 * camera's own name.
 */
export function settingWords(say: Say, name: string): string {
  const own = known.find((each) => each === name);
  if (own) return say(`setting.${own}`);
  return name.replaceAll(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, end: string, next: string, last: string) =>
    end ? `${end} ${next}` : `${last} `,
  );
}

/** The label of a section of a stream's settings. */
const sectionWords = (say: Say, name: string): string =>
  name === "Video" || name === "Audio" ? say(`copy.section.${name}`) : name;

/** How this page writes what has a unit. */
interface Units {
  readonly bytes: (bytes: number) => string;
  readonly time: (epochMs: number) => string;
}

/**
 * How the values of a failure are written. Failures that name a setting are known only where the administration's texts
 * are loaded, and the words for settings are loaded with them.
 */
export const failureValue =
  (say: Say, units: Units) =>
  (name: string, value: ParamValue, failure: Failure): string | number => {
    if (typeof value === "object") return value.join(" or ");
    if (typeof value === "number") {
      if (name === "size") return units.bytes(value);
      return name === "time" ? units.time(value) : value;
    }
    if (name !== "name") return value;
    if (hasCode(failure, "stream/value-refused")) return settingWords(say, value);
    return hasCode(failure, "stream/section-fixed") ? sectionWords(say, value) : value;
  };
