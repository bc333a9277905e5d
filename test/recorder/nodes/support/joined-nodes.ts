/** Servers that share a database, without anything else of a server: each test has its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import * as z from "zod/mini";
import type { NatsSettings } from "#recorder/nodes/nats-carrier.ts";
import type { Nodes } from "#recorder/nodes/nodes.ts";
import { joinNodes } from "#recorder/nodes/postgres-nodes.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { secretKeyOf, Vault } from "#recorder/store/vault.ts";
import { eventually } from "#test/support/eventually.ts";
import { hasNatsServer as isThere } from "../../../../scripts/machine/nats-server.mjs";

export const hasNatsServer = isThere();
if (!hasNatsServer) console.info("nats-server is missing: NATS is not tested here (apt-get install nats-server)");

interface Joined {
  readonly nodes: Nodes;
  readonly store: Store;
  /** words, and "missed" */
  readonly heard: unknown[];
  /** as if the process ended, without a word */
  readonly kill: () => Promise<void>;
}

/** Longer than a test: nobody looks into the database by itself. */
export const NEVER_MS = 600_000;

export const natsAt = (url: string, more: Partial<NatsSettings> = {}): NatsSettings => ({
  servers: [url],
  credentials: "",
  ca: "",
  replicas: 1,
  ...more,
});

export class JoinedNodes {
  readonly errors: string[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), "proscenium-nodes-"));
  readonly vault = Vault.open(secretKeyOf(this.folder));
  nowMs = Date.now();
  readonly #ends: (() => Promise<unknown>)[] = [];

  /** `beatMs`: so often it looks into the database by itself. `waits`: until NATS answers. */
  async join(url: string, nats: NatsSettings | null, beatMs = 20, waits = nats !== null): Promise<Joined> {
    let isKilled = false;
    const say = (text: string): void => void (isKilled || this.errors.push(text));
    const joined = await joinNodes({
      url,
      nats,
      onTaken: () => expect.unreachable(),
      timing: { againMs: 20, beatMs },
      seenEveryMs: 100,
      log: { error: (_what, text) => say(text), info: say },
      now: () => this.nowMs,
    });
    const store = await openStore({ file: "", url });
    const nodes = await joined.begin(store, this.vault);
    const heard: unknown[] = [];
    nodes.bus.on("word", z.string(), (word) => void heard.push(word));
    nodes.bus.onMissed(() => void heard.push("missed"));
    this.#ends.push(async () => {
      if (!isKilled) await nodes.close();
      await joined.close();
      await store.destroy();
    });
    const kill = async (): Promise<void> => {
      isKilled = true;
      await joined.close();
    };
    if (waits) await eventually(() => nodes.nats === "ok", "NATS brings its messages");
    return { nodes, store, heard, kill };
  }

  /** Returns what was said to the log. */
  async end(): Promise<string[]> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
    rmSync(this.folder, { recursive: true, force: true });
    return this.errors;
  }
}

/** Whoever reads a word in the table hears "by the table" instead. */
export async function tellWays(store: Store): Promise<void> {
  await sql`create function other() returns trigger as 'begin new.body := ''"by the table"''; return new; end'
    language plpgsql`.execute(store);
  await sql`create trigger other before insert on bus_messages for each row execute function other()`.execute(store);
}

/** A key and a certificate of localhost that is its own authority. */
export function certificateIn(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost".split(" ");
  const names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert];
  execFileSync("openssl", [...words, ...names], { stdio: "ignore" });
  return { key, cert };
}
