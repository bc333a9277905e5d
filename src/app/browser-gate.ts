/** Which browsers may sign in (document 1, sections 2 and 5). */
import { BROWSER_MIN } from "#domain/limits.ts";

export interface BrowserFacts {
  readonly userAgent: string;
  readonly localStorage: boolean;
  readonly webSocket: boolean;
  readonly webRtc: boolean;
}
export type Gate = "unsupported-browser" | "no-websocket" | "incognito" | "browser-compatibility";

export interface BrowserVerdict {
  readonly gate: Gate | null;
  readonly isEdge: boolean;
  readonly isMobile: boolean;
  /** a mobile browser without WebRTC starts in low bandwidth */
  readonly lowBandwidth: boolean;
}

interface Known {
  readonly name: keyof typeof BROWSER_MIN;
  readonly version: number;
}

/** Name and major version; null = none of the browsers that the document lists. */
export function knownBrowser(userAgent: string): Known | null {
  const version = (pattern: RegExp): number | null => {
    const found = pattern.exec(userAgent);
    return found?.[1] === undefined ? null : Number(found[1]);
  };
  const opera = version(/\bOPR\/(\d+)/) ?? version(/\bOpera\/.*Version\/(\d+)/);
  if (opera !== null) return { name: "opera", version: opera };
  const ie = version(/\bMSIE (\d+)/) ?? version(/\bTrident\/.*rv:(\d+)/);
  if (ie !== null) return { name: "ie", version: ie };
  const chrome = version(/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/);
  if (chrome !== null) return { name: "chrome", version: chrome };
  const firefox = version(/\b(?:Firefox|FxiOS)\/(\d+)/);
  if (firefox !== null) return { name: "firefox", version: firefox };
  const safari = /\bSafari\//.test(userAgent) ? version(/\bVersion\/(\d+)/) : null;
  return safari === null ? null : { name: "safari", version: safari };
}

export function judgeBrowser(facts: BrowserFacts): BrowserVerdict {
  const known = knownBrowser(facts.userAgent);
  const isMobile = /\b(Mobile|Android|iPhone|iPad|iPod)\b/.test(facts.userAgent);
  const isEdge = /\bEdge?\//.test(facts.userAgent) || /\bEdg(A|iOS)\//.test(facts.userAgent);
  const gate = ((): Gate | null => {
    if (known === null || known.version < BROWSER_MIN[known.name]) return "unsupported-browser";
    if (known.name === "ie") return "browser-compatibility";
    if (!facts.localStorage) return "incognito";
    if (!facts.webSocket) return "no-websocket";
    return facts.webRtc || isMobile ? null : "browser-compatibility";
  })();
  return { gate, isEdge, isMobile, lowBandwidth: isMobile && !facts.webRtc };
}

/** What this very browser has. */
export function browserFacts(): BrowserFacts {
  return {
    userAgent: navigator.userAgent,
    localStorage: storageWorks(),
    webSocket: "WebSocket" in globalThis,
    webRtc: "RTCPeerConnection" in globalThis,
  };
}

function storageWorks(): boolean {
  try {
    localStorage.setItem("proscenium.probe", "1");
    localStorage.removeItem("proscenium.probe");
    return true;
  } catch {
    return false;
  }
}
