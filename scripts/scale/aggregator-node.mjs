/** One of several aggregators on a PostgreSQL database, as a process of its own. */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../bench/support/measuring.mjs";

const START_MS = 60_000;

export class AggregatorNode {
  log = "";

  /** `folder`: of all of them; `keyOf`: the one whose key it gets, null = it makes one; `natsUrl`: null = PostgreSQL brings the messages. */
  constructor({ name, main, folder, port, databaseUrl, natsUrl = null, keyOf = null }) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.hasNats = natsUrl !== null;
    this.data = join(folder, name);
    mkdirSync(this.data, { mode: 0o700 });
    if (keyOf !== null) copyFileSync(join(keyOf.data, "secret.key"), join(this.data, "secret.key"));
    const words = ["--edition", "aggregator", "--data", this.data, "--host", "127.0.0.1", "--port", String(port)];
    words.push("--servers-allow-loopback", "--http-requests-per-minute", "0", "--http-trusted-proxies", "127.0.0.1");
    const env = { ...process.env, PROSCENIUM_DATABASE_URL: databaseUrl };
    if (natsUrl !== null) env.PROSCENIUM_NATS_SERVERS = natsUrl;
    this.process = spawn(process.execPath, [main, ...words], { stdio: ["ignore", "pipe", "pipe"], env });
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (chunk) => (this.log += chunk));
  }

  async ready() {
    const isReady = async () => (await this.readiness()).ready === true;
    await until(`${this.name} is ready`, isReady, { withinMs: START_MS }).catch((error) => {
      throw new Error(`${error.message}\n${this.log}`);
    });
    if (this.hasNats)
      await until("NATS brings its messages", async () => (await this.readiness()).checks.nats === "ok");
  }

  readiness() {
    return fetch(`${this.url}/readyz`).then(
      (answer) => answer.json(),
      () => ({ ready: false, checks: {} }),
    );
  }

  /** of `admin`, as the first of them says it */
  get password() {
    return /password[^\n]*?: *(\S+)/i.exec(this.log)?.[1] ?? "";
  }

  /** Whether it is the one that sends mails. `authorization`: the header of an administrator */
  async sendsMails(authorization) {
    const answer = await fetch(`${this.url}/metrics`, { headers: { authorization } });
    return /^proscenium_mails_duty(?:\{[^}]*\})? 1$/m.test(await answer.text());
  }
}
