/** This browser's choices, kept in local storage. Unreadable ones are ignored, because they are only conveniences. */
import * as z from "zod/mini";
import { catch as or } from "zod/mini";
import type { KeyValueStorage } from "#actions/key-value-storage.ts";
import { PANEL_WIDTH_MAX_PX, PANEL_WIDTH_MIN_PX, PANEL_WIDTH_PX } from "#domain/limits/stage.ts";
import { type Language, LANGUAGES } from "#domain/texts/languages.ts";
import { createPreferenceStore, type PreferenceStore } from "#state/preference-store.ts";

const KEY = "proscenium.preferences";
// Each choice is read separately: one that another version wrote does not spoil the others.
const kept = z.object({
  language: or(z.optional(z.enum(LANGUAGES)), undefined),
  theme: or(z.enum(["system", "dark", "light"]), "dark"),
  timeForm: or(z.enum(["iso", "language"]), "iso"),
  panelOpen: or(z.boolean(), true),
  panelWidthPx: or(z.int().check(z.minimum(PANEL_WIDTH_MIN_PX), z.maximum(PANEL_WIDTH_MAX_PX)), PANEL_WIDTH_PX),
  panelLayout: or(z.nullable(z.enum(["mosaic", "big", "list"])), null),
  navigation: or(z.enum(["left-nav", "menu"]), "menu"),
  timelineHeightPx: or(z.nullable(z.number().check(z.minimum(0), z.maximum(10_000))), null),
  stillStages: or(z.array(z.string().check(z.maxLength(100))), []),
  dewarpMax: or(z.optional(z.int().check(z.minimum(0), z.maximum(4096))), undefined),
});

const CHOICES: readonly (keyof z.infer<typeof kept>)[] = [
  "language",
  "theme",
  "timeForm",
  "panelOpen",
  "panelWidthPx",
  "panelLayout",
  "navigation",
  "timelineHeightPx",
  "stillStages",
  "dewarpMax",
];

/** What depends on the machine and its browser; it is stored only where somebody has chosen otherwise. */
interface Usual {
  readonly dewarpMax: number;
  readonly language: Language;
}

export function openPreferences(storage: KeyValueStorage, statsOverlay: boolean, usual: Usual): PreferenceStore {
  const stored = kept.safeParse(read(storage));
  const { dewarpMax, language, ...others } = stored.success ? stored.data : { ...usual };
  const store = createPreferenceStore({
    ...others,
    dewarpMax: dewarpMax ?? usual.dewarpMax,
    language: language ?? usual.language,
    statsOverlay,
    window: { widthPx: innerWidth, heightPx: innerHeight },
  });
  store.subscribe((facts, before) => {
    const changed = CHOICES.filter((name) => facts[name] !== before[name]);
    if (changed.length === 0) return;
    const of = (names: typeof CHOICES) => Object.fromEntries(names.map((name) => [name, facts[name]]));
    // Another window may have stored other choices since this one was opened.
    const now = kept.safeParse(read(storage));
    const all = { ...of(CHOICES), ...(now.success ? now.data : {}), ...of(changed) };
    // Where it cannot be stored the choice lives until the page closes.
    const isUsual = (name: keyof Usual): boolean => all[name] === usual[name];
    const chosen = Object.entries(all).filter(([name]) => !(name in usual && isUsual(name as keyof Usual)));
    storage.write(KEY, JSON.stringify(Object.fromEntries(chosen)));
  });
  return store;
}

function read(storage: KeyValueStorage): unknown {
  try {
    return JSON.parse(storage.read(KEY) ?? "null");
  } catch {
    return null;
  }
}
