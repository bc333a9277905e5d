/** Several nodes on one database: all listen, one sends, any may be killed at any point. */
import * as fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ok } from "#base/result.ts";
import { foreignFailure, inWords, refuse } from "#domain/failures/failure.ts";
import { notificationCreate } from "#protocol/rest/server/notification.ts";
import type { RegisteredServer, RegisteredServers, ServerTrouble } from "#recorder/aggregator/servers/contracts.ts";
import { Deliveries } from "#recorder/aggregator/mail/deliveries.ts";
import { mailSpeech } from "#recorder/aggregator/mail/mail-speech.ts";
import { Notifications } from "#recorder/aggregator/mail/notifications.ts";
import { Notifier } from "#recorder/aggregator/mail/notifier.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { Journal } from "#recorder/core/journal.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { databases } from "#test/recorder/store/databases.ts";

const CAMERAS = Array.from({ length: 100 }, (_, at) => `camera-${String(at).padStart(3, "0")}`);
const NORTH: RegisteredServer = {
  id: "north",
  name: "North",
  isAvailable: true,
  failure: null,
  cameras: CAMERAS.map((id) => ({ id, name: id, streamIds: [] })),
};
const START_MS = Date.UTC(2026, 10, 30, 9);
const log = pino({ level: "silent" });

interface Taken {
  readonly id: string;
  readonly text: string;
  /** its node was killed before it could note that it had sent it */
  isDoubtful: boolean;
}

class House {
  nowMs = START_MS;
  readonly taken: Taken[] = [];
  readonly nodes: Node[] = [];
  /** null: every node thinks that it is the one */
  acting: Node | null = null;
  readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  static async open(url: string): Promise<House> {
    const store = await openStore({ file: ":memory:", url });
    const house = new House(store);
    await house.notifications(store).create(
      notificationCreate.parse({
        name: "Night watch",
        triggers: ["camera-unreachable", "server-error"],
        smtpServer: await relay(store),
        recipients: ["a@example.org"],
      }),
    );
    return house;
  }

  notifications(store: Store): Notifications {
    return new Notifications({ store, hub: new EventHub(), servers: { get: servers.get }, now: () => this.nowMs });
  }

  async join(): Promise<Node> {
    const node = new Node(this);
    this.nodes.push(node);
    await node.notifier.start();
    return node;
  }

  living(): Node[] {
    return this.nodes.filter(({ isDead }) => !isDead);
  }

  /** One look of each node that lives, after this time. */
  async after(seconds: number): Promise<void> {
    this.nowMs += seconds * 1000;
    await Promise.all(this.living().map((node) => node.look()));
  }

  /** The mails that tell it, each as often as it does. */
  told(what: string): Taken[] {
    return this.taken.flatMap((mail) =>
      mail.text
        .split(what)
        .slice(1)
        .map(() => mail),
    );
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.notifier.stop();
    await this.store.destroy();
  }
}

async function relay(store: Store): Promise<string> {
  const row = { name: "Relay", host: "mail", port: 25, security: "none", username: "", password: "" };
  await store
    .insertInto("smtp_servers")
    .values({ id: "relay", ...row, from_address: "wall@example.org", created_ms: 0 })
    .execute();
  return "relay";
}

const servers = {
  list: () => [NORTH],
  get: (id: string) => (id === NORTH.id ? NORTH : undefined),
  cameraOwner: () => null,
  streamOwner: () => null,
  onChange: () => () => undefined,
};

class Node {
  readonly notifier: Notifier;
  readonly #deliveries: Deliveries;
  readonly #listeners = new Set<(trouble: ServerTrouble) => void>();
  readonly #house: House;
  /** steps until it is killed: queries, and both sides of a mail that is taken */
  stepsLeft = Number.POSITIVE_INFINITY;
  /** it is killed by the first step after a mail was taken */
  diesWithMail = false;
  isDead = false;
  #unnoted: Taken | null = null;

  constructor(house: House) {
    this.#house = house;
    const now = (): number => house.nowMs;
    const store = house.store.withPlugin({
      transformQuery: ({ node }) => {
        this.#step();
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const watched: RegisteredServers = {
      ...servers,
      onTrouble: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
    const server = { host: "", port: 25, security: "none", username: "", password: "", from: "" } as const;
    this.#deliveries = new Deliveries({
      store,
      smtpServers: { connection: () => Promise.resolve(server), standing: () => Promise.resolve("") },
      mailer: {
        send: async (_server, { text, id = "" }) => {
          if (this.isDead) return refuse("smtp/failed", { cause: inWords("killed") });
          this.#step();
          this.#unnoted = { id, text, isDoubtful: false };
          house.taken.push(this.#unnoted);
          if (this.diesWithMail) this.stepsLeft = 0;
          this.#step();
          return ok({ words: "", refused: [] });
        },
      },
      journal: new Journal(store, log, now),
      log,
      now,
      head: { sender: "Wall", zone: "UTC", speech: mailSpeech("en") },
    });
    this.notifier = new Notifier({
      store,
      servers: watched,
      notifications: house.notifications(store),
      deliveries: this.#deliveries,
      log,
      now,
      elapsed: now,
      mayAct: () => house.acting === null || house.acting === this,
    });
  }

  hear(kind: ServerTrouble["kind"], cameraId: string | null): void {
    const told = foreignFailure("", `${cameraId ?? "North"} is away`);
    for (const listener of this.#listeners)
      listener({ kind, orchidId: NORTH.id, cameraId, told, whenMs: this.#house.nowMs });
  }

  async look(): Promise<void> {
    await this.notifier.tick();
    await this.#deliveries.idle();
    if (this.isDead && this.#unnoted) this.#unnoted.isDoubtful = true;
    this.#unnoted = null;
  }

  #step(): void {
    if (this.stepsLeft <= 0) this.isDead = true;
    this.stepsLeft -= 1;
    if (this.isDead) throw new Error("killed");
  }
}

describe.each(databases)("mails of several nodes: $name", ({ url, skip }) => {
  if (skip) return it.skip("needs a server", () => undefined);
  let house: House;
  beforeEach(async () => {
    house = await House.open(await url());
  });
  afterEach(() => house.close());

  it("are sent by the one whose turn it is; the next one goes on, and tells nothing again", async () => {
    const [one, other] = [await house.join(), await house.join()];
    house.acting = one;
    for (const node of [one, other]) {
      node.hear("camera-unreachable", "camera-001");
      node.hear("server-error", null);
    }
    await house.after(0);
    await house.after(5);
    expect(house.taken).toHaveLength(1);
    house.acting = other;
    for (const seconds of [2, 60, 60, 600]) await house.after(seconds);
    expect(house.taken).toHaveLength(1);
    other.hear("camera-back", "camera-001");
    for (const seconds of [2, 60, 60]) await house.after(seconds);
    expect(house.taken).toHaveLength(2);
    expect(house.taken[1]?.text).toContain("camera-001");
  });

  it("are not sent twice by two that both think it is their turn", async () => {
    const both = [await house.join(), await house.join()];
    for (const camera of CAMERAS.slice(0, 5)) {
      for (const node of both) node.hear("camera-unreachable", camera);
      for (const seconds of [2, 5, 60]) await house.after(seconds);
    }
    for (const camera of CAMERAS.slice(0, 5)) expect(house.told(camera), camera).toHaveLength(1);
  });

  it("that one had sent when it was killed come once more, as the same mail, when it is taken for dead", async () => {
    const [one, other] = [await house.join(), await house.join()];
    house.acting = one;
    for (const node of [one, other]) node.hear("camera-unreachable", "camera-001");
    await house.after(0);
    one.diesWithMail = true;
    await house.after(5);
    expect([one.isDead, house.taken[0]?.isDoubtful]).toEqual([true, true]);
    house.acting = other;
    for (const seconds of [2, 20, 20]) await house.after(seconds);
    expect(house.taken).toHaveLength(1);
    for (const seconds of [20, 5, 60, 60]) await house.after(seconds);
    expect(house.taken).toHaveLength(2);
    expect(house.taken[1]?.id).toBe(house.taken[0]?.id);
  });
});

it("of 100 cameras none is lost and none told twice, whenever the node that sends is killed", async () => {
  const round = fc.record({
    /** how many go away */
    away: fc.integer({ min: 1, max: 12 }),
    /** whether the others hear of it a round later */
    isLate: fc.boolean(),
    killedAfter: fc.option(fc.integer({ min: 0, max: 25 }), { nil: null }),
    seconds: fc.constantFrom(2, 5, 30, 61),
  });
  let kills = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 20, maxLength: 20 }), async (rounds) => {
      const house = await House.open("");
      house.acting = await house.join();
      await house.join();
      const left = [...CAMERAS];
      const heardBy = new Map<Node, Set<string>>();
      const gone: string[] = [];
      const spread = (node: Node): void => {
        const heard = heardBy.get(node) ?? new Set<string>();
        for (const camera of gone) if (!heard.has(camera)) node.hear("camera-unreachable", camera);
        heardBy.set(node, new Set(gone));
      };
      const succeed = async (): Promise<void> => {
        if (house.acting?.isDead !== true) return;
        kills += 1;
        house.acting = house.living()[0] ?? null;
        const joined = await house.join();
        // Its watch begins with what is wrong, and finds the rest.
        spread(joined);
      };
      for (const { away, isLate, killedAfter, seconds } of rounds) {
        if (isLate) for (const node of house.living()) if (node !== house.acting) spread(node);
        gone.push(...left.splice(0, away));
        if (isLate && house.acting) spread(house.acting);
        else for (const node of house.living()) spread(node);
        if (killedAfter !== null && house.acting) house.acting.stepsLeft = killedAfter;
        await house.after(seconds);
        await succeed();
      }
      gone.push(...left.splice(0));
      for (const node of house.living()) spread(node);
      if (house.acting) house.acting.stepsLeft = Number.POSITIVE_INFINITY;
      for (let more = 0; more < 6; more += 1) await house.after(61);
      for (const camera of CAMERAS) {
        const mails = house.told(camera);
        const sure = mails.filter(({ isDoubtful }) => !isDoubtful);
        expect([mails.length > 0, sure.length <= 1], camera).toEqual([true, true]);
        if (mails.length === sure.length) expect(sure, camera).toHaveLength(1);
      }
      await house.close();
    }),
    { numRuns: 15 },
  );
  // Otherwise nothing was tried.
  expect(kills).toBeGreaterThan(20);
}, 120_000);
