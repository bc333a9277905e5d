/** The files of the repository as text, and what an import in one of them means. */
import { readdirSync, readFileSync } from "node:fs";
import { join as place } from "node:path";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface SourceFile {
  /** from the root of the repository, with `/` */
  readonly path: string;
  readonly text: string;
}

/** Name of a layer's alias to its folder. */
export type Aliases = Readonly<Record<string, string>>;

export const aliasesOf = (layers: Readonly<Record<string, { readonly dir: string }>>): Aliases =>
  Object.fromEntries(Object.entries(layers).map(([name, { dir }]) => [name, dir]));

/** Every file of a folder that can import. */
export function sourcesOf(folder: string): SourceFile[] {
  const names = readdirSync(place(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/\.d\.m?ts$/.test(name) && !name.includes("node_modules"))
    .map((name) => sourceOf(`${folder}/${name.replaceAll("\\", "/")}`));
}

export const sourceOf = (path: string): SourceFile => ({ path, text: readFileSync(place(root, path), "utf8") });

/** The path that an import names; null: a package, or a module of Node. */
export function importedPath(path: string, specifier: string, aliases: Aliases): string | null {
  if (specifier.startsWith(".")) return join(dirname(path), specifier);
  const alias = Object.keys(aliases).find((name) => specifier.startsWith(`#${name}/`));
  return alias === undefined ? null : join(aliases[alias] ?? "", specifier.slice(alias.length + 2));
}
