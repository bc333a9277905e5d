/** Copying a stream's settings to other cameras (document 2, sections 4 and 5). */
import {
  type CapabilityGroup,
  type EnumCapability,
  fitSettings,
  type OptionRule,
  type Settings,
} from "./capabilities.ts";

export const COPY_SECTIONS = ["General", "Video", "Audio"] as const;
export type CopySection = (typeof COPY_SECTIONS)[number];
export type StreamSections = { readonly [section in CopySection]?: Settings };

interface CopyTarget {
  readonly id: string;
  readonly driver: string;
  readonly name: string;
}
/** Cameras that may receive the settings: ONVIF, not the source; by name. */
export const copyTargets = <T extends CopyTarget>(cameras: readonly T[], sourceId: string): T[] =>
  cameras
    .filter((camera) => camera.driver === "ONVIF" && camera.id !== sourceId)
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" }));

/** Whole numbers in a resolution like "1920x1080"; null when it is none. */
function pixelCount(resolution: string): number | null {
  const match = /^\s*(\d+)\s*[x*×]\s*(\d+)\s*$/i.exec(resolution);
  return match ? Number(match[1]) * Number(match[2]) : null;
}

/** The offered resolution with the nearest pixel count. */
export function nearestResolution(node: EnumCapability, wanted: string): string {
  const aim = pixelCount(wanted);
  if (aim === null) return fallback(node);
  let best: string | null = null;
  let bestGap = Number.POSITIVE_INFINITY;
  for (const option of node.options) {
    const gap = Math.abs((pixelCount(option) ?? Number.POSITIVE_INFINITY) - aim);
    if (gap < bestGap) {
      best = option;
      bestGap = gap;
    }
  }
  return best ?? fallback(node);
}

const fallback = (node: EnumCapability): string =>
  node.options.includes(node.default) ? node.default : (node.options[0] ?? node.default);

/** For a value that is not offered: Resolution by pixel count, Encoder the first offered, others the default. */
const copyOption: OptionRule = (name, node, value) => {
  const wanted = String(value);
  if (node.options.includes(wanted)) return wanted;
  if (name === "Resolution") return nearestResolution(node, wanted);
  return name === "Encoder" ? (node.options[0] ?? node.default) : fallback(node);
};

/** Whether a stream sends audio. "none" is the recorder's value for a stream without audio. */
export const hasAudio = (audio: Settings | undefined): boolean =>
  audio?.Encoder !== undefined && audio.Encoder !== "" && audio.Encoder !== "none";

type Groups = Readonly<Record<string, CapabilityGroup | undefined>>;
/** The settings that a stream of a camera has: no audio on a stream that sends none. */
export function settableGroups(groups: Groups, stream: StreamSections): Groups {
  const { Audio, ...others } = groups;
  return Audio && hasAudio(stream.Audio) ? groups : others;
}

/**
 * The source's settings in the form that the target can take; only chosen sections that both have. Settings that the
 * source lacks stay unchanged.
 */
export function copySettings(
  source: StreamSections,
  target: Groups,
  sections: readonly CopySection[] = COPY_SECTIONS,
): StreamSections {
  const copied: { -readonly [section in CopySection]?: Settings } = {};
  for (const section of sections) {
    const from = source[section];
    if (!from) continue;
    const group = target[section];
    // General holds names and paths, and no capability limits these.
    if (group) copied[section] = only(from, fitSettings(group, from, copyOption));
    else if (section === "General") copied.General = from;
  }
  return copied;
}

const only = (known: Settings, fitted: Settings): Settings =>
  Object.fromEntries(Object.entries(fitted).filter(([name]) => known[name] !== undefined));

interface CopyStream {
  readonly id: string;
  readonly name: string;
}
/**
 * The stream of a target that takes the settings: for a primary source the primary one, otherwise the stream of the
 * same name, otherwise the one at the same place; null when there is none.
 */
export function targetStream<T extends CopyStream>(
  source: { readonly stream: CopyStream; readonly isPrimary: boolean; readonly position: number },
  target: { readonly streams: readonly T[]; readonly primaryId: string | undefined },
): T | null {
  const { streams, primaryId } = target;
  const primary = streams.find(({ id }) => id === primaryId);
  if (source.isPrimary && primary) return primary;
  return streams.find(({ name }) => name === source.stream.name) ?? streams[source.position] ?? null;
}

export interface Adjustment {
  readonly section: CopySection;
  readonly setting: string;
  readonly wanted: string;
  readonly taken: string;
}
/** The settings that the target takes with other values than the source, for the review. */
export function adjustments(source: StreamSections, copied: StreamSections): Adjustment[] {
  return COPY_SECTIONS.flatMap((section) =>
    Object.entries(copied[section] ?? {}).flatMap(([setting, value]) => {
      const wanted = source[section]?.[setting];
      return wanted === undefined || String(wanted) === String(value)
        ? []
        : [{ section, setting, wanted: String(wanted), taken: String(value) }];
    }),
  );
}
