/** Builds, serves and opens the bench page with its clips, and measures the CPU of all processes of the browser. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { rolldown } from "rolldown";
import { build } from "vite";
import {
  chromiumArguments,
  ensureChromium,
  swiftShaderPageArguments,
  withGpuArguments,
} from "../../scripts/machine/chromium.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const clipFolder = join(root, ".cache/bench-clips");
const pageFolder = join(root, ".cache/bench-page");

export class PageHost {
  #server;
  #browser;
  #cdp;

  /**
   * `swiftShaderPage`: SwiftShader composes the page too, as in the measurements from which the architecture's targets
   * were taken. `gpu`: the machine's own graphics.
   */
  static async open({ swiftShaderPage = false, gpu = false } = {}) {
    await makeClips();
    await build({
      root,
      logLevel: "error",
      build: {
        outDir: pageFolder,
        emptyOutDir: true,
        manifest: false,
        rolldownOptions: { input: join(root, "bench/page/index.html") },
      },
    });
    const host = new PageHost();
    host.#server = await serve();
    const usual = gpu ? withGpuArguments : chromiumArguments;
    const args = swiftShaderPage ? [...chromiumArguments, ...swiftShaderPageArguments] : usual;
    host.#browser = await chromium.launch({ executablePath: ensureChromium(), args });
    host.#cdp = await host.#browser.newBrowserCDPSession();
    return host;
  }

  /** Runs `work` with a page of its own and returns its result. */
  async onPage(work) {
    const context = await this.#browser.newContext({ viewport: { width: 1920, height: 1080 } });
    const page = await context.newPage();
    page.on("pageerror", (error) => process.stderr.write(`   page: ${error.message}\n`));
    await page.goto(`http://127.0.0.1:${this.#server.address().port}/bench/page/index.html`);
    await page.waitForFunction(() => window.bench !== undefined);
    try {
      return await work(page);
    } finally {
      await page.evaluate(() => window.bench.stop()).catch(() => undefined);
      await context.close();
    }
  }

  /** Who draws WebGL 2 here: "" = nobody. */
  renderer = () =>
    this.onPage((page) =>
      page.evaluate(() => {
        const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
        const info = gl?.getExtension("WEBGL_debug_renderer_info");
        return gl ? String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : "";
      }),
    );

  get browserVersion() {
    return this.#browser.version();
  }

  /** The CPU time that all processes of the browser have used so far. */
  cpuSeconds = async () => Object.values(await this.cpuSecondsByType()).reduce((sum, each) => sum + each, 0);

  /** The same by type of process: GPU, renderer, browser, utility. */
  cpuSecondsByType = async () => {
    const { processInfo } = await this.#cdp.send("SystemInfo.getProcessInfo");
    const byType = {};
    for (const { type, cpuTime } of processInfo) byType[type] = (byType[type] ?? 0) + cpuTime;
    return byType;
  };

  async close() {
    await this.#browser.close();
    this.#server.close();
  }
}

async function makeClips() {
  if (existsSync(join(clipFolder, "m.mp4"))) return;
  const file = join(root, ".cache/bench/make-clips.mjs");
  const bundle = await rolldown({
    cwd: root,
    input: join(root, "bench/page/make-clips.ts"),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("#"),
    logLevel: "warn",
  });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  execFileSync(process.execPath, [file, clipFolder], { stdio: ["ignore", "inherit", "inherit"] });
}

/** Serves static files with ranges, which `<video>` requests. */
function serve() {
  const types = { ".html": "text/html", ".js": "text/javascript", ".mp4": "video/mp4", ".json": "application/json" };
  const made = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = path.startsWith("/clips/") ? join(clipFolder, path.slice(7)) : join(pageFolder, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const bytes = readFileSync(file);
    const headers = { "content-type": types[extname(file)] ?? "application/octet-stream", "accept-ranges": "bytes" };
    const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? "");
    if (!range) return response.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes);
    const from = Number(range[1]);
    const to = range[2] ? Number(range[2]) : bytes.length - 1;
    const part = bytes.subarray(from, to + 1);
    return response
      .writeHead(206, {
        ...headers,
        "content-length": part.length,
        "content-range": `bytes ${from}-${to}/${bytes.length}`,
      })
      .end(part);
  });
  return new Promise((resolve) => made.listen(0, "127.0.0.1", () => resolve(made)));
}
