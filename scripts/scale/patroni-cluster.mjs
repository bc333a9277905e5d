/** Two PostgreSQL servers that Patroni keeps, with etcd, behind HAProxy with the lines of docs/operations.md: all of Debian. */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { until } from "../../bench/support/measuring.mjs";
import { freePort } from "../machine/free-port.mjs";
import { postgresPlace } from "../machine/postgres-place.mjs";
import { findProxy } from "../machine/proxies.mjs";

const OPERATIONS = new URL("../../docs/operations.md", import.meta.url);
const START_MS = 90_000;
const PROGRAMS = { patroni: "/usr/bin/patroni", etcd: "/usr/bin/etcd" };

/** What Debian's packages are missing here for this proof; empty = nothing. */
export function missingPackages() {
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]));
  if (!findProxy("haproxy")) missing.push("haproxy");
  if (postgresPlace() === null) missing.push("postgresql");
  return missing.map((name) => (name === "etcd" ? "etcd-server" : name));
}

/** One PostgreSQL server with the Patroni that keeps it: a process group, which ends as a machine without power does. */
class Node {
  constructor(name, folder) {
    Object.assign(this, { name, folder, child: null });
  }
  async prepare() {
    this.port = await freePort();
    this.restPort = await freePort();
  }
  start(etcdPort) {
    const file = join(this.folder, `${this.name}.yml`);
    writeFileSync(file, JSON.stringify(this.#settings(etcdPort)));
    const options = { ...postgresPlace().owner, cwd: this.folder, stdio: ["ignore", "pipe", "pipe"], detached: true };
    const env = { ...process.env, HOME: this.folder };
    this.child = spawn(PROGRAMS.patroni, [file], { ...options, env });
    this.log = "";
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on("data", (chunk) => (this.log = (this.log + chunk).slice(-20_000)));
  }
  /** Its state as Patroni's own interface tells it; null where nobody answers. */
  state() {
    return fetch(`http://127.0.0.1:${this.restPort}/patroni`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.json(),
      () => null,
    );
  }
  /** All at once; PostgreSQL has a session of its own, so its process group is named by its own file. */
  kill() {
    const postgres = Number(readFileSync(join(this.folder, this.name, "postmaster.pid"), "utf8").split("\n")[0]);
    for (const pid of [-this.child.pid, postgres, ...childrenOf(postgres)])
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended.
      }
  }
  // JSON is YAML as well. Patroni's own defaults (ttl 30 s, loop 10 s) stay: those are what people have.
  #settings(etcdPort) {
    const { bin } = postgresPlace();
    return {
      scope: "wall",
      name: this.name,
      etcd3: { host: `127.0.0.1:${etcdPort}` },
      restapi: { listen: `127.0.0.1:${this.restPort}`, connect_address: `127.0.0.1:${this.restPort}` },
      bootstrap: {
        dcs: { ttl: 30, loop_wait: 10, retry_timeout: 10, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
        pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
      },
      postgresql: {
        listen: `127.0.0.1:${this.port}`,
        connect_address: `127.0.0.1:${this.port}`,
        data_dir: join(this.folder, this.name),
        bin_dir: bin,
        pgpass: join(this.folder, `${this.name}.pgpass`),
        parameters: { unix_socket_directories: this.folder },
        authentication: {
          superuser: { username: "postgres", password: "of-the-superuser" },
          replication: { username: "replicator", password: "of-the-replication" },
        },
      },
    };
  }
}

const childrenOf = (pid) =>
  spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .stdout.split("\n")
    .map(Number)
    .filter((one) => one > 0);

export class PatroniCluster {
  #folder = mkdtempSync(join(tmpdir(), "proscenium-patroni-"));
  #others = [];
  nodes = ["pg1", "pg2"].map((name) => new Node(name, this.#folder));

  /** Resolves when there are a primary and a standby that confirms what is written, and the address finds the primary. */
  static async start() {
    const cluster = new PatroniCluster();
    const { owner } = postgresPlace();
    if (owner.uid !== undefined) chownSync(cluster.#folder, owner.uid, owner.gid);
    for (const node of cluster.nodes) await node.prepare();
    await cluster.#startEtcd();
    for (const node of cluster.nodes) node.start(cluster.etcdPort);
    await cluster.whole();
    await cluster.#startBalancer();
    return cluster;
  }

  /** The address that stays, whoever the primary is. */
  get url() {
    return `postgres://postgres:of-the-superuser@127.0.0.1:${this.port}/postgres`;
  }

  /** Resolves with the primary when the other one is its synchronous standby. */
  whole() {
    return until(
      "a primary and its standby",
      async () => {
        const states = await Promise.all(this.nodes.map((node) => node.state()));
        const at = states.findIndex((one) => one?.role === "master" || one?.role === "primary");
        return states[1 - at]?.sync_standby === true && states[at]?.state === "running" ? this.nodes[at] : null;
      },
      { withinMs: START_MS },
    ).catch((error) => {
      throw new Error(`${error.message}\n${this.nodes.map(({ log }) => log).join("\n\n")}`);
    });
  }

  /** The planned change of the primary, as before the upgrade of its machine. */
  async switchOver(from) {
    const to = this.nodes.find((one) => one !== from);
    const answer = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: from.name, candidate: to.name }),
    });
    if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
  }

  async stop() {
    for (const node of this.nodes)
      try {
        node.kill();
      } catch {
        // It never had a PostgreSQL.
      }
    for (const child of this.#others) child.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  async #startEtcd() {
    this.etcdPort = await freePort();
    const peer = `http://127.0.0.1:${await freePort()}`;
    const client = `http://127.0.0.1:${this.etcdPort}`;
    const data = join(this.#folder, "etcd");
    mkdirSync(data, { mode: 0o700 });
    const words = ["--name", "one", "--data-dir", data, "--initial-cluster", `one=${peer}`];
    for (const one of ["listen-peer-urls", "initial-advertise-peer-urls"]) words.push(`--${one}`, peer);
    for (const one of ["listen-client-urls", "advertise-client-urls"]) words.push(`--${one}`, client);
    this.#others.push(spawn(PROGRAMS.etcd, words, { stdio: "ignore" }));
    const isReady = () =>
      fetch(`${client}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("etcd", isReady);
  }

  async #startBalancer() {
    this.port = await freePort();
    const lines = /```haproxy\n(listen primary\n[^]*?)```/.exec(readFileSync(OPERATIONS, "utf8"))?.[1];
    if (!lines) throw new Error("docs/operations.md has no lines for HAProxy");
    const [one, other] = this.nodes;
    const config = lines
      .replace("127.0.0.1:5000", `127.0.0.1:${this.port}`)
      .replace("10.0.0.1:5432 check port 8008", `127.0.0.1:${one.port} check port ${one.restPort}`)
      .replace("10.0.0.2:5432 check port 8008", `127.0.0.1:${other.port} check port ${other.restPort}`);
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, config);
    this.#others.push(spawn(findProxy("haproxy"), ["-db", "-f", file], { stdio: "ignore" }));
    // HAProxy takes both for good until it has asked them three times, and gives connections to them in turn.
    const isPrimary = async () => {
      const client = new Client(this.url);
      try {
        await client.connect();
        return !(await client.query("select pg_is_in_recovery() as is")).rows[0].is;
      } catch {
        return false;
      } finally {
        await client.end();
      }
    };
    await until("an address of the primary only", async () => {
      for (let left = 4; left > 0; left -= 1) if (!(await isPrimary())) return false;
      return true;
    });
  }
}
