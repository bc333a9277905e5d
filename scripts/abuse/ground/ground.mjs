/**
 * What a case stands on: recorders, cameras and folders, all of which end with the case. `size(full, quick)` chooses how
 * much is tried: the gate runs the quick half with small numbers.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Recorder } from "./recorder.mjs";

export class Ground {
  #ends = [];

  constructor({ built, isQuick = false, seed = 1, say = () => undefined }) {
    this.built = built;
    this.isQuick = isQuick;
    this.seed = seed;
    this.say = say;
  }

  size(full, quick) {
    return this.isQuick ? quick : full;
  }

  /** `end` runs after the case, the latest first. */
  onEnd(end) {
    this.#ends.push(end);
  }

  folder() {
    const path = mkdtempSync(join(tmpdir(), "abuse-"));
    this.onEnd(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }

  async recorder({ folder = this.folder(), args = [] } = {}) {
    const recorder = await Recorder.start(this.built, folder, args);
    this.onEnd(() => recorder.stop("SIGKILL"));
    return recorder;
  }

  /** Cameras of 640x360 in a process of their own; resolves with their RTSP port. */
  async cameras(count) {
    const child = spawn(process.execPath, [join(this.built, "cameras.js"), String(count)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.onEnd(() => child.kill("SIGKILL"));
    return new Promise((resolve, reject) => {
      child.stdout.once("data", (line) => resolve(Number(line)));
      child.once("exit", () => reject(new Error("the cameras have ended")));
    });
  }

  async close() {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
