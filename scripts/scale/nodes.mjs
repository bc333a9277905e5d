/**
 * Aggregators side by side (docs/scale.md): `node scripts/scale/nodes.mjs [--bus nats] [--mails 100] [--away 60] [--keep]`. Two built aggregators on one PostgreSQL,
 * whose messages PostgreSQL or NATS brings, behind the real HAProxy, with the lines of docs/operations/haproxy.cfg. Prints: how soon a sign-out at one closes what is open at the
 * other; what pages notice when a node is killed while it sends mails, and whether mails are lost or doubled; what happens while
 * PostgreSQL, and NATS, is away; and how soon a change at one is told by the other. With `--keep` it only starts all of it, to be looked at in a browser. Ends with 1 where a limit is missed, and says so and ends with 0 where a program is missing.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { ensureProductBuilt } from "../../bench/support/built.mjs";
import { spanned, until } from "../../bench/support/measuring.mjs";
import { quantile } from "../../bench/support/product.mjs";
import { startBalancer } from "../machine/balancer.mjs";
import { freePort } from "../machine/free-port.mjs";
import { hasNatsServer, NatsServer } from "../machine/nats-server.mjs";
import { postgresPlace } from "../machine/postgres-place.mjs";
import { PostgresServer } from "../machine/postgres-server.mjs";
import { findProxy } from "../machine/proxies.mjs";
import { aggregatorCalls } from "./aggregator-calls.mjs";
import { AggregatorNode } from "./aggregator-node.mjs";
import { openMailSink } from "./mail-sink.mjs";
import { playRecorders } from "./played-recorders.mjs";
import { WallPage } from "./wall-page.mjs";
import { judge, say } from "./verdicts.mjs";

const SIGN_OUTS = 20;
const PAGES = 20;
const CHANGES = 100;
const LIMITS = { signOutMs: 1000, changeP95Ms: 500, pagesBackMs: 5000, watchedMs: 15_000 };

const { values } = parseArgs({
  options: {
    bus: { type: "string", default: "postgres" },
    mails: { type: "string", default: "100" },
    away: { type: "string", default: "60" },
    keep: { type: "boolean", default: false },
  },
});
const [mailCount, awayS] = [values.mails, values.away].map(Number);

if (postgresPlace() === null || findProxy("haproxy") === undefined) {
  say("left out: PostgreSQL or HAProxy is not installed (Debian: apt-get install postgresql haproxy)");
  process.exit(0);
}
if (values.bus === "nats" && !hasNatsServer()) {
  say("left out: nats-server is not installed (Debian: apt-get install nats-server)");
  process.exit(0);
}
ensureProductBuilt();
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const main = join(root, ".cache/e2e/recorder/main.js");
const folder = mkdtempSync(join(tmpdir(), "proscenium-nodes-"));
const postgres = await PostgresServer.start();
const nats = values.bus === "nats" ? await NatsServer.start() : null;
const played = await playRecorders(3, 4);
const sink = await openMailSink(50);
const ends = [
  () => rmSync(folder, { recursive: true, force: true }),
  () => postgres.stop(),
  () => nats?.stop(),
  played.close,
  sink.close,
];

function startNode(name, port, keyOf = null) {
  const node = new AggregatorNode({
    ...{ name, main, folder, port, keyOf },
    databaseUrl: postgres.url,
    natsUrl: nats?.url ?? null,
  });
  ends.push(() => node.process.kill("SIGKILL"));
  return node;
}

const ports = [await freePort(), await freePort()];
const a = startNode("a", ports[0]);
await a.ready();
const { password } = a;
const b = startNode("b", ports[1], a);
await b.ready();

const { url, stop: stopBalancer } = await startBalancer(ports);
ends.push(stopBalancer);

const { admin, call, need } = aggregatorCalls(url, password);
const openPage = (at = url) => WallPage.open(at, { need, password });

async function signOuts(rounds = SIGN_OUTS) {
  const tookMs = [];
  for (let round = 0; round < rounds; round += 1) {
    const [here, there] = round % 2 === 0 ? [a, b] : [b, a];
    const page = await openPage(here.url);
    const beginMs = performance.now();
    await need("DELETE", "/service/sessions/me", { cookie: page.cookie, at: there.url });
    const code = await page.closed;
    tookMs.push(performance.now() - beginMs);
    if (code !== 4401) throw new Error(`the socket closed with ${code}`);
  }
  const [p50, slowest] = [quantile(tookMs, 0.5), Math.max(...tookMs)];
  judge(
    `a sign-out at one node closes the socket at the other after ${p50.toFixed(0)} ms in the median, ${slowest.toFixed(0)} at most (limit ${LIMITS.signOutMs})`,
    slowest <= LIMITS.signOutMs,
  );
}

/** From the call at one node to the event at a page of the other. */
async function changes() {
  const before = await transactions();
  const page = await openPage(b.url);
  const sentMs = new Map();
  const tookMs = [];
  page.socket.on("message", (data) => {
    const { id, type } = JSON.parse(Buffer.from(data).toString("utf8"));
    if (type !== "layout-modified" || !sentMs.has(id)) return;
    tookMs.push(performance.now() - sentMs.get(id));
    sentMs.delete(id);
  });
  const { json } = await need("POST", "/service/stages", {
    body: { name: "Changed", stageMatrix: [[null]] },
    at: a.url,
  });
  for (let round = 0; round < CHANGES; round += 1) {
    sentMs.set(json.id, performance.now());
    await need("PATCH", `/service/stages/${json.id}`, { body: { name: `Changed ${round}` }, at: a.url });
    await until("the event", () => !sentMs.has(json.id), { everyMs: 1 });
  }
  page.leave();
  const [p50, p95] = [quantile(tookMs, 0.5), quantile(tookMs, 0.95)];
  const perChange = ((await transactions()) - before) / CHANGES;
  say(
    `     PostgreSQL has ended ${perChange.toFixed(1)} transactions for each change, with all that both nodes did beside`,
  );
  judge(
    `a change at one node is told by the other ${p50.toFixed(0)} ms after the call began in the median, p95 ${p95.toFixed(0)} (limit ${LIMITS.changeP95Ms})`,
    p95 <= LIMITS.changeP95Ms,
  );
}

async function killed() {
  const server = await need("POST", "/service/smtp-servers", {
    body: {
      name: "sink",
      host: "127.0.0.1",
      port: sink.port,
      security: "none",
      username: "",
      password: "",
      from: "wall@example.org",
    },
  });
  for (let at = 0; at < mailCount; at += 1)
    await need("POST", "/service/notifications", {
      body: {
        name: `notification ${at}`,
        triggers: ["server-unreachable"],
        smtpServer: server.json.id,
        recipients: [`reader${at}@example.org`],
      },
    });
  const pages = [];
  for (let at = 0; at < PAGES; at += 1) pages.push(await openPage());
  played.all[0].leave();
  await until("the first mails", () => sink.mails.length >= Math.min(10, mailCount / 2), {
    withinMs: 120_000,
    everyMs: 20,
  });
  const [holder, other] = (await a.sendsMails(admin)) ? [a, b] : [b, a];
  const cut = pages.length;
  holder.process.kill("SIGKILL");
  const killMs = performance.now();
  await until("the other node has the duty", () => other.sendsMails(admin), { everyMs: 50 });
  const dutyMs = performance.now() - killMs;
  await until("all pages are back", () => pages.every((page) => !page.isBroken), { everyMs: 20 });
  await until("all mails", () => sink.mails.length >= mailCount, { withinMs: 180_000 });
  await spanned(8000);
  const backMs = pages.flatMap((page) => page.backMs);
  const { lost, doubled, again } = sink.tally(mailCount);
  judge(
    `${holder.name} is killed while it sends mails: the other one goes on after ${dutyMs.toFixed(0)} ms (limit ${LIMITS.watchedMs}); of ${mailCount} mails ${lost} lost, ${doubled} doubled, ${again} under way at that moment came again with the same Message-ID`,
    dutyMs <= LIMITS.watchedMs && lost === 0 && doubled === 0,
  );
  judge(
    `of ${cut} pages ${backMs.length} lost their socket, and had another one after ${Math.max(0, ...backMs).toFixed(0)} ms at most (limit ${LIMITS.pagesBackMs}); nobody signed in again`,
    Math.max(0, ...backMs) <= LIMITS.pagesBackMs && backMs.length > 0,
  );
  const me = await Promise.all(pages.map((page) => call("GET", "/service/sessions/me", { cookie: page.cookie })));
  judge(
    "all pages are signed in",
    me.every(({ status }) => status === 200),
  );
  const seenMs = performance.now();
  const count = async () =>
    (await need("GET", "/service/orchids", { at: other.url })).json.filter(({ isAvailable }) => isAvailable).length;
  await until("the other node sees the servers", async () => (await count()) === 2);
  const watchedMs = performance.now() - seenMs;
  judge(
    `the other node watches its servers, as it did before: seen after ${watchedMs.toFixed(0)} ms`,
    watchedMs <= LIMITS.watchedMs,
  );
  return { pages, other };
}

/** of the database, with those of pollers */
async function transactions() {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query("select xact_commit from pg_stat_database where datname = current_database()");
  await client.end();
  return Number(rows[0].xact_commit);
}

async function natsAway() {
  const page = await openPage(b.url);
  const breaks = page.breaks;
  await nats.halt();
  const beginMs = performance.now();
  await signOuts(6);
  await until("both say so", async () =>
    (await Promise.all([a.readiness(), b.readiness()])).every(({ checks }) => checks.nats?.startsWith("ok, but")),
  );
  const saidMs = performance.now() - beginMs;
  judge(`NATS is away: both say so in /readyz after ${saidMs.toFixed(0)} ms at most, and stay ready`, saidMs <= 10_000);
  await changes();
  await pause(Math.max(0, awayS * 1000 - (performance.now() - beginMs)));
  await signOuts(6);
  await nats.begin();
  const backMs = performance.now();
  await until("both take it again", async () =>
    (await Promise.all([a.readiness(), b.readiness()])).every(({ checks }) => checks.nats === "ok"),
  );
  const tookMs = performance.now() - backMs;
  judge(
    `after ${awayS} s without NATS both take it again by themselves within ${tookMs.toFixed(0)} ms; no page lost its socket`,
    tookMs <= 10_000 && page.breaks === breaks,
  );
  page.leave();
  await signOuts(6);
}

async function databaseAway({ pages, other }) {
  const before = pages.map(({ breaks }) => breaks);
  await postgres.halt();
  const beginMs = performance.now();
  await pause(3000);
  const answer = await call("POST", "/service/stages", { body: { name: "Yard", stageMatrix: [[null]] } });
  judge(
    `while PostgreSQL is away a change is refused: ${answer.status} ${answer.json?.code ?? ""}, "${answer.json?.reason ?? ""}"`,
    answer.status === 503 && answer.json?.code === "server/database-away",
  );
  await pause(Math.max(0, awayS * 1000 - (performance.now() - beginMs)));
  const cut = pages.filter((page, at) => page.breaks > before[at] || page.isBroken).length;
  judge(`after ${awayS} s without PostgreSQL ${cut} of ${pages.length} pages lost their event socket`, cut === 0);
  await postgres.begin();
  const backMs = performance.now();
  await until(
    "changes are taken again",
    async () =>
      (await call("POST", "/service/stages", { body: { name: "Yard", stageMatrix: [[null]] } })).status === 201,
  );
  judge(`all back by itself ${(performance.now() - backMs).toFixed(0)} ms after PostgreSQL: a change is taken`, true);
  await until("the duty is held again", () => other.sendsMails(admin));
}

try {
  const made = await Promise.all(
    played.all.map((_one, at) =>
      call("POST", "/service/orchids", { body: { uri: played.urlOf(at), username: "admin", password: "played" } }),
    ),
  );
  if (made.some(({ status }) => status !== 201)) throw new Error(JSON.stringify(made.map(({ json }) => json)));
  if (values.keep) {
    say(
      `${url}: user admin, password ${password}; processes a: ${a.process.pid}, b: ${b.process.pid}. Ctrl+C ends all.`,
    );
    await new Promise((resolve) => process.once("SIGINT", resolve));
    throw new Error("ended");
  }
  await signOuts();
  await changes();
  if (nats) await natsAway();
  const rest = await killed();
  await databaseAway(rest);
  for (const page of rest.pages) page.leave();
} finally {
  if (process.env.PROSCENIUM_NODES_LOG) writeFileSync(process.env.PROSCENIUM_NODES_LOG, `${a.log}\n----\n${b.log}`);
  for (const end of ends.toReversed()) await Promise.resolve(end());
}
process.exit();
