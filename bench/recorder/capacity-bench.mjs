/** What cameras cost the whole recorder, measured once: a recorder and its cameras in processes of their own, all recorded. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder } from "../../scripts/build-recorder.mjs";
import { spanned, until } from "../support/measuring.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The built recorder and what plays cameras and viewers. `close` ends whatever is left and removes the build. */
export class CapacityBench {
  #built;
  #started = new Set();

  static async make() {
    mkdirSync(join(root, ".cache"), { recursive: true });
    const bench = new CapacityBench();
    bench.#built = mkdtempSync(join(root, ".cache/bench-capacity-"));
    await buildRecorder(join(bench.#built, "recorder"));
    await buildRecorder(join(bench.#built, "bench"), {
      cameras: "bench/recorder/cameras.ts",
      players: "bench/recorder/players.ts",
    });
    return bench;
  }

  close() {
    for (const child of this.#started) child.kill();
    rmSync(this.#built, { recursive: true, force: true });
  }

  /**
   * `count` cameras with or without motion detection, with a viewer for each or none, for so many analysis and media processes.
   * Measures for `seconds`, `afterS` after all are recorded. CPU is in percent of a core.
   */
  async measure({ count, motion, viewers, analysis, media, seconds, afterS }) {
    const data = mkdtempSync(join(tmpdir(), "bench-capacity-"));
    const cameras = this.#start([join(this.#built, "bench/cameras.js"), String(count)]);
    const cameraPort = await firstNumber(cameras);
    const options = ["--port", "0", "--host", "127.0.0.1", "--no-demo", "--rtsp-port", "0", "--cameras-allow-loopback"];
    options.push("--analysis-workers", String(analysis), "--media-workers", String(media));
    const recorder = this.#start([join(this.#built, "recorder/main.js"), "--data", data, ...options]);
    const { url, password } = await firstStart(recorder);
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
    const api = async (method, path, body) => {
      const headers = { authorization, ...(body ? { "content-type": "application/json" } : {}) };
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? null : answer.json();
    };
    for (let i = 0; i < count; i++) {
      const uri = `rtsp://127.0.0.1:${cameraPort}/cam${i}`;
      const connection = { uri, username: "user", password: "pass" };
      await api("POST", "/service/cameras", { driver: "Generic RTSP", name: `Camera ${i}`, connection });
    }
    const { cameras: made } = await api("GET", "/service/cameras");
    if (!motion)
      for (const { id, primaryStream } of made)
        await api("PATCH", `/service/cameras/${id}/streams/${primaryStream.id}`, {
          recordingConfiguration: { mode: "EMBEDDED_LITE_MODE" },
        });
    const ids = made.map(({ primaryStream }) => primaryStream.id);
    let players = null;
    if (viewers) {
      const { rtspPort } = await api("GET", "/service/about");
      players = this.#start([join(this.#built, "bench/players.js"), String(rtspPort), password, ids.join(",")]);
      await firstNumber(players);
    }
    const statuses = () => Promise.all(ids.map((id) => api("GET", `/service/streams/${id}/status`)));
    await until("every camera is recorded", async () =>
      (await statuses()).every(({ lastArchiveWritten }) => lastArchiveWritten > 0),
    );
    await spanned(afterS * 1000);
    const before = cpuOfAll(recorder.pid);
    await spanned(seconds * 1000);
    const after = cpuOfAll(recorder.pid);
    const share = (name) => (((after[name] ?? 0) - (before[name] ?? 0)) / seconds) * 100;
    const states = await statuses();
    const fresh = states.filter(({ lastArchiveWritten }) => Date.now() - lastArchiveWritten < 8000).length;
    let gap = "";
    if (players) {
      players.stdout.on("data", (chunk) => (gap += chunk));
      await end(players);
    }
    await end(recorder);
    await end(cameras);
    rmSync(data, { recursive: true, force: true });
    const parts = { main: share("main"), media: share("media"), analysis: share("analysis") };
    const perCamera = (parts.main + parts.media + parts.analysis) / count;
    return { ...parts, perCamera, gapP95Ms: gap === "" ? null : Number(gap), fresh };
  }

  #start(words) {
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    this.#started.add(child);
    child.once("exit", () => this.#started.delete(child));
    return child;
  }
}

const end = async (child) => {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
};

function firstNumber(child) {
  return new Promise((resolve) => child.stdout.once("data", (chunk) => resolve(Number(chunk))));
}

async function firstStart(recorder) {
  let said = "";
  recorder.stdout.on("data", (chunk) => (said += chunk));
  return until("the recorder is ready", async () => {
    const url = /is at (\S+)/.exec(said)?.[1];
    const password = /password: (\S+)/.exec(said)?.[1];
    const isReady =
      url &&
      (await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ));
    return isReady && password ? { url, password } : null;
  });
}

/** CPU seconds of `main`, and of its children by the name of their script. */
function cpuOfAll(mainPid) {
  const all = {};
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      if (Number(pid) !== mainPid && Number(fields[1]) !== mainPid) continue;
      const script = /(\w+)\.js\0/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.[1] ?? "";
      all[script] = (all[script] ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // The process has ended meanwhile.
    }
  }
  return all;
}
