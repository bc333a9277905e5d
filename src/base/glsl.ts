/** Puts `#define`s after the version line: one source, one program per kind of what it draws. */
export function withDefines(source: string, defines: readonly string[]): string {
  const [version, ...rest] = source.trimStart().split("\n");
  return [version, ...defines.map((name) => `#define ${name}`), ...rest].join("\n");
}
