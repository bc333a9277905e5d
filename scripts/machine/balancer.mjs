/** HAProxy in front of two aggregators of this machine, with the lines of docs/operations/haproxy.cfg. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";
import { findProxy } from "./proxies.mjs";

const LINES = new URL("../../docs/operations/haproxy.cfg", import.meta.url);
const READY_LIMIT_MS = 15_000;

/** Resolves when it finds an aggregator that is ready. `ports`: of the two. */
export async function startBalancer(ports) {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-balancer-"));
  const file = join(folder, "haproxy.cfg");
  const front = await freePort();
  const config = readFileSync(LINES, "utf8")
    .replace("bind :8080", `bind 127.0.0.1:${front}`)
    .replaceAll("10.0.0.11:8080", `127.0.0.1:${ports[0]}`)
    .replaceAll("10.0.0.12:8080", `127.0.0.1:${ports[1]}`);
  writeFileSync(file, config);
  const balancer = spawn(findProxy("haproxy"), ["-db", "-f", file], { stdio: "ignore" });
  const ended = new Promise((resolve) => balancer.once("exit", resolve));
  const stop = async () => {
    balancer.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${front}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = Date.now() + READY_LIMIT_MS;
  while (!(await isReady())) {
    if (Date.now() > deadline || balancer.exitCode !== null) {
      await stop();
      throw new Error("HAProxy does not answer");
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop };
}
