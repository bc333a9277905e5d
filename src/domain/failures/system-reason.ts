/** Reasons as the operating system writes them, like "EACCES: permission denied, open '/mnt/a'", told in words. */

const CODES = {
  ENOSPC: "system/no-room",
  EDQUOT: "system/no-room",
  EFBIG: "system/no-room",
  EACCES: "system/no-permission",
  EPERM: "system/no-permission",
  EROFS: "system/read-only",
  ENOENT: "system/missing",
  ENOTDIR: "system/missing",
  ENODEV: "system/missing",
  ESTALE: "system/missing",
  EIO: "system/broken",
  EBUSY: "system/in-use",
  EMFILE: "system/too-many-files",
  ENFILE: "system/too-many-files",
  ECONNREFUSED: "system/refused",
  ENOTFOUND: "system/host-unknown",
  EAI_AGAIN: "system/host-unknown",
  EHOSTUNREACH: "system/no-way",
  ENETUNREACH: "system/no-way",
  ETIMEDOUT: "system/silent",
  ECONNRESET: "system/closed",
  EPIPE: "system/closed",
} as const;
type SystemCode = (typeof CODES)[keyof typeof CODES];

/** "ENOSPC: …", "connect ECONNREFUSED 10.0.0.1:9000", "EROFS" */
const WRITTEN = /^(?:Error: )?(?:[a-z]+ )?(E[A-Z_]+)(?=[:\s]|$)/;
const PATH = /'([^']+)'$/;

interface SystemReason {
  readonly code: SystemCode;
  /** the file or folder; "": none is named */
  readonly path: string;
}

/** Null: these are no words of the operating system, or it has no text here. */
export function systemReason(reason: string): SystemReason | null {
  const written = WRITTEN.exec(reason)?.[1] ?? "";
  const known = Object.entries(CODES).find(([code]) => code === written);
  return known ? { code: known[1], path: PATH.exec(reason)?.[1] ?? "" } : null;
}

/** What the sentence of such a failure says itself. */
const SAID: Readonly<Record<string, SystemCode>> = { full: "system/no-room", gone: "system/missing" };

/**
 * A reason as it is shown in a sentence of `about`, a code of a failure: `textOf` gives the text of a code in the
 * language of the page.
 */
export function reasonWords(reason: string, textOf: (code: string) => string | undefined, about = ""): string {
  const system = systemReason(reason);
  const words = system && textOf(system.code);
  if (!system || words === undefined) return reason;
  const isSaid = SAID[about.slice(about.lastIndexOf("-") + 1)] === system.code;
  return [...(isSaid ? [] : [words]), ...(system.path === "" ? [] : [system.path])].join(" ");
}
