/** Recording styles and the modes they stand for (document 2, section 4). */
import { type Failure, refuse } from "../failures/failure.ts";
import { ok, type Result } from "#base/result.ts";

export const RECORDING_STYLES = [
  "continuous-with-motion",
  "continuous-without-motion",
  "continuous-adaptive",
  "proxy-only",
  "motion-only",
] as const;
export type RecordingStyle = (typeof RECORDING_STYLES)[number];
export const DEFAULT_RECORDING_STYLE: RecordingStyle = "continuous-with-motion";

type RecordingMode = "ALL_FEATURES_MODE" | "EMBEDDED_LITE_MODE" | "PROXY_ONLY_MODE";
/** The fields of recordingConfiguration that a style decides; absent = unchanged. */
interface StyleConfiguration {
  readonly mode: RecordingMode;
  readonly motionMode?: 0 | 2;
  readonly recordState?: boolean;
  readonly motionReducer?: boolean;
}

const configurations: Readonly<Record<RecordingStyle, StyleConfiguration>> = {
  "continuous-with-motion": { mode: "ALL_FEATURES_MODE", motionMode: 0, recordState: true, motionReducer: false },
  "continuous-without-motion": { mode: "EMBEDDED_LITE_MODE" },
  "continuous-adaptive": { mode: "ALL_FEATURES_MODE", motionMode: 0, motionReducer: true },
  "proxy-only": { mode: "PROXY_ONLY_MODE", recordState: false },
  "motion-only": { mode: "ALL_FEATURES_MODE", motionMode: 2, recordState: false },
};

/**
 * The fields to write for a chosen style. Where the document leaves recordState open the style records, so it is
 * written too: otherwise a stream that was proxy-only before would silently stay without recordings.
 */
export function styleConfiguration(chosen: string): Result<StyleConfiguration, Failure> {
  const style = RECORDING_STYLES.find((known) => known === chosen);
  if (!style) return refuse("stream/unknown-recording-style", { VALUE: chosen });
  return ok({ recordState: true, ...configurations[style] });
}

/** recordingConfiguration in its read form, scalars already native. */
export interface ReadConfiguration {
  readonly mode?: string | undefined;
  readonly motionMode?: number | undefined;
  readonly recordState?: boolean | undefined;
  readonly motionReducer?: boolean | undefined;
}

/** The style of a configuration; null: it cannot be determined (an alert, and the default is used). */
export function styleOf(read: ReadConfiguration): RecordingStyle | null {
  return (
    RECORDING_STYLES.find((style) => {
      const { mode, motionMode, recordState, motionReducer } = configurations[style];
      return (
        read.mode === mode &&
        (motionMode === undefined || read.motionMode === motionMode) &&
        (recordState === undefined || read.recordState === recordState) &&
        (motionReducer === undefined || (read.motionReducer ?? false) === motionReducer)
      );
    }) ?? null
  );
}
