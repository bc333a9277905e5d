/**
 * The one table of layers. `scripts/generate-walls.mjs` prints from it every layer's tsconfig.json (references and
 * libraries), the import rules of .oxlintrc.json and the table in ARCHITECTURE.md; `walls.test.ts` fails when they differ.
 *
 * may:  layers this one may import (types count as imports)
 * npm:  packages it may import (a trailing * matches the rest of the name)
 * lib:  TypeScript libraries: what the layer may touch of its environment
 */
const BROWSER = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
const PURE = ["es2023"];

export const layers = {
  base: { dir: "src/base", may: [], npm: [], lib: PURE, touches: "nothing" },
  domain: { dir: "src/domain", may: ["base"], npm: ["gl-matrix"], lib: PURE, touches: "nothing: no clock, no I/O" },
  protocol: {
    dir: "src/protocol",
    may: ["base", "domain"],
    npm: ["zod", "zod/mini"],
    lib: BROWSER,
    touches: "nothing (it names what is transferred between threads)",
  },
  transport: {
    dir: "src/transport",
    may: ["base", "domain", "protocol"],
    npm: ["partysocket", "partysocket/*"],
    lib: BROWSER,
    touches: "fetch, WebSocket, RTCPeerConnection",
  },
  media: {
    dir: "src/media",
    may: ["base", "domain", "protocol", "transport"],
    npm: ["mp4box"],
    lib: BROWSER,
    touches: "WebCodecs, MediaStreamTrackProcessor",
  },
  stage: {
    dir: "src/stage",
    may: ["base", "domain", "protocol", "media"],
    npm: ["pixi.js", "pixi.js/*", "regl", "gl-matrix"],
    lib: BROWSER,
    touches: "WebGL, OffscreenCanvas",
    shaders: true,
  },
  state: {
    dir: "src/state",
    may: ["base", "domain"],
    npm: ["zustand", "zustand/*", "immer"],
    lib: PURE,
    touches: "nothing",
  },
  actions: {
    dir: "src/actions",
    may: ["base", "domain", "protocol", "transport", "media", "state"],
    npm: [],
    lib: BROWSER,
    touches: "what the layers below give it",
  },
  chrome: {
    dir: "src/chrome",
    may: ["base", "domain", "state", "actions"],
    npm: [
      "react",
      "react/*",
      "react-dom",
      "react-dom/*",
      "react-router-dom",
      "@pixi/react",
      "pixi.js",
      "pixi.js/*",
      "@tanstack/*",
      "react-aria-components",
      "react-aria-components/*",
      "react-hook-form",
      "@tabler/*",
      "react-intl",
      "uplot",
      "zod",
      "zod/mini",
    ],
    lib: BROWSER,
    touches: "the DOM",
    jsx: true,
    shaders: true,
  },
  app: {
    dir: "src/app",
    may: ["base", "domain", "protocol", "transport", "media", "stage", "state", "actions", "chrome"],
    npm: ["*"],
    lib: BROWSER,
    touches: "everything",
    jsx: true,
    shaders: true,
  },
  workers: {
    dir: "workers",
    may: ["base", "domain", "protocol", "transport", "media", "stage"],
    npm: [],
    lib: BROWSER,
    touches: "the worker's global scope",
    shaders: true,
  },
  recorder: {
    dir: "recorder",
    may: ["base", "domain", "protocol"],
    npm: ["*"],
    lib: ["es2023"],
    types: ["node"],
    touches: "Node",
  },
};

/** Projects that stand outside the house: they may look into every room; `also` = what they take from each other. */
export const outside = {
  test: { dir: "test", jsx: true, shaders: true, types: ["node"] },
  bench: { dir: "bench", also: ["test"], shaders: true, types: ["node"] },
  e2e: { dir: "e2e", also: ["test"], types: ["node"] },
};
