import { spawnSync } from "node:child_process";

const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
const run = (command, ...words) => spawnSync(command, words, { encoding: "utf8", maxBuffer: MOST_OUTPUT_BYTES });
const spaceOf = (name) => `proscenium-${process.pid}-${name}`;

/** Hosts that are network namespaces of this machine, joined by a switch, so that one can be cut off or its line made narrow. */
export class SwitchedHosts {
  #names;

  /** `addresses`: of each host, by its name. null: only root on Linux may have namespaces. */
  static join(addresses) {
    const isRoot = process.platform === "linux" && process.getuid() === 0;
    return isRoot && run("ip", "netns", "add", spaceOf("switch")).status === 0 ? new SwitchedHosts(addresses) : null;
  }

  constructor(addresses) {
    this.#names = ["switch", ...Object.keys(addresses)];
    this.inside("switch", "ip", "link", "add", "bridge", "type", "bridge");
    this.inside("switch", "ip", "link", "set", "bridge", "up");
    for (const [name, address] of Object.entries(addresses)) {
      run("ip", "netns", "add", spaceOf(name));
      const outer = `v${name.slice(0, 3)}${process.pid}`;
      const ends = ["netns", spaceOf("switch"), "type", "veth", "peer", "name", "eth0", "netns", spaceOf(name)];
      run("ip", "link", "add", outer, ...ends);
      this.inside("switch", "ip", "link", "set", outer, "master", "bridge", "up");
      this.inside(name, "ip", "addr", "add", `${address}/24`, "dev", "eth0");
      for (const device of ["lo", "eth0"]) this.inside(name, "ip", "link", "set", device, "up");
    }
  }

  /** The words with which `ip` starts a program in a host; it becomes that program, so that signals reach it. */
  wordsIn(name, ...words) {
    return ["netns", "exec", spaceOf(name), ...words];
  }

  /** Runs a program in a host to its end. */
  inside(name, ...words) {
    return run("ip", ...this.wordsIn(name, ...words));
  }

  /** What is said at an address that is called from a host; `more`: further words for curl. */
  fetched(name, url, ...more) {
    return this.inside(name, "curl", "-s", "-m", "5", ...more, url).stdout;
  }

  remove() {
    for (const name of this.#names) run("ip", "netns", "del", spaceOf(name));
  }
}
