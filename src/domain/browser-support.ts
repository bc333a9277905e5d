/** The features that the browser must have (document 1, sections 2 and 5), and reading of flags. */
import { DEWARP_PLAYERS_DESKTOP, DEWARP_PLAYERS_MOBILE } from "./limits/dewarp.ts";
import { BROWSER_MIN } from "./limits/player.ts";

interface BrowserName {
  readonly name: "chrome" | "edge" | "firefox" | "ie" | "opera" | "safari" | "other";
  readonly version: number;
  readonly mobile: boolean;
}

/**
 * Name and major version from a user agent text. `touchPoints`: an iPad calls itself a Mac, but no Mac has a touch
 * screen.
 */
export function browserOf(userAgent: string, touchPoints = 0): BrowserName {
  const mobile = /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  const find = (pattern: RegExp) => Number(pattern.exec(userAgent)?.[1] ?? Number.NaN);
  const table: readonly (readonly [BrowserName["name"], RegExp])[] = [
    ["ie", /(?:MSIE |Trident\/.*rv:)(\d+)/],
    ["opera", /(?:OPR|Opera)\/(\d+)/],
    ["edge", /(?:Edge|Edg|EdgA|EdgiOS)\/(\d+)/],
    ["firefox", /(?:Firefox|FxiOS)\/(\d+)/],
    ["chrome", /(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
    ["safari", /Version\/(\d+)[\d.]* .*Safari\//],
  ];
  for (const [name, pattern] of table) {
    const version = find(pattern);
    if (!Number.isNaN(version)) return { name, version, mobile };
  }
  return { name: "other", version: 0, mobile };
}

/**
 * 1.5: Chrome 34+, Firefox 33, IE 11, Opera 25, Safari 8; others unsupported. Edge counts as the Chrome that it is
 * built on.
 */
export function isSupported(browser: BrowserName): boolean {
  if (browser.name === "other") return false;
  return browser.version >= BROWSER_MIN[browser.name === "edge" ? "chrome" : browser.name];
}

export interface BrowserAbilities {
  readonly localStorage: boolean;
  readonly websocket: boolean;
  readonly webrtc: boolean;
  /** names of what the page needs, without another way, and this browser has not */
  readonly missing: readonly string[];
}
export type Gate = "unsupported-browser" | "incognito" | "no-websocket" | "browser-compatibility";

/**
 * Where sign-in sends a browser that lacks a feature; null to go on. IE 11 and browsers without WebRTC get the
 * compatibility page; a mobile browser without WebRTC signs in with low bandwidth. Browsers hide local storage in
 * private windows, hence the name of that page.
 */
export function signInGate(browser: BrowserName, has: BrowserAbilities): Gate | null {
  if (!isSupported(browser) || has.missing.length > 0) return "unsupported-browser";
  if (!has.localStorage) return "incognito";
  if (!has.websocket) return "no-websocket";
  if (browser.name === "ie" || (!has.webrtc && !browser.mobile)) return "browser-compatibility";
  return null;
}

/** A mobile browser without WebRTC defaults to low-bandwidth mode. */
export const defaultsToLowBandwidth = (browser: BrowserName, has: BrowserAbilities): boolean =>
  browser.mobile && !has.webrtc;

/** .mov is hidden on mobile Safari. */
export const isMobileSafari = (browser: BrowserName): boolean => browser.name === "safari" && browser.mobile;

/** 1.2: a URL flag is on when its value is 'true' or '1'. */
export const flagIsOn = (value: string | null | undefined): boolean => value === "true" || value === "1";

export const LOG_LEVELS = ["NONE", "ERROR", "WARN", "INFO", "LOG", "DEBUG", "TRACE"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** Advanced settings: an invalid log level becomes NONE. */
export const readLogLevel = (stored: unknown): LogLevel => LOG_LEVELS.find((level) => level === stored) ?? "NONE";

/** The default of the dewarp limit's setting. */
export const dewarpPlayersMax = (mobile: boolean): number => (mobile ? DEWARP_PLAYERS_MOBILE : DEWARP_PLAYERS_DESKTOP);
