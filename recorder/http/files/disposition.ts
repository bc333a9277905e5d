/** Characters that file systems refuse, and those that change the direction of text. */
const UNFIT = /[\\/:*?"<>|\u202A-\u202E\u2066-\u2069]/;
/** half a character: it has no UTF-8 */
const LONE = /^[\uD800-\uDFFF]$/;
/** RFC 8187: characters that encodeURIComponent keeps but a header's value may not contain. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 6266: a plain name for old programs, the real one beside it. */
export function disposition(fileName: string): string {
  const isUnfit = (one: string): boolean => UNFIT.test(one) || one < " " || one === "\u007F" || LONE.test(one);
  const name = Array.from(fileName, (one) => (isUnfit(one) ? "_" : one)).join("");
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`;
}
