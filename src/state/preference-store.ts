/** Choices of this browser, and the window they apply to. */
import { DEWARP_PLAYERS_DESKTOP } from "#domain/limits/dewarp.ts";
import { PANEL_WIDTH_PX } from "#domain/limits/stage.ts";
import type { PanelLayout } from "#domain/panel.ts";
import type { Language } from "#domain/texts/languages.ts";
import type { TimeForm } from "#domain/timeline/written-time.ts";
import { type FactStore, factStore } from "./store.ts";

export type Theme = "system" | "dark" | "light";

interface PreferenceFacts {
  language: Language;
  theme: Theme;
  timeForm: TimeForm;
  panelOpen: boolean;
  panelWidthPx: number;
  /** null: the default of the edition and of the number of cameras */
  panelLayout: PanelLayout | null;
  /** stats over every tile: the URL flag stats-overlay, or switched on per tile */
  statsOverlay: boolean;
  navigation: "left-nav" | "menu";
  /** most dewarped players at a time: 16, on mobile 8, unless it was set (document 1, section 5) */
  dewarpMax: number;
  /** stages whose tiles are still until something happens: ids of saved ones, "" = the user's own */
  stillStages: string[];
  /** of the timeline's strip, CSS px; null: as high as the page makes it */
  timelineHeightPx: number | null;
  window: { widthPx: number; heightPx: number };
}
export type PreferenceStore = FactStore<PreferenceFacts>;

export const createPreferenceStore = (initial: Partial<PreferenceFacts> = {}): PreferenceStore =>
  factStore<PreferenceFacts>({
    language: "en",
    theme: "dark",
    timeForm: "iso",
    panelOpen: true,
    panelWidthPx: PANEL_WIDTH_PX,
    panelLayout: null,
    statsOverlay: false,
    navigation: "menu",
    dewarpMax: DEWARP_PLAYERS_DESKTOP,
    stillStages: [],
    timelineHeightPx: null,
    window: { widthPx: 1280, heightPx: 800 },
    ...initial,
  });
