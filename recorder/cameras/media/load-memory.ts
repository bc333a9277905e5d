/** What cameras send is kept from one run to the next: places are chosen before any of them is heard. */
import { z } from "zod/mini";
import { inBackground } from "#recorder/core/background.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { MediaLink } from "./media-link.ts";
import { areNewLoads } from "./placing.ts";

const KEY = "camera-loads";
/** A camera sends its usual amount by then. What a shorter run heard is not kept. */
const KEEP_MS = 5 * 60_000;
const keptLoads = z.record(z.string(), z.number().check(z.positive()));

/** Tells `media` what is known, before it is told of any camera. The returned function ends the keeping. */
export async function keepLoads(parts: {
  readonly media: Pick<MediaLink, "loads" | "rememberLoads">;
  readonly settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly log: Pick<Log, "error">;
}): Promise<() => void> {
  const { media, settings, log } = parts;
  let kept = read(await settings.internal(KEY));
  media.rememberLoads(kept);
  const keep = async (): Promise<void> => {
    const now = media.loads();
    if (!areNewLoads(now, kept)) return;
    await settings.setInternal(KEY, JSON.stringify(Object.fromEntries(now)));
    kept = now;
  };
  const timer = setInterval(() => inBackground(log, "keeping what cameras send", keep()), KEEP_MS);
  return () => clearInterval(timer);
}

/** What cannot be read was not kept: places are then chosen by the number of cameras, as at the first start. */
function read(text: string | null): ReadonlyMap<string, number> {
  try {
    return new Map(Object.entries(keptLoads.parse(JSON.parse(text ?? "{}"))));
  } catch {
    return new Map();
  }
}
