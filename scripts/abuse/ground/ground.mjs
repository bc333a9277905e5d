/**
 * What a case stands on: recorders, cameras and folders, all of which end with the case. `size(full, quick)` chooses how
 * much is tried: the gate runs the quick half with small numbers.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keep, letGo } from "./keeper.mjs";
import { goesFirst } from "./load.mjs";
import { Recorder } from "./recorder.mjs";

export class Ground {
  #ends = [];

  constructor({ built, isQuick = false, seed = 1, minutes = null, say = () => undefined }) {
    this.built = built;
    this.isQuick = isQuick;
    this.seed = seed;
    /** for how long a case that has no end by itself goes on; null = as it likes */
    this.minutes = minutes;
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
    keep("folder", path);
    this.onEnd(() => {
      rmSync(path, { recursive: true, force: true });
      letGo("folder", path);
    });
    return path;
  }

  async recorder({ folder = this.folder(), ...more } = {}) {
    const recorder = await Recorder.start(this.built, folder, more);
    this.onEnd(() => recorder.stop("SIGKILL"));
    return recorder;
  }

  /** Cameras of 640x360 in a process of their own; resolves with their RTSP port. */
  async cameras(count, options) {
    return (await this.cameraProcess(count, options)).port;
  }

  /**
   * Resolves with `{port, kill()}`; the cameras are `/cam0`, `/cam1`... of the login user:pass. `isApart`: they are another
   * machine, and what keeps this one busy does not reach them (where that is allowed).
   */
  async cameraProcess(count, { port = 0, password = "pass", isApart = false } = {}) {
    const args = [join(this.built, "cameras.js"), String(count), String(port)];
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, CAMERA_PASSWORD: password },
      detached: isApart,
    });
    const { pid } = child;
    keep("process", pid);
    child.once("exit", () => letGo("process", pid));
    if (isApart) goesFirst(child.pid);
    this.onEnd(() => child.kill("SIGKILL"));
    const own = await new Promise((resolve, reject) => {
      child.stdout.once("data", (line) => resolve(Number(line)));
      child.once("exit", () => reject(new Error("the cameras have ended")));
    });
    return { port: own, kill: () => child.kill("SIGKILL") };
  }

  async close() {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
