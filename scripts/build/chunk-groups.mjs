/**
 * The few chunks that a start loads. Without them the bundler makes a chunk for each set of screens that share a module,
 * and signing in asked for 80 files. A group takes its modules with everything that they import; what nobody needs at
 * the start stays in chunks of its own, which load when they are opened.
 */

/** By the time at which they are needed: a module that two groups need belongs to the first of them. */
export const startModules = {
  "sign-in": ["src/app/main.tsx", "src/app/service-worker.ts"],
  frame: ["src/app/workspace.ts", "src/chrome/shell/shell.tsx", "src/chrome/texts/parts/stage.ts"],
  stage: ["src/app/bindings/stage/stage-binding.ts", "src/chrome/screens/stage/stage-screen.tsx"],
};

const names = Object.entries(startModules);

export const chunkGroups = names.map(([name, modules], index) => ({
  name,
  priority: names.length - index,
  test: (id) => modules.some((path) => id.endsWith(`/${path}`)),
}));
