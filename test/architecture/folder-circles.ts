/**
 * Finds folders that import each other in a circle. The compiler and the linter enforce the walls between layers.
 * Inside a layer the imports of its folders must have one direction too, so that a folder can be read, and moved,
 * without all of its neighbours.
 */
import { importedPath, type Aliases, type SourceFile } from "./imports.ts";

const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** The paths that a file imports from this repository. */
function importsOf({ path, text }: SourceFile, aliases: Aliases): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => importedPath(path, specifier, aliases) ?? []);
}

/** An import from one folder to its sibling. */
interface Step {
  readonly parent: string;
  readonly from: string;
  readonly to: string;
  readonly said: string;
}

/** The folders in which two paths differ; null when one of them lies directly in the folder that they share. */
function stepOf(path: string, target: string): Step | null {
  const here = path.split("/");
  const there = target.split("/");
  const at = here.findIndex((part, index) => part !== there[index]);
  if (at < 0 || at >= here.length - 1 || at >= there.length - 1) return null;
  const parent = here.slice(0, at).join("/");
  return { parent, from: here[at] ?? "", to: there[at] ?? "", said: `${path} imports ${target}` };
}

/**
 * Every import that is part of a circle of sibling folders, at any depth of one layer. Files that lie directly in the
 * parent folder do not count: they may import the folders below them, and be imported.
 */
export function circularImports(files: readonly SourceFile[], aliases: Aliases): string[] {
  const layerOf = (path: string): string | undefined =>
    Object.values(aliases).find((folder) => path.startsWith(`${folder}/`));
  const steps = files.flatMap((file) =>
    importsOf(file, aliases).flatMap((target) =>
      layerOf(file.path) === layerOf(target) ? (stepOf(file.path, target) ?? []) : [],
    ),
  );
  const next = new Map<string, Set<string>>();
  for (const { parent, from, to } of steps) {
    const folder = `${parent}/${from}`;
    next.set(folder, (next.get(folder) ?? new Set()).add(`${parent}/${to}`));
  }
  const reaches = (start: string, goal: string): boolean => {
    const seen = new Set([start]);
    for (const folder of seen) for (const one of next.get(folder) ?? []) seen.add(one);
    return seen.has(goal);
  };
  return steps
    .filter(({ parent, from, to }) => reaches(`${parent}/${to}`, `${parent}/${from}`))
    .map(({ said }) => said);
}
