/** The advanced settings of this browser (document 1, section 2): kept in its storage, read at each start. */
import { type LogLevel, readLogLevel } from "#domain/browser-support.ts";
import { type DefaultPlayerMode, readDefaultMode, readOverride, type WebrtcOverride } from "#domain/player/mode.ts";
import { type PainterChoice, readPainterChoice } from "#domain/stage/painter-choice.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";

export interface AdvancedSettings {
  readonly defaultPlayerMode: DefaultPlayerMode;
  readonly webrtcSupportOverride: WebrtcOverride;
  readonly logLevel: LogLevel;
  readonly stagePainter: PainterChoice;
}

/** The stored settings; missing or invalid ones read as 'disabled', 'disabled', NONE and 'auto'. */
export const readAdvancedSettings = (storage: KeyValueStorage): AdvancedSettings => ({
  defaultPlayerMode: readDefaultMode(storage.read("defaultPlayerMode")),
  webrtcSupportOverride: readOverride(storage.read("webrtcSupportOverride")),
  logLevel: readLogLevel(storage.read("logLevel")),
  stagePainter: readPainterChoice(storage.read("stagePainter")),
});

/** The stored settings that are no settings, as what they stand for. */
function invalidSettings(storage: KeyValueStorage): Partial<AdvancedSettings> {
  const read = readAdvancedSettings(storage);
  const stands = (name: keyof AdvancedSettings): boolean => {
    const stored = storage.read(name);
    return stored === null || stored === read[name];
  };
  const names = ["defaultPlayerMode", "webrtcSupportOverride", "logLevel", "stagePainter"] as const;
  return Object.fromEntries(names.filter((name) => !stands(name)).map((name) => [name, read[name]]));
}

/**
 * The others stay unchanged: another window may have changed them. What is stored and is no setting is put right. False
 * when this browser could not store these.
 */
export const writeAdvancedSettings = (storage: KeyValueStorage, changed: Partial<AdvancedSettings>): boolean =>
  Object.entries({ ...invalidSettings(storage), ...changed }).every(([name, value]: [string, string]) =>
    storage.write(name, value),
  );
