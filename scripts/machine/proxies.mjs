/** Starts the reverse proxies of docs/proxies.md that are installed here, with the lines of that page. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.mjs";

const READY_LIMIT_MS = 15_000;
/** Debian puts servers where not everybody's path leads. */
const PLACES = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin"];

/** Of each proxy: a complete configuration around the lines of the page, and the command that stays in front. */
const PROXIES = {
  nginx: {
    whole: (lines, folder) =>
      `pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;\n${lines}\n}`,
    args: (file) => ["-c", file, "-g", "daemon off;"],
  },
  caddy: {
    whole: (lines) => `{\n  admin off\n  auto_https off\n}\n${lines}`,
    args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
  haproxy: {
    whole: (lines) =>
      `defaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n  timeout tunnel 60s\n${lines}`,
    args: (file) => ["-db", "-f", file],
  },
};

export const proxyNames = Object.keys(PROXIES);

/** The path of a proxy's program, or undefined where it is not installed. */
export const findProxy = (name) => PLACES.map((place) => join(place, name)).find((path) => existsSync(path));

/**
 * Starts one in front of a recorder; it shows it below /wall/. `change` may spoil its lines, as people do. Throws where
 * it is not installed or does not start.
 */
export async function startProxy(name, target, change = (lines) => lines) {
  const program = findProxy(name);
  if (!program) throw new Error(`${name} is not installed`);
  const { whole, args } = PROXIES[name];
  const page = readFileSync(fileURLToPath(new URL("../../docs/proxies.md", import.meta.url)), "utf8");
  const lines = new RegExp(`\`\`\`${name}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), `proscenium-${name}-`));
  const port = await freePort();
  const own = change(lines)
    .replaceAll("127.0.0.1:8080", new URL(target).host)
    .replace(/(listen |bind :|^:)80\b/m, `$1${port}`);
  const file = join(folder, "config");
  writeFileSync(file, whole(own, folder));
  const proxy = spawn(program, args(file), { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [proxy.stdout, proxy.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = new Promise((resolve) => proxy.once("exit", resolve));
  const stop = async () => {
    proxy.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/wall`;
  const deadline = Date.now() + READY_LIMIT_MS;
  while (
    !(await fetch(`${url}/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || proxy.exitCode !== null) {
      await stop();
      throw new Error(`no answer through ${name}:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop };
}
