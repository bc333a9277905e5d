import { availableParallelism } from "node:os";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import glsl from "vite-plugin-glsl";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { VitePWA } from "vite-plugin-pwa";
import { chromiumArguments, findChromium } from "./scripts/machine/chromium.mjs";
import { chunkGroups } from "./scripts/build/chunk-groups.mjs";
import { compressFiles } from "./scripts/build/compress.mjs";
import { iconFiles } from "./scripts/build/icons.mjs";
import { kernels } from "./scripts/build/kernels.mjs";
import { descriptions, offlinePages, shellTexts } from "./scripts/build/shell-texts.mjs";
import { isRealTime, longRank, ownProcessTests } from "./scripts/test-projects.mjs";

const recorder = process.env.PROSCENIUM_DEV_RECORDER ?? "http://127.0.0.1:8080";
const shaders = glsl({ include: ["**/*.glsl", "**/*.vert", "**/*.frag"], minify: false, warnDuplicatedImports: false });

/** The manifest, and the service worker with the offline pages' files; what it does: workers/service-worker.ts. */
const installable = VitePWA({
  strategies: "injectManifest",
  srcDir: "workers",
  filename: "service-worker.ts",
  injectRegister: false,
  injectManifest: { globPatterns: ["offline*.{html,css,js}", "icons/icon-192.png"] },
  includeManifestIcons: false,
  manifest: {
    name: "Proscenium",
    short_name: "Proscenium",
    ...descriptions,
    start_url: "./#/stage",
    scope: "./",
    display: "standalone",
    orientation: "any",
    background_color: "#11141b",
    theme_color: "#11141b",
    icons: [
      { src: "icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  },
});

const ownProcess = ownProcessTests(import.meta.dirname);

/** `vitest --project "node*"`: all unit tests. Which of them share a process: scripts/test-projects.mjs. */
const unit = {
  exclude: ["test/**/*.browser.test.{ts,tsx}", "test/architecture/**", ...ownProcess],
  environment: "node",
  testTimeout: 20_000,
  // Beside other files, loading modules and opening a server took 10 s on a busy machine; a setup is not what is tested.
  hookTimeout: 30_000,
  pool: "forks",
  // Vitest leaves one core free; much of these tests is waiting, and on two cores it would run file after file.
  maxWorkers: Math.max(2, availableParallelism() - 1),
} as const;

/**
 * The gate's folder for modules as Vite has transformed them: its two runs of unit tests, and the four projects in them, transform each
 * once. Elsewhere there is none, because a shader that includes another one would not be made anew when only that one changes.
 */
const moduleCache = process.env.PROSCENIUM_MODULE_CACHE;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => longRank(one.moduleId) - longRank(other.moduleId));
  }
}

export default defineConfig({
  // A proxy may show the recorder under a path of its own.
  base: "./",
  cacheDir: ".cache/vite",
  // The kit carries texts in 30 languages; the client speaks these.
  plugins: [
    iconFiles("public/favicon.svg"),
    installable,
    shellTexts(),
    offlinePages(),
    react(),
    shaders,
    kernels(),
    optimizeLocales.vite({ locales: ["en-US", "de-DE", "ja-JP"] }),
    compressFiles(),
  ],
  build: {
    outDir: "dist/client",
    target: "es2022",
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  worker: {
    format: "es",
    plugins: () => [shaders, kernels()],
    // The recorder gives scripts under /workers/ their own policy: regl compiles its draw calls (architecture, threads).
    rolldownOptions: {
      output: { entryFileNames: "workers/[name]-[hash].js", chunkFileNames: "workers/[name]-[hash].js" },
    },
  },
  // Found late, an optimised dependency reloads the page in the middle of a browser test.
  optimizeDeps: {
    include: ["gl-matrix", "regl", "pixi.js", "pixi.js/unsafe-eval", "mp4box", "zod/mini"],
    entries: ["index.html", "bench/**/*.html"],
  },
  server: {
    proxy: {
      "/service": { target: recorder, ws: true },
      "/fusion": { target: recorder, ws: true },
      "/ping": { target: recorder },
    },
  },
  test: {
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    ...(moduleCache ? { experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache } } : {}),
    projects: [
      { extends: true, test: { ...unit, name: "node", include: ["test/**/*.test.ts"], isolate: false } },
      {
        extends: true,
        test: {
          ...unit,
          name: "node-screens",
          include: ["test/**/*.test.tsx"],
          isolate: false,
          testTimeout: 120_000,
          // Each file has a window of its own, which modules that are loaded already would not prepare.
          setupFiles: ["test/chrome/support/setup-jsdom.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: "node-own",
          include: ownProcess.filter((path) => !isRealTime(path)),
          exclude: [],
          // They wait more than they work: two processes kept two cores less than half busy.
          maxWorkers: unit.maxWorkers + 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: "node-real-time",
          include: ownProcess.filter(isRealTime),
          exclude: [],
          maxWorkers: unit.maxWorkers + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: "walls", include: ["test/architecture/**/*.test.ts"], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/**/*.browser.test.{ts,tsx}"],
          testTimeout: 30_000,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium(), args: chromiumArguments },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
