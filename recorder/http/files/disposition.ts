import { fitForFile } from "#domain/file-names.ts";

/** RFC 8187: characters that encodeURIComponent keeps but a header's value may not contain. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 6266: a plain name for old programs, the real one beside it. */
export function disposition(fileName: string): string {
  const name = fitForFile(fileName);
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`;
}
