/** People of the day of load: viewers that come and go, and operators who sign in, search, look back, export and change things. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Of each operator, an hour: a tenth of what a control room does. */
const PER_HOUR = { signIn: 12, search: 60, seek: 120, export: 6, rename: 12, patch: 6 };
const OPERATORS = 2;
const VIEWER_PROCESSES = 2;
const STREAMS_EACH = 2;

export class People {
  /** what failed, and the time that it is about: from what was looked for until the answer */
  failures = [];
  counts = {};
  /** names that an answer said a stage has now */
  renamed = [];
  #isOver = false;
  #viewers = new Set();
  #all = [];

  constructor({ recorders, aggregators, scripts, draw, rate }) {
    Object.assign(this, { recorders, aggregators, scripts, draw, rate });
  }
  async begin() {
    this.beganMs = Date.now();
    const { id } = await this.aggregators[0].call("POST", "/service/stages", { name: "day 0", stageMatrix: [[null]] });
    this.stageId = id;
    for (let at = 0; at < VIEWER_PROCESSES; at += 1) this.#all.push(this.#view());
    for (const [what, perHour] of Object.entries(PER_HOUR)) this.#all.push(this.#again(what, perHour * OPERATORS));
  }
  async end() {
    this.#isOver = true;
    for (const viewer of this.#viewers) viewer.kill();
    await Promise.all(this.#all);
  }
  #one(list) {
    return list[Math.floor(this.draw() * list.length)];
  }
  async #wait(ms) {
    for (let left = ms; left > 0 && !this.#isOver; left -= 200) await pause(Math.min(200, left));
  }
  async #again(what, perHour) {
    for (let nth = 1; ; nth += 1) {
      await this.#wait((3_600_000 / (perHour * this.rate)) * (0.5 + this.draw()));
      if (this.#isOver) return;
      this.counts[what] = (this.counts[what] ?? 0) + 1;
      const beganMs = Date.now();
      const about = { fromMs: beganMs };
      await this[`_${what}`](nth, about).catch((error) => {
        const said = `${error.message}${error.cause ? ` (${error.cause.code ?? error.cause.message})` : ""}`;
        this.failures.push({ what, beganMs: about.fromMs, endedMs: Date.now(), said });
      });
    }
  }
  async #view() {
    while (!this.#isOver) {
      const recorder = this.#one(this.recorders);
      const words = [recorder.url, recorder.authorization, this.#one(recorder.streams), String(STREAMS_EACH), "none"];
      const viewer = spawn(process.execPath, [join(this.scripts, "relay-viewers.mjs"), ...words], {
        stdio: ["pipe", "ignore", "ignore"],
      });
      this.counts.viewers = (this.counts.viewers ?? 0) + STREAMS_EACH;
      this.#viewers.add(viewer);
      await this.#wait((20_000 + this.draw() * 100_000) / this.rate);
      viewer.kill();
      this.#viewers.delete(viewer);
    }
  }

  async _signIn() {
    const { url, password } = this.#one(this.aggregators);
    const asked = (method, path, more) =>
      fetch(`${url}${path}`, { method, signal: AbortSignal.timeout(20_000), ...more }).then((answer) => {
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
        return answer;
      });
    const answer = await asked("POST", "/service/sessions/user", {
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ username: "admin", password }),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    await asked("DELETE", "/service/sessions/me", { headers: { cookie, origin: url } });
  }
  async _search() {
    const { recorders } = this;
    const text = encodeURIComponent(`Camera ${this.#one(recorders).number}`);
    await this.#one(this.aggregators).call("GET", `/service/fleet/cameras?text=${text}`);
  }
  async _seek(_, about) {
    const recorder = this.#one(this.recorders);
    const timeMs = Math.round(Math.max(this.beganMs, Date.now() - 10_000 - this.draw() * 60_000));
    about.fromMs = timeMs;
    await recorder.call("GET", `/service/streams/${this.#one(recorder.streams)}/frame?time=${timeMs}`);
  }
  async _export(_, about) {
    const recorder = this.#one(this.recorders);
    const stop = Date.now() - 10_000;
    const asked = { streams: [this.#one(recorder.streams)], start: stop - 20_000, stop, format: "mkv" };
    about.fromMs = asked.start;
    let job = await recorder.call("POST", "/service/exports", asked);
    while (job.state !== "ready") {
      if (job.state === "failed") throw new Error(`an export failed: ${job.reason}`);
      await pause(500);
      job = await recorder.call("GET", `/service/exports/${job.id}`);
    }
    await recorder.call("DELETE", `/service/exports/${job.id}`);
  }
  async _rename(nth) {
    const name = `day ${nth}`;
    await this.#one(this.aggregators).call("PATCH", `/service/stages/${this.stageId}`, { name });
    this.renamed.push(name);
  }
  async _patch(nth) {
    const recorder = this.#one(this.recorders);
    const { cameras } = await recorder.call("GET", "/service/cameras");
    const { id, name } = this.#one(cameras);
    await recorder.call("PATCH", `/service/cameras/${id}`, { name: `${name.split(",")[0]}, ${nth}` });
  }
}
