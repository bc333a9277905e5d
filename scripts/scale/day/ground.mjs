/** The ground of the day of load: a network namespace for the cameras of each recorder, small disks, and lines that can be held. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

function run(...words) {
  const [command, ...rest] = words;
  const { status, stderr } = spawnSync(command, rest, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
}

/** Cameras live at the far end of a cable of their own, which can be pulled out and made narrow. Needs root. */
export class CameraNet {
  constructor(number) {
    this.space = `proscenium-day-${process.pid}-${number}`;
    this.address = `10.231.${88 + number}.2`;
    const outer = `pd${process.pid % 100_000}-${number}`;
    run("ip", "netns", "add", this.space);
    run("ip", "link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", this.space);
    run("ip", "addr", "add", `10.231.${88 + number}.1/24`, "dev", outer);
    run("ip", "link", "set", outer, "up");
    run("ip", "-n", this.space, "addr", "add", `${this.address}/24`, "dev", "eth0");
    for (const device of ["lo", "eth0"]) run("ip", "-n", this.space, "link", "set", device, "up");
  }
  cut() {
    run("ip", "-n", this.space, "link", "set", "eth0", "down");
    return () => run("ip", "-n", this.space, "link", "set", "eth0", "up");
  }
  slow(bitsPerSecond) {
    const shape = ["tbf", "rate", `${Math.round(bitsPerSecond)}`, "burst", "32k", "latency", "400ms"];
    run("tc", "-n", this.space, "qdisc", "add", "dev", "eth0", "root", ...shape);
    return () => run("tc", "-n", this.space, "qdisc", "del", "dev", "eth0", "root");
  }
  remove() {
    spawnSync("ip", ["netns", "del", this.space]);
  }
}

export function smallDisk(megabytes) {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-day-"));
  run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
  return {
    folder,
    remove: () => {
      spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A way to a port of this machine that can be held: what is sent then goes nowhere, and nobody is told. */
export class HeldLine {
  #held = false;
  #sockets = new Set();
  #server;

  static async open(toPort) {
    const line = new HeldLine();
    line.#server = createServer((near) => line.#join(near, connect(toPort, "127.0.0.1")));
    await new Promise((resolve) => line.#server.listen(0, "127.0.0.1", resolve));
    line.url = `http://127.0.0.1:${line.#server.address().port}`;
    return line;
  }
  #join(near, far) {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      this.#sockets.add(from);
      if (!this.#held) from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
  /** Connections of before the hold are broken when it ends, as a network's are that was away for long. */
  hold() {
    this.#held = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
    return () => {
      this.#held = false;
      for (const socket of this.#sockets) socket.destroy();
    };
  }
  close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
