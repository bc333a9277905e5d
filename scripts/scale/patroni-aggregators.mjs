/**
 * Two aggregators behind HAProxy whose PostgreSQL is kept by Patroni: `node scripts/scale/patroni.mjs --aggregators`. Twenty operators are signed in, stages are
 * added once a second, and a server that goes away is to be mailed about to a hundred readers, while the primary changes as planned and while it is killed.
 */
import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import { until } from "../../bench/support/measuring.mjs";
import { startBalancer } from "../machine/balancer.mjs";
import { freePort } from "../machine/free-port.mjs";
import { aggregatorCalls } from "./aggregator-calls.mjs";
import { AggregatorNode } from "./aggregator-node.mjs";
import { openMailSink } from "./mail-sink.mjs";
import { playRecorders } from "./played-recorders.mjs";
import { judge, say } from "./verdicts.mjs";
import { WallPage } from "./wall-page.mjs";
import { Writer } from "./writer.mjs";

const PAGES = 20;
/** A user may have 500. */
const STAGE_EVERY_MS = 1000;
const READERS = 100;
const SIGN_OUTS = 6;
const LIMITS = { refusedMs: 60_000, heardMs: 5000, signOutMs: 1000 };

/** A page that remembers which stages it was told of. */
async function watcherOf(at, asking) {
  const page = await WallPage.open(at, asking);
  const told = new Set();
  page.socket.on("message", (data) => told.add(JSON.parse(Buffer.from(data).toString("utf8")).id));
  return { page, told };
}

/** `ends`: what is to be done at the end, the last first. */
export async function proveAggregators({ cluster, databaseUrl, built, folder, ends }) {
  const played = await playRecorders(2, 4);
  const sink = await openMailSink(50);
  ends.push(played.close, sink.close);
  const ports = [await freePort(), await freePort()];
  const start = (name, port, keyOf = null) => {
    const node = new AggregatorNode({ name, main: join(built, "main.js"), folder, port, databaseUrl, keyOf });
    ends.push(() => node.process.kill("SIGKILL"));
    return node;
  };
  const a = start("a", ports[0]);
  await a.ready();
  const b = start("b", ports[1], a);
  await b.ready();
  const { url, stop } = await startBalancer(ports);
  ends.push(stop);

  const { admin, call, need } = aggregatorCalls(url, a.password);
  const asking = { need, password: a.password };
  for (const at of played.all.keys())
    await need("POST", "/service/orchids", { body: { uri: played.urlOf(at), username: "admin", password: "played" } });
  const mailServer = { name: "sink", host: "127.0.0.1", port: sink.port, security: "none", username: "", password: "" };
  const { json: smtp } = await need("POST", "/service/smtp-servers", {
    body: { ...mailServer, from: "wall@example.org" },
  });
  for (let at = 0; at < READERS; at += 1) {
    const to = { smtpServer: smtp.id, recipients: [`reader${at}@example.org`] };
    const body = { name: `notification ${at}`, triggers: ["server-unreachable"], ...to };
    await need("POST", "/service/notifications", { body });
  }
  const pages = [];
  for (let at = 0; at < PAGES; at += 1) pages.push(await WallPage.open(url, asking));
  const watchers = [await watcherOf(a.url, asking), await watcherOf(b.url, asking)];
  const added = new Map();
  const writer = new Writer(async (number) => {
    const body = { name: `Stage ${number}`, stageMatrix: [[null]], shared: true };
    // As an operator who is signed in, by the balancer.
    const { json } = await need("POST", "/service/stages", { body, cookie: pages[0].cookie });
    added.set(json.id, Date.now());
  }, STAGE_EVERY_MS);

  const change = async (what, recorder, doIt) => {
    const primary = await cluster.whole();
    await pause(3000);
    const fromMs = Date.now();
    const breaks = pages.map((page) => page.breaks);
    const mailsBefore = sink.mails.length;
    recorder.leave();
    await doIt(primary, () =>
      until("the first mails", () => sink.mails.length > mailsBefore + 5, { withinMs: 90_000 }),
    );
    await until("another primary", async () => (await cluster.whole()) !== primary, { withinMs: 120_000 });
    await until("a call that is taken", () => writer.answers.at(-1)?.isTaken, { withinMs: 60_000 }).catch((error) => {
      throw new Error(`${error.message}: ${writer.answers.at(-1).said}`);
    });
    const { refusedMs, sentences } = writer.refusals(fromMs);
    judge(`${what}: calls that change something are refused for ${refusedMs} ms`, refusedMs <= LIMITS.refusedMs);
    for (const one of sentences) say(`       ${one}`);
    const isSaid = [...sentences].every((one) => /^503 server\/database-away: ./.test(one));
    judge("  each of them with a sentence that says so", isSaid && sentences.size > 0);
    const backMs = performance.now();
    await until("both are ready", async () =>
      (await Promise.all([a.readiness(), b.readiness()])).every(({ ready }) => ready),
    );
    const holders = async () =>
      (await Promise.all([a, b].map((node) => node.sendsMails(admin)))).filter(Boolean).length;
    await until("one that sends mails", async () => (await holders()) === 1).catch(async (error) => {
      const logs = [a, b].map(({ name, log }) => `${name}:\n${log.slice(-4000)}`).join("\n");
      throw new Error(`${error.message}: ${await holders()} have the duty\n${logs}`);
    });
    say(`       both are ready and one has the duty of mails, ${Math.round(performance.now() - backMs)} ms after that`);
    const owed = READERS * played.all.filter(({ isAway }) => isAway).length;
    await until("all mails", () => sink.tally(owed).lost <= 0, { withinMs: 120_000 }).catch(() => undefined);
    await pause(5000);
    const { lost, doubled, again } = sink.tally(owed);
    judge(
      `  of ${owed} mails ${lost} are lost, ${doubled} doubled; ${again} came again with the same Message-ID`,
      lost === 0 && doubled === 0,
    );
    const cut = pages.filter((page, at) => page.breaks > breaks[at] || page.isBroken).length;
    const me = await Promise.all(pages.map((page) => call("GET", "/service/sessions/me", { cookie: page.cookie })));
    const isIn = me.every(({ status }) => status === 200);
    judge(`  of ${PAGES} operators ${cut} lost their event socket, and all are signed in: ${isIn}`, cut === 0 && isIn);
    await signOuts();
  };

  /** Each time a page of one node, whose sign-in is ended at the other. */
  const signOuts = async () => {
    const tookMs = [];
    for (let round = 0; round < SIGN_OUTS; round += 1) {
      const [here, there] = round % 2 === 0 ? [a, b] : [b, a];
      const page = await WallPage.open(here.url, asking);
      const beginMs = performance.now();
      await need("DELETE", "/service/sessions/me", { cookie: page.cookie, at: there.url });
      await page.closed;
      tookMs.push(performance.now() - beginMs);
    }
    const slowest = Math.max(...tookMs);
    judge(
      `  then a sign-out at one closes the socket at the other after ${slowest.toFixed(0)} ms at most of ${SIGN_OUTS}`,
      slowest <= LIMITS.signOutMs,
    );
  };

  await change("planned change, while mails are sent", played.all[0], async (primary, mailing) => {
    await mailing();
    await cluster.switchOver(primary);
  });
  await change("primary killed, just as a server goes away", played.all[1], async (primary) => {
    primary.kill();
    setTimeout(() => primary.start(cluster.etcdPort), 60_000);
  });
  await writer.end();
  await pause(LIMITS.heardMs);
  for (const [at, { page, told }] of watchers.entries()) {
    const missing = [...added.keys()].filter((id) => !told.has(id)).length;
    const where = at === 0 ? "a" : "b";
    judge(`of ${added.size} stages that were taken ${missing} were not told at node ${where}`, missing === 0);
    if (page.breaks > 0) say(`       its socket broke ${page.breaks} times`);
    page.leave();
  }
  const { json } = await need("GET", "/service/stages");
  const kept = new Set(json.stages.map(({ id }) => id));
  const lost = [...added.keys()].filter((id) => !kept.has(id)).length;
  judge(`${lost} of them are missing`, lost === 0);
  for (const page of pages) page.leave();
}
