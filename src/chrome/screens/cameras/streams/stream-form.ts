/** Converts a stream into the values of the stream dialog and back. */
import type { Failure } from "#domain/failures/failure.ts";
import type { AdminStream, StreamForm } from "#actions/administration/stream-admin-actions.ts";
import { ok, type Result } from "#base/result.ts";
import type { CapabilityGroup, CapabilityNode, Settings } from "#domain/cameras/capabilities.ts";
import { type ReadConfiguration, styleConfiguration } from "#domain/recordings/recording-style.ts";

export function readStyle({ recordingConfiguration: read }: AdminStream): ReadConfiguration {
  return {
    mode: read.mode,
    motionMode: read.filesplit?.motionMode,
    recordState: read.filesplit?.recordState,
    motionReducer: read.motionReducer,
  };
}

/** The recordingConfiguration of a chosen style; an unknown style is a failure. */
export function writtenStyle(chosen: string): Result<NonNullable<StreamForm["recordingConfiguration"]>, Failure> {
  const style = styleConfiguration(chosen);
  if (!style.ok) return style;
  const { mode, motionMode, recordState, motionReducer } = style.value;
  return ok({
    mode,
    ...(motionReducer === undefined ? {} : { motionReducer }),
    filesplit: {
      ...(motionMode === undefined ? {} : { motionMode }),
      ...(recordState === undefined ? {} : { recordState }),
    },
  });
}

/** The settings of a section as they arrive, limited to those that a form can show. */
export function settingsOf(section: unknown): Settings {
  const settings: Record<string, string | number> = {};
  if (typeof section !== "object" || section === null) return settings;
  for (const [name, value] of Object.entries(section)) {
    if (typeof value === "string" || typeof value === "number") settings[name] = value;
    else if (typeof value === "boolean") settings[name] = String(value);
  }
  return settings;
}

interface Input {
  readonly name: string;
  readonly node: CapabilityNode;
}
/** The inputs of a group; the inputs of a chosen option follow directly after it. */
export function inputsOf(group: CapabilityGroup, settings: Settings): Input[] {
  return Object.entries(group).flatMap(([name, node]) => {
    if (node.type !== "enum") return node.type === "int" ? [{ name, node }] : [];
    const children = node.capabilities[String(settings[name] ?? node.default)] ?? {};
    return [{ name, node }, ...inputsOf(children, settings)];
  });
}

/** The values that differ from the form's initial values: only these are sent. */
export function changedSettings(before: Settings, now: Settings): Settings {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => String(before[name] ?? "") !== String(value)),
  );
}
