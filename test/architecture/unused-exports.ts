/**
 * Finds names that a file exports though no other file imports them. Such a name looks as if others depended on it; the
 * linter then does not notice either when nothing uses it any more.
 */
import { importedPath, type Aliases, type SourceFile } from "./imports.ts";

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gmu;
const NAMED_IMPORT = /\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*"([^"]+)"/gu;
/** The file as a whole: every name of it counts as used. */
const WHOLE_IMPORT = /(?:\*(?:\s+as\s+[\w$]+)?\s+from\s*|\bimport\(\s*)"([^"]+)"/gu;

/** `path: name` of each. The compiler needs a few of them, to name a type in what another file exports: `needed`. */
export function unusedExports(
  files: readonly SourceFile[],
  aliases: Aliases,
  needed: ReadonlySet<string> = new Set(),
): string[] {
  const names = new Set<string>();
  const whole = new Set<string>();
  for (const { path, text } of files) {
    for (const [, list = "", from = ""] of text.matchAll(NAMED_IMPORT)) {
      const target = importedPath(path, from, aliases);
      for (const one of list.split(",")) {
        const [name = ""] = one
          .trim()
          .replace(/^type /u, "")
          .split(/\s+as\s+/u);
        names.add(`${target}: ${name}`);
      }
    }
    for (const [, from = ""] of text.matchAll(WHOLE_IMPORT)) {
      const target = importedPath(path, from, aliases);
      if (target !== null) whole.add(target);
    }
  }
  return files
    .filter(({ path }) => !whole.has(path))
    .flatMap(({ path, text }) => [...text.matchAll(EXPORT)].map(([, name = ""]) => `${path}: ${name}`))
    .filter((exported) => !names.has(exported) && !needed.has(exported));
}
