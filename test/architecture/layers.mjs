/**
 * The one table of layers: those of the client here, the rooms of the recorder in `rooms.mjs`. `scripts/generate-walls.mjs` prints from it
 * every layer's tsconfig.json (references and libraries), the import rules of .oxlintrc.json and the tables in
 * ARCHITECTURE.md; `walls.test.ts` fails when they differ.
 *
 * A layer's name is also its import alias: `#recorder/core/...` is the layer `recorder/core`. The compiler refuses project
 * references that run in a circle, so the folders cannot import each other in one.
 *
 * may:     layers this one may import (types count as imports)
 * npm:     packages it may import (a trailing * matches the rest of the name)
 * node:    modules of Node it may import; absent = none
 * lib:     TypeScript libraries: what the layer may touch of its environment
 * touches: the client's layers: what that means, in words
 * holds:   the recorder's rooms: what lies there, in words
 * shaders, kernels: it imports GLSL, or WebAssembly of ours
 */
import { rooms } from "./rooms.mjs";

const BROWSER = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
const PURE = ["es2023"];

export const layers = {
  base: { dir: "src/base", may: [], npm: [], lib: PURE, touches: "nothing" },
  domain: {
    dir: "src/domain",
    may: ["base"],
    npm: ["gl-matrix"],
    kernels: true,
    lib: PURE,
    touches: "nothing: no clock, no I/O",
  },
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
    kernels: true,
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
      "@tabler/*",
      "react-intl",
      "uplot",
      "uqr",
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
  ...rooms,
};

/**
 * Folders whose code may run in every frame. They make and read no JSON: strings of a view cost more than comparing its
 * fields, and nothing else on the way of a frame is text.
 */
export const inFrames = ["src/stage", "src/media", "workers", "src/app/bindings/stage"];

/** Projects outside the layers: they may import every room; `also` = what they import from each other. */
export const outside = {
  test: { dir: "test", jsx: true, shaders: true, types: ["node"] },
  bench: { dir: "bench", also: ["test"], shaders: true, types: ["node"] },
  e2e: { dir: "e2e", also: ["test"], types: ["node"] },
};
