/**
 * The few chunks that a start loads. Without them the bundler makes a chunk for each set of screens that share a module,
 * and signing in asked for 80 files. A group takes its modules with everything that they import; what nobody needs at
 * the start stays in chunks of its own, which load when they are opened.
 */

/** By the time at which they are needed: a module that two groups need belongs to the first of them. */
const startModules = {
  "sign-in": ["src/app/main.tsx", "src/app/service-worker.ts"],
  frame: [
    "src/app/workspace.ts",
    "src/chrome/shell/shell.tsx",
    "src/chrome/texts/parts/stage.ts",
    // What the stage shares with screens of the administration: in the stage's chunk it made each of them load all of that.
    "src/chrome/kit/tabs.tsx",
    "src/chrome/kit/words.module.css",
    "src/chrome/kit/field/search-field.tsx",
    "src/chrome/kit/dialog/confirm-dialog.tsx",
    "src/chrome/kit/dialog/form-frame.tsx",
    "src/chrome/kit/dialog/use-first-field.ts",
    "src/chrome/kit/browser/into-sight.ts",
    "src/chrome/screens/stage/name-dialog.tsx",
    "src/chrome/screens/stage/panel/use-preview.ts",
    "src/chrome/use-camera-name.ts",
    "src/chrome/use-shown-time.ts",
    "src/chrome/texts/shown-time.ts",
    "src/chrome/value-of.ts",
    "src/domain/cameras/camera-groups.ts",
    "src/domain/cameras/camera-names.ts",
    "src/domain/panel.ts",
    "src/domain/short-name.ts",
    "src/domain/timeline/named-zone.ts",
    "src/domain/timeline/written-time.ts",
  ],
  stage: ["src/app/bindings/stage/stage-binding.ts", "src/chrome/screens/stage/stage-screen.tsx"],
};

/** Icons of the stage that screens of the administration have, too. */
const SHARED_ICONS = /\/Icon(Calendar|Check|Chevron(Down|Right)|ExternalLink|Folder(Plus)?|Pencil|Plus|Trash|X)\.m?js$/;
/** And what their lists ask with. */
const isShared = (id) =>
  (id.includes("@tabler/icons-react/") && SHARED_ICONS.test(id)) || id.includes("/node_modules/@tanstack/");

const names = Object.entries(startModules);

export const chunkGroups = names.map(([name, modules], index) => ({
  name,
  priority: names.length - index,
  test: (id) => modules.some((path) => id.endsWith(`/${path}`)) || (name === "frame" && isShared(id)),
}));
