/** What file systems refuse, and what turns the direction of text. */
const UNFIT = /[\\/:*?"<>|\u202A-\u202E\u2066-\u2069]/;

/** RFC 6266: a plain name for old programs, the real one beside it. */
export function disposition(fileName: string): string {
  const name = Array.from(fileName, (one) => (UNFIT.test(one) || one < " " || one === "\u007F" ? "_" : one)).join("");
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** UTC, whole seconds, fit for a file's name. */
export const stampOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replaceAll(":", "-");
