/**
 * `npm run dewarp:render -- path/to/cases.json OUTDIR [--mapping fragment|mesh] [--feed image|h264]`
 * Renders every case in Chromium through the product's own stage renderer to OUTDIR/<id>.png of exactly width x height.
 * `source` of a case is relative to the cases file. Mapping: default as the product chooses for software GL (mesh).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { PNG } from "pngjs";
import { rolldown } from "rolldown";
import { createServer } from "vite";
import { chromiumArguments, ensureChromium } from "./machine/chromium.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  options: { mapping: { type: "string", default: "mesh" }, feed: { type: "string", default: "image" } },
  allowPositionals: true,
});
const [casesPath, outDir] = positionals;
if (
  !casesPath ||
  !outDir ||
  !["fragment", "mesh"].includes(values.mapping) ||
  !["image", "h264"].includes(values.feed)
) {
  process.stderr.write("npm run dewarp:render -- cases.json OUTDIR [--mapping fragment|mesh] [--feed image|h264]\n");
  process.exit(2);
}
const { cases } = JSON.parse(readFileSync(casesPath, "utf8"));
const casesDir = dirname(resolve(casesPath));
mkdirSync(outDir, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "dewarp-render-"));

/** Encodes a picture as an Annex-B file, once. */
const encoded = new Map();
async function encode(source) {
  const known = encoded.get(source);
  if (known) return known;
  const script = join(root, ".cache/bench/encode-still.mjs");
  if (encoded.size === 0) {
    const bundle = await rolldown({
      cwd: root,
      input: join(root, "bench/dewarp/encode-still.ts"),
      platform: "node",
      external: (id) => /^[a-z@]/.test(id),
      logLevel: "warn",
    });
    await bundle.write({ file: script, format: "esm" });
    await bundle.close();
  }
  const file = join(work, `${encoded.size}-${basename(source)}.h264`);
  execFileSync(process.execPath, [script, source, file], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  encoded.set(source, file);
  return file;
}

const served = new Map();
const publish = (path) => {
  const url = `/dewarp-case/${served.size}`;
  served.set(url, path);
  return url;
};
const server = await createServer({
  root,
  configFile: join(root, "vite.config.ts"),
  logLevel: "error",
  server: { port: 0, strictPort: false, hmr: false, watch: null },
  plugins: [
    {
      name: "dewarp-cases",
      configureServer: ({ middlewares }) => {
        middlewares.use((request, response, next) => {
          const path = served.get(request.url ?? "");
          if (!path) return next();
          response.setHeader("content-type", path.endsWith(".png") ? "image/png" : "application/octet-stream");
          response.end(readFileSync(path));
        });
      },
    },
  ],
});
let failed = 0;
let browser;
try {
  await server.listen();
  browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments });
  const page = await browser.newPage();
  // In a fresh clone the first visit waits until Vite has prepared the packages, which takes minutes on a busy machine.
  page.setDefaultTimeout(300_000);
  page.on("pageerror", (error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  page.on("console", (message) => message.type() === "error" && process.stderr.write(`${message.text()}\n`));
  const address = server.httpServer.address();
  await page.goto(`http://localhost:${address.port}/bench/dewarp/render.html`);
  await page.waitForFunction(() => typeof window.renderCase === "function");
  for (const each of cases) {
    const source = resolve(casesDir, each.source);
    try {
      const given = {
        ...each,
        sourceUrl: publish(source),
        h264Url: values.feed === "h264" ? publish(await encode(source)) : null,
        mapping: values.mapping,
      };
      const { width, height, rgbaBase64, lens } = await page.evaluate((one) => window.renderCase(one), given);
      const png = new PNG({ width, height });
      Buffer.from(rgbaBase64, "base64").copy(png.data);
      for (let at = 3; at < png.data.length; at += 4) png.data[at] = 255;
      writeFileSync(join(outDir, `${each.id}.png`), PNG.sync.write(png));
      const found =
        each.lensKnown === "auto"
          ? `, circle ${(lens.centerX * 100).toFixed(2)} % ${(lens.centerY * 100).toFixed(2)} % r ${(lens.radius * 100).toFixed(2)} %`
          : "";
      process.stdout.write(`${each.id}: ${width}x${height}${found}\n`);
    } catch (error) {
      failed += 1;
      process.stderr.write(`${each.id}: ${error.message}\n`);
    }
  }
} finally {
  await browser?.close();
  await server.close();
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
