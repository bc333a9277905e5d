/**
 * Signs in through the proxies that docs/proxies.md describes, with its own lines: `node scripts/proxy-check.mjs [nginx]
 * [caddy] [haproxy]` (default: all that are installed). For each it shows one camera by WebRTC and by low bandwidth and
 * watches whether the page stays alive for longer than the proxies' limit of 60 s for silent connections. Exits with 1
 * when one fails.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../bench/support/measuring.mjs";
import { addTiles, signedInPage, startProduct } from "../bench/support/product.mjs";
import { freePort } from "./machine/free-port.mjs";

const ALIVE_MS = 75_000;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = readFileSync(join(root, "docs/proxies.md"), "utf8");

/** Of each proxy: a complete configuration around the lines of the page, and the command that stays in front. */
const PROXIES = {
  nginx: {
    whole: (lines, folder) =>
      `pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;\n${lines}\n}`,
    run: (file) => ["nginx", ["-c", file, "-g", "daemon off;"]],
  },
  caddy: {
    whole: (lines) => `{\n  admin off\n  auto_https off\n}\n${lines}`,
    run: (file) => ["caddy", ["run", "--adapter", "caddyfile", "--config", file]],
  },
  haproxy: {
    whole: (lines) =>
      `defaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n  timeout tunnel 60s\n${lines}`,
    run: (file) => ["haproxy", ["-db", "-f", file]],
  },
};

const isInstalled = (name) => spawnSync("which", [name]).status === 0;
const wanted = process.argv.slice(2);
const product = await startProduct();
let failed = false;
try {
  for (const name of Object.keys(PROXIES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (!isInstalled(name)) {
      process.stdout.write(`${name}: is not installed\n`);
      continue;
    }
    const result = await through(name).catch((error) => `FAILS: ${error.message}`);
    failed ||= result.startsWith("FAILS");
    process.stdout.write(`${name}: ${result}\n`);
  }
} finally {
  await product.stop();
}
process.exit(failed ? 1 : 0);

async function through(name) {
  const { whole, run } = PROXIES[name];
  const folder = mkdtempSync(join(tmpdir(), `proscenium-${name}-`));
  const port = await freePort();
  const lines = new RegExp(`\`\`\`${name}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? "";
  const own = lines
    .replaceAll("127.0.0.1:8080", new URL(product.url).host)
    .replace(/(listen |bind :|^:)80\b/m, `$1${port}`);
  const file = join(folder, "config");
  writeFileSync(file, whole(own, folder));
  const [command, args] = run(file);
  let said = "";
  const proxy = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [proxy.stdout, proxy.stderr]) stream.on("data", (chunk) => (said += chunk));
  const url = `http://127.0.0.1:${port}/wall/`;
  const contexts = [];
  try {
    await until(
      "an answer through the proxy",
      () =>
        fetch(`${url}ping`).then(
          ({ ok }) => ok,
          () => false,
        ),
      {
        withinMs: 15_000,
      },
    ).catch((error) => {
      throw new Error(`${error.message}\n${said}`);
    });
    for (const lowBandwidth of [false, true]) {
      const opened = await signedInPage({ ...product, url }, { lowBandwidth });
      contexts.push(opened.context);
      await addTiles(opened.page, 1);
      await opened.page.waitForSelector('[data-tile-id][data-state="playing"]', { timeout: 60_000 });
    }
    const [first] = contexts;
    const [shown] = first.pages();
    await new Promise((resolve) => setTimeout(resolve, ALIVE_MS));
    const states = [];
    for (const context of contexts)
      states.push(await context.pages()[0].evaluate(() => document.querySelector("[data-tile-id]")?.dataset.state));
    if (states.some((state) => state !== "playing"))
      throw new Error(`after ${ALIVE_MS / 1000} s: ${states.join(", ")}`);
    return `plays by WebRTC and by low bandwidth, and still after ${ALIVE_MS / 1000} s (${new URL(shown.url()).pathname})`;
  } finally {
    for (const context of contexts) await context.close();
    proxy.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
}
