/**
 * Puts `#define`s after the version line, so that one source gives one program for each kind of thing that it draws.
 */
export function withDefines(source: string, defines: readonly string[]): string {
  const [version, ...rest] = source.trimStart().split("\n");
  return [version, ...defines.map((name) => `#define ${name}`), ...rest].join("\n");
}
