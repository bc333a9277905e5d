import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { randomOf } from "../../ground/random.mjs";
import { Recorder } from "../../ground/recorder.mjs";
import { msUntil } from "../../ground/waiting.mjs";

const WAIT_MS = 10_000;
const COPY_WAIT_MS = 20_000;
const ZEROS = Buffer.alloc(4096);

/** R22: whatever has happened to the database of accounts and settings, the next start records. */
export const damagedDatabases = {
  id: "R22",
  tried: "recorder.db cut, zeroed, overwritten with rubbish or gone, in 20 ways, before a start",
  bar: "20 of 20 starts record within 10 s",
  async run(ground) {
    const folder = ground.folder();
    const port = await ground.cameras(1);
    const recorder = await ground.recorder({ folder });
    await recorder.addCameras(port, 1);
    await recorder.stop();
    // A recorder that has run for some seconds has a copy of what is whole.
    await recorder.start();
    const copies = join(folder, "copies");
    await msUntil(() => existsSync(copies) && readdirSync(copies).length > 0, COPY_WAIT_MS, { everyMs: 200 });
    await recorder.stop();
    emptyLog(join(folder, "recorder.db"));
    const random = randomOf(ground.seed);
    let good = 0;
    const ways = waysOf(random);
    for (const [name, damage] of ways) {
      const copy = join(ground.folder(), "data");
      cpSync(folder, copy, { recursive: true });
      damage(join(copy, "recorder.db"));
      const why = await records(ground.built, copy, recorder.password);
      if (why === "") good += 1;
      else ground.say(`${name}: ${why}`);
      rmSync(copy, { recursive: true, force: true });
    }
    return { figure: `${good} of ${ways.length}`, held: good === ways.length };
  },
};

/** Moves what stands in the log of changes into the file: otherwise the damage would hit nothing. */
function emptyLog(path) {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** Empty when it records in time, otherwise what was in the way. */
async function records(built, folder, password) {
  const recorder = new Recorder(built, folder, ...(await freePorts()));
  recorder.password = password;
  try {
    const known = new Set(recorder.recordedFiles());
    const readyMs = await recorder.start(WAIT_MS);
    await recorder.untilRecording(known, WAIT_MS - readyMs);
    return "";
  } catch (error) {
    return String(error.message).slice(0, 300);
  } finally {
    await recorder.stop("SIGKILL");
  }
}

const freePorts = async () => {
  const { freePort } = await import("../../../machine/free-port.mjs");
  return [await freePort(), await freePort()];
};

/** @returns {[string, (path: string) => void][]} a name, and what is done to the file */
function waysOf(random) {
  const patch = (from, bytes) => (path) => {
    const data = readFileSync(path);
    bytes().copy(data, Math.min(from(data.length), Math.max(0, data.length - 1)));
    writeFileSync(path, data);
  };
  const rubbish = (length) => () => Buffer.from(Array.from({ length }, () => random.below(256)));
  const page = (number) => () => (number - 1) * 4096;
  const cut = (share) => (path) => truncateSync(path, Math.floor(statSync(path).size * share));
  const beside = (suffix, bytes) => (path) => writeFileSync(path + suffix, bytes());
  return [
    ["gone", (path) => rmSync(path)],
    ["gone with its log", (path) => ["", "-wal", "-shm"].forEach((end) => rmSync(path + end, { force: true }))],
    ["empty", (path) => writeFileSync(path, "")],
    ["a text", (path) => writeFileSync(path, "this is no database\n".repeat(500))],
    ["all rubbish", (path) => writeFileSync(path, rubbish(statSync(path).size)())],
    ["all zeros", (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
    ["header of rubbish", patch(() => 0, rubbish(100))],
    [
      "header of zeros",
      patch(
        () => 0,
        () => ZEROS.subarray(0, 100),
      ),
    ],
    [
      "wrong page size",
      patch(
        () => 16,
        () => Buffer.from([0x02, 0x01]),
      ),
    ],
    [
      "schema page of zeros",
      patch(
        () => 100,
        () => ZEROS.subarray(0, 3996),
      ),
    ],
    ["schema page of rubbish", patch(() => 100, rubbish(3996))],
    ...[2, 3, 5, 8].map((number) => [`page ${number} of rubbish`, patch(page(number), rubbish(4096))]),
    ...[0.9, 0.5, 0.1].map((share) => [`cut to ${share * 100} %`, cut(share)]),
    ["a log of rubbish", beside("-wal", rubbish(9000))],
    ["rubbish in the middle", patch((length) => length >> 1, rubbish(20_000))],
  ];
}
