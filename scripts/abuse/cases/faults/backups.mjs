import { copyFileSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { freePort } from "../../../machine/free-port.mjs";
import { Recorder } from "../../ground/recorder.mjs";
import { seconds } from "../../ground/waiting.mjs";

const RESTORE_LIMIT_MS = 60_000;
const PASSWORD = "correct horse battery";
const STAGES = 100;
const PEOPLE = 20;

/** R23: the machine is lost, and there is a backup. */
export const backups = {
  id: "R23",
  tried:
    "a recorder with 20 accounts, 100 stages and 4 cameras is backed up while it records, and restored onto an empty folder",
  bar: "signed in, with all of it, and recording within 60 s from the beginning of the restore",
  async run(ground) {
    const port = await ground.cameras(4);
    const recorder = await ground.recorder();
    await recorder.addCameras(port, 4);
    for (let at = 0; at < ground.size(PEOPLE, 1); at += 1)
      await recorder.must("POST", "/service/users", {
        body: { username: `person${at}`, password: PASSWORD, role: "Viewer" },
      });
    for (let at = 0; at < STAGES; at += 1)
      await recorder.must("POST", "/service/stages", { body: { name: `stage ${at}` } });
    const file = join(ground.folder(), "backup");
    const written = recorder.command(["--backup", file]);
    if (written.status !== 0) return { figure: `no backup: ${written.stderr.trim().slice(0, 100)}`, held: false };
    await recorder.stop("SIGKILL");
    const folder = join(ground.folder(), "data");
    const fromMs = performance.now();
    const restored = recorder.command(["--restore", file], folder);
    if (restored.status !== 0) return { figure: `no restore: ${restored.stderr.trim().slice(0, 100)}`, held: false };
    const again = new Recorder(ground.built, folder, await freePort(), await freePort());
    ground.onEnd(() => again.stop("SIGKILL"));
    again.password = recorder.password;
    await again.start();
    const person = await again.signIn("person0", PASSWORD);
    const { stages } = await again.must("GET", "/service/stages");
    await again.untilRecording();
    const ms = performance.now() - fromMs;
    const figure = `${seconds(ms)}, ${stages.length} of ${STAGES} stages`;
    return { figure, held: person.status === 200 && stages.length === STAGES && ms <= RESTORE_LIMIT_MS };
  },
};

const WAYS = {
  "one entry removed": "delete from audit where seq = (select seq from audit order by seq limit 1 offset 5)",
  "the newest removed": "delete from audit where seq = (select max(seq) from audit)",
  "the oldest removed": "delete from audit where seq = (select min(seq) from audit)",
  "all removed": "delete from audit",
  "another name": "update audit set username = 'somebody' where seq = 4",
  "another action": "update audit set action = 'view' where seq = 5",
  "another target": "update audit set target = 'x' where seq = 6",
  "another address": "update audit set address = '192.0.2.99' where seq = 7",
  "another time": "update audit set when_ms = when_ms + 1000 where seq = 8",
  "another detail": "update audit set detail = '{\"a\":1}' where seq = 9",
};

/** R24: somebody with the file of the database takes something out of the audit. */
export const auditGaps = {
  id: "R24",
  tried: "entries of the audit removed or changed in the database, in 10 ways",
  bar: "--verify-audit finds 10 of 10, and nothing in an audit that nobody has touched",
  isQuick: true,
  async run(ground) {
    const recorder = await ground.recorder();
    for (let at = 0; at < 12; at += 1)
      await recorder.must("POST", "/service/stages", { body: { name: `stage ${at}` } });
    await recorder.stop();
    const whole = recorder.command(["--verify-audit"]);
    if (whole.status !== 0) return { figure: `untouched: ${whole.stdout}${whole.stderr}`.slice(0, 200), held: false };
    const ways = ground.isQuick ? Object.entries(WAYS).slice(0, 2) : Object.entries(WAYS);
    let found = 0;
    for (const [name, change] of ways) {
      const folder = ground.folder();
      cpSync(join(recorder.folder, "recorder.db"), join(folder, "recorder.db"));
      const key = join(recorder.folder, "secret.key");
      if (existsSync(key)) copyFileSync(key, join(folder, "secret.key"));
      const database = new DatabaseSync(join(folder, "recorder.db"));
      const { changes } = database.prepare(change).run();
      database.close();
      if (changes === 0) throw new Error(`${name}: there was nothing to change`);
      const { status, stdout } = recorder.command(["--verify-audit"], folder);
      if (status === 1) found += 1;
      else ground.say(`${name}: ${status} ${stdout}`);
    }
    return { figure: `${found} of ${ways.length} found`, held: found === ways.length };
  },
};
