/**
 * Ceph on this machine: a cluster of one monitor and one OSD, which holds the objects in memory, and the S3 gateway in front.
 * `scripts/machine/foreign-tools.mjs` installs it.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { hasS3Service } from "../../../scripts/machine/foreign-tools.mjs";
import { freePort } from "../../../scripts/machine/free-port.mjs";

/** Why tests that need the service are skipped here; null where it can run. */
export const whyNoS3Service: string | null = hasS3Service()
  ? null
  : "Ceph's S3 gateway is missing (apt-get install --no-install-recommends radosgw ceph-mon ceph-osd)";
if (whyNoS3Service !== null) console.info(`Object storage is not tested here: ${whyNoS3Service}`);

const START_LIMIT_MS = 60_000;

export interface S3Service {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The gateway still accepts connections, and answers nothing. */
  pause(): void;
  resume(): void;
  /** The gateway dies and connections are refused; objects stay. */
  down(): Promise<void>;
  /** The gateway is back at the same address. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3Service(): Promise<S3Service> {
  const cluster = await Cluster.make();
  try {
    await cluster.begin();
    return await Gateway.open(cluster);
  } catch (error) {
    await cluster.end();
    throw error;
  }
}

/** Monitor and OSD, and whatever else runs on their configuration. */
class Cluster {
  readonly #folder: string;
  readonly #monitor: string;
  readonly #id = randomUUID();
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#monitor = `v2:127.0.0.1:${port}`;
  }

  static async make(): Promise<Cluster> {
    return new Cluster(await mkdtemp(join(tmpdir(), "proscenium-s3-")), await freePort());
  }

  async begin(): Promise<void> {
    for (const name of ["mon", "osd"]) await mkdir(join(this.#folder, name));
    await writeFile(this.#own("ceph.conf"), configuration(this.#folder, this.#id, this.#monitor));
    await this.run("monmaptool", "--create", "--fsid", this.#id, "--addv", "a", `[${this.#monitor}]`, this.#own("map"));
    await this.run("ceph-mon", "-i", "a", "--mkfs", "--monmap", this.#own("map"));
    this.spawn("ceph-mon", "-f", "-i", "a");
    const osd = randomUUID();
    // This waits until the monitor answers.
    await this.run("ceph", "--connect-timeout", "20", "osd", "new", osd);
    await this.run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd);
    this.spawn("ceph-osd", "-f", "-i", "0");
  }

  /** Runs a program to its end. */
  async run(program: string, ...words: string[]): Promise<void> {
    await promisify(execFile)(program, ["-c", this.#own("ceph.conf"), ...words], { timeout: START_LIMIT_MS });
  }

  /** Starts a program that stays. It dies with us, also when we are killed before the test has ended. */
  spawn(program: string, ...words: string[]): ChildProcess {
    const said = openSync(this.said(program), "a");
    const child = spawn("setpriv", ["--pdeathsig", "KILL", program, "-c", this.#own("ceph.conf"), ...words], {
      stdio: ["ignore", said, said],
    });
    closeSync(said);
    this.#children.push(child);
    return child;
  }

  /** File with everything that a program of this name has printed. */
  said(program: string): string {
    return this.#own(`${program}.log`);
  }

  async end(): Promise<void> {
    await Promise.all(this.#children.map(kill));
    await rm(this.#folder, { recursive: true, force: true });
  }

  #own(name: string): string {
    return join(this.#folder, name);
  }
}

class Gateway implements S3Service {
  readonly endpoint: string;
  readonly region = "default";
  readonly accessKeyId = randomBytes(10).toString("hex");
  readonly secretAccessKey = randomBytes(20).toString("hex");
  readonly #cluster: Cluster;
  readonly #address: string;
  #child: ChildProcess | undefined;

  private constructor(cluster: Cluster, port: number) {
    this.#cluster = cluster;
    this.#address = `127.0.0.1:${port}`;
    this.endpoint = `http://${this.#address}`;
  }

  static async open(cluster: Cluster): Promise<Gateway> {
    const gateway = new Gateway(cluster, await freePort());
    await gateway.up();
    const keys = ["--access-key", gateway.accessKeyId, "--secret-key", gateway.secretAccessKey];
    await cluster.run("radosgw-admin", "user", "create", "--uid", "tester", "--display-name", "Tester", ...keys);
    return gateway;
  }

  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  async down(): Promise<void> {
    if (this.#child) await kill(this.#child);
  }

  async up(): Promise<void> {
    const child = this.#cluster.spawn(
      "radosgw",
      "-f",
      "-n",
      "client.rgw",
      `--rgw-frontends=beast endpoint=${this.#address}`,
    );
    this.#child = child;
    const answers = async (): Promise<boolean> => {
      if (hasEnded(child)) return true;
      return (await fetch(this.endpoint)).ok;
    };
    const untilMs = performance.now() + START_LIMIT_MS;
    while (!(await answers().catch(() => false))) {
      if (performance.now() > untilMs) throw new Error("the S3 gateway does not answer");
      await pause(50);
    }
    if (hasEnded(child)) throw new Error(await readFile(this.#cluster.said("radosgw"), "utf8"));
  }

  stop(): Promise<void> {
    return this.#cluster.end();
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** The least that a cluster of one needs; upstream's `vstart.sh` has the same and more. */
const configuration = (folder: string, id: string, monitor: string): string => `[global]
fsid = ${id}
mon_host = ${monitor}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
# Nobody signs in inside the cluster; the gateway's connection would otherwise insist on encryption.
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
run_dir = ${folder}
admin_socket =
log_file =
log_to_stderr = true
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}
osd_objectstore = memstore
memstore_device_bytes = ${8 * 2 ** 30}
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
rgw_rados_pool_pg_num_min = 1
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
# The monitor would refuse to work on a disk that is nearly full.
mon_data_avail_crit = 1
# The monitor collects changes for a second before it decides, and a start is a dozen changes one after the other.
paxos_propose_interval = 0.01
paxos_min_wait = 0
# A request that comes before the OSD is ready is sent again after this many seconds.
objecter_tick_interval = 0.1
`;
