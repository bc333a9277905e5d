/** The advanced settings of this browser (document 1, section 2): kept in its storage, read at each start. */
import { type LogLevel, readLogLevel } from "#domain/browser-support.ts";
import { type DefaultPlayerMode, readDefaultMode, readOverride, type WebrtcOverride } from "#domain/player/mode.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";

export interface AdvancedSettings {
  readonly defaultPlayerMode: DefaultPlayerMode;
  readonly webrtcSupportOverride: WebrtcOverride;
  readonly logLevel: LogLevel;
}

/** The stored settings; missing or invalid ones read as 'disabled', 'disabled' and NONE. */
export const readAdvancedSettings = (storage: KeyValueStorage): AdvancedSettings => ({
  defaultPlayerMode: readDefaultMode(storage.read("defaultPlayerMode")),
  webrtcSupportOverride: readOverride(storage.read("webrtcSupportOverride")),
  logLevel: readLogLevel(storage.read("logLevel")),
});

/** The others stay unchanged: another window may have changed them. False when this browser could not store these. */
export const writeAdvancedSettings = (storage: KeyValueStorage, changed: Partial<AdvancedSettings>): boolean =>
  Object.entries(changed).every(([name, value]: [string, string]) => storage.write(name, value));
