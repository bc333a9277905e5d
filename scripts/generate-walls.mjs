/**
 * Generates the walls from test/architecture/layers.mjs: tsconfig.json of every layer, the root references,
 * .oxlintrc.json overrides and the tables between the markers in ARCHITECTURE.md. `--check` writes nothing and exits 1
 * on a difference.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { inFrames, layers, outside } from "../test/architecture/layers.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const names = Object.keys(layers);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).sort();

const compilerOptions = (name, spec) => ({
  composite: true,
  lib: spec.lib ?? ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  types: spec.types ?? [],
  ...(spec.jsx ? { jsx: "react-jsx" } : {}),
  outDir: join(relative(join(root, spec.dir), root), ".cache/tsc", name),
  rootDir: relative(join(root, spec.dir), root),
});

const project = (name, spec, may) => {
  const up = relative(join(root, spec.dir), root);
  const include = spec.jsx ? ["**/*.ts", "**/*.tsx"] : ["**/*.ts"];
  if (spec.shaders) include.push(`${up}/shaders/shaders.d.ts`);
  if (spec.kernels) include.push(`${up}/src/base/kernels.d.ts`);
  return {
    extends: `${up}/tsconfig.base.json`,
    compilerOptions: compilerOptions(name, spec),
    include,
    references: may.map((other) => ({ path: `${up}/${{ ...layers, ...outside }[other].dir}` })),
  };
};

const restricted = (name) => {
  const spec = layers[name];
  const patterns = [];
  const forbiddenLayers = names.filter((other) => other !== name && !spec.may.includes(other));
  const groups = forbiddenLayers.flatMap((other) => [`#${other}/*`]);
  if (groups.length > 0)
    patterns.push({ group: groups, message: `${name} may import: ${spec.may.join(", ") || "nothing"}` });
  patterns.push({ regex: "^(\\.\\./){2,}", message: "across layers write #layer/file.ts" });
  if (!spec.npm.includes("*")) {
    const allowed = (name) =>
      spec.npm.some((entry) => (entry.endsWith("*") ? name.startsWith(entry.slice(0, -1)) : name === entry));
    const message = `${name} may take from npm: ${spec.npm.join(", ") || "nothing"}`;
    // Of some packages only a part is allowed (zod/mini): a rule that forbids the package would also forbid its parts.
    const inPart = packages.filter((one) => !allowed(one) && spec.npm.some((entry) => entry.startsWith(`${one}/`)));
    const forbidden = packages.filter((one) => !allowed(one) && !inPart.includes(one));
    patterns.push({ group: forbidden.flatMap((one) => [one, `${one}/*`]), message });
    for (const one of inPart) patterns.push({ regex: `^${one}$`, message });
    const node = spec.node ?? [];
    patterns.push({
      group: ["node:*", "node:*/*", ...node.map((one) => `!node:${one}`)],
      message: `${name} may take from Node: ${node.join(", ") || "nothing"}`,
    });
  }
  return {
    files: [`${spec.dir}/**/*.ts`, `${spec.dir}/**/*.tsx`],
    rules: { "no-restricted-imports": ["error", { patterns }] },
  };
};

const lint = () => ({
  $schema: "./node_modules/oxlint/configuration_schema.json",
  plugins: ["typescript", "unicorn", "import", "react", "jsx-a11y", "promise"],
  categories: { correctness: "error", suspicious: "warn" },
  ignorePatterns: ["dist", ".cache", "node_modules", ".data"],
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "react/no-danger": "error",
    "no-console": "error",
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-useless-spread": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/require-post-message-target-origin": "off",
    "unicorn/prefer-add-event-listener": "off",
    "unicorn/require-module-specifiers": "off",
    "no-shadow": "off",
    "no-await-in-loop": "off",
    "promise/always-return": "off",
    "no-underscore-dangle": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/consistent-return": "off",
    "typescript/no-unnecessary-type-arguments": "off",
    "react-hooks/rules-of-hooks": "error",
  },
  overrides: [
    ...names.map(restricted),
    {
      files: inFrames.map((folder) => `${folder}/**`),
      rules: {
        "no-restricted-globals": [
          "error",
          { name: "JSON", message: "runs in frames: compare fields (#base/same-data.ts) and send objects" },
        ],
      },
    },
    { files: ["scripts/**", "bench/**", "e2e/**", "test/**"], rules: { "no-console": "off" } },
  ],
});

const packagesOf = ({ npm }) => npm.join(", ").replaceAll("*", "\\*") || "-";
/** The client's layers: the table mainly shows which ones each may import. */
const layerTable = () => {
  const rows = names
    .filter((name) => !layers[name].holds)
    .map((name) => layers[name])
    .map((spec) => `| \`${spec.dir}\` | ${spec.may.join(", ") || "-"} | ${packagesOf(spec)} | ${spec.touches} |`);
  return ["| folder | may import | npm | may touch |", "|---|---|---|---|", ...rows].join("\n");
};
/** The recorder's rooms. All may import base, domain and protocol, so the table names only the other rooms. */
const roomTable = () => {
  const rows = names
    .filter((name) => layers[name].holds)
    .map((name) => layers[name])
    .map((spec) => {
      const rooms = spec.may.filter((other) => layers[other].holds).map((other) => other.replace("recorder/", ""));
      return `| \`${spec.dir}\` | ${spec.holds} | ${rooms.join(", ") || "-"} | ${packagesOf(spec)} | ${spec.node.join(", ") || "-"} |`;
    });
  return ["| folder | holds | may import | npm | Node |", "|---|---|---|---|---|", ...rows].join("\n");
};

const files = new Map();
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
for (const [name, spec] of Object.entries(layers))
  files.set(`${spec.dir}/tsconfig.json`, json(project(name, spec, spec.may)));
for (const [name, spec] of Object.entries(outside))
  files.set(`${spec.dir}/tsconfig.json`, json(project(name, spec, [...names, ...(spec.also ?? [])])));
files.set(
  "tsconfig.json",
  json({
    files: [],
    references: [...Object.values(layers), ...Object.values(outside)].map((s) => ({ path: `./${s.dir}` })),
  }),
);
files.set(".oxlintrc.json", json(lint()));

/** Formats JSON as biome does, so that formatting and generating agree. */
function formatted() {
  const dir = mkdtempSync(join(tmpdir(), "walls-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    writeFileSync(join(dir, "biome.json"), readFileSync(join(root, "biome.json")));
    execFileSync(join(root, "node_modules/.bin/biome"), ["format", "--write", "--vcs-enabled=false", "."], {
      cwd: dir,
      stdio: "pipe",
    });
    return new Map([...files.keys()].map((path) => [path, readFileSync(join(dir, path), "utf8")]));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const wanted = formatted();
const architecture = join(root, "ARCHITECTURE.md");
if (existsSync(architecture)) {
  const text = readFileSync(architecture, "utf8");
  wanted.set(
    "ARCHITECTURE.md",
    text
      .replace(/(<!-- walls:begin -->)[\s\S]*?(<!-- walls:end -->)/, (_all, a, b) => `${a}\n${layerTable()}\n${b}`)
      .replace(/(<!-- rooms:begin -->)[\s\S]*?(<!-- rooms:end -->)/, (_all, a, b) => `${a}\n${roomTable()}\n${b}`),
  );
}
const different = [...wanted].filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
);
if (process.argv.includes("--check")) {
  for (const [path] of different)
    process.stderr.write(`${path} differs from test/architecture/layers.mjs: run npm run walls\n`);
  process.exit(different.length > 0 ? 1 : 0);
}
for (const [path, text] of different) writeFileSync(join(root, path), text);
