import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { notificationCreate, notificationPatch } from "#protocol/rest/notification.ts";
import { smtpServerCreate } from "#protocol/rest/smtp-server.ts";
import type { OrchidChange, OrchidFacts, Orchids, OrchidTrouble } from "#recorder/aggregator/contracts.ts";
import { Deliveries } from "#recorder/aggregator/deliveries.ts";
import { Mailer } from "#recorder/aggregator/mailer.ts";
import { Notifications } from "#recorder/aggregator/notifications.ts";
import { Notifier } from "#recorder/aggregator/notifier.ts";
import { SmtpServers } from "#recorder/aggregator/smtp-servers.ts";
import { EventHub } from "#recorder/main/event-hub.ts";
import { Journal } from "#recorder/main/journal.ts";
import { SettingsStore } from "#recorder/main/settings-store.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { MailListener } from "#test/support/mail-listener.ts";

const S = 1000;
const cameraNames = { c1: "Gate", c2: "Yard", c3: "Roof" };

/** The registry's side of the contract: servers that the test speaks for. */
class Watched implements Orchids {
  readonly servers = new Map<string, OrchidFacts>();
  readonly #changes = new Set<(change: OrchidChange) => void>();
  readonly #troubles = new Set<(trouble: OrchidTrouble) => void>();
  nowMs: () => number = () => 0;

  add(id: string, name: string, cameras: readonly (keyof typeof cameraNames)[]): void {
    const known = cameras.map((camera) => ({ id: camera, name: cameraNames[camera], streamIds: [] }));
    this.servers.set(id, { id, name, isAvailable: true, failureReason: "", cameras: known });
  }
  remove(id: string): void {
    this.servers.delete(id);
    for (const listener of this.#changes) listener({ kind: "removed", orchidId: id });
  }
  tell(kind: OrchidTrouble["kind"], orchidId: string, cameraId: string | null = null, message = "no answer"): void {
    for (const listener of this.#troubles) listener({ kind, orchidId, cameraId, message, whenMs: this.nowMs() });
  }
  list = () => [...this.servers.values()];
  get = (id: string) => this.servers.get(id);
  cameraOwner = () => null;
  streamOwner = () => null;
  onChange(listener: (change: OrchidChange) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }
  onTrouble(listener: (trouble: OrchidTrouble) => void): () => void {
    this.#troubles.add(listener);
    return () => this.#troubles.delete(listener);
  }
}

const folder = mkdtempSync(join(tmpdir(), "proscenium-notifications-"));
/** 08:00 in Berlin */
const MORNING = Date.parse("2026-11-22T07:00:00Z");
let listener: MailListener;
let store: Store;
let orchids: Watched;
let notifications: Notifications;
let smtpServers: SmtpServers;
let journal: Journal;
let deliveries: Deliveries;
let notifier: Notifier;
let relay: string;
let nowMs: number;
let told: string[];
const now = (): number => nowMs;
const hub = new EventHub();

beforeEach(async () => {
  nowMs = MORNING + 3_600_000;
  told = [];
  listener = await MailListener.open({ refuse: ["full@example.org"] });
  store = await openStore({ file: ":memory:", url: "" });
  orchids = new Watched();
  orchids.nowMs = now;
  orchids.add("o1", "North", ["c1", "c2"]);
  orchids.add("o2", "South", ["c3"]);
  hub.publish = (type, _resource, id) => void told.push(`${type} ${id}`);
  const mailer = new Mailer({ allowed: [], allowLoopback: true });
  smtpServers = new SmtpServers({ store, hub, mailer, now, name: "Wall", vault: Vault.open(join(folder, "key")) });
  const made = await smtpServers.create(
    smtpServerCreate.parse({
      name: "Relay",
      host: "127.0.0.1",
      port: listener.port,
      security: "none",
      from: "wall@example.org",
    }),
  );
  relay = made.ok ? made.value.id : "";
  notifications = new Notifications({ store, hub, orchids, now });
  await begin();
});
async function begin(): Promise<void> {
  const log = pino({ level: "silent" });
  const mailer = new Mailer({ allowed: [], allowLoopback: true });
  journal = new Journal(store, log, now);
  const head = { sender: "Wall", zone: "Europe/Berlin" };
  deliveries = new Deliveries({ store, smtpServers, mailer, journal, log, now, head });
  notifier = new Notifier({
    store,
    settings: new SettingsStore(store, hub),
    orchids,
    notifications,
    deliveries,
    log,
    now,
  });
  await notifier.start();
}
afterEach(async () => {
  await notifier.stop();
  await store.destroy();
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One look after so much time; every mail of it has gone when this is over. */
async function after(seconds: number): Promise<void> {
  nowMs += seconds * S;
  await notifier.tick();
  await deliveries.idle();
}
const subjects = () => listener.taken.map(({ subject }) => subject);
const bodyOf = (index: number) =>
  (listener.taken[index]?.raw.split("\r\n\r\n").slice(1).join("\n\n") ?? "").replaceAll(/=\r\n/g, "");

async function add(more: object = {}): Promise<string> {
  const made = await notifications.create(
    notificationCreate.parse({
      name: "Night watch",
      triggers: ["camera-unreachable", "server-unreachable", "server-error"],
      smtpServer: relay,
      recipients: ["a@example.org"],
      ...more,
    }),
  );
  if (!made.ok) throw new Error(made.reason);
  return made.value.id;
}

describe("an immediate mail", () => {
  test("says which camera, of which server, since when and why; its subject is the notification's name", async () => {
    await add({ recipients: ["a@example.org", "b@example.org"] });
    orchids.tell("camera-unreachable", "o1", "c1", "401 Unauthorized");
    await after(0);
    await after(30);
    await after(5);
    expect(listener.taken).toHaveLength(1);
    expect(listener.taken[0]).toMatchObject({
      subject: "Night watch",
      to: ["a@example.org", "b@example.org"],
      from: "wall@example.org",
    });
    expect(bodyOf(0)).toContain("2026-11-22 09:00:00  Camera unreachable: Gate (North): 401 Unauthorized");
  });

  test("comes once for a camera that flaps, and again after it was well for a minute", async () => {
    await add();
    for (let round = 0; round < 20; round++) {
      orchids.tell("camera-unreachable", "o1", "c1");
      await after(0);
      await after(40);
      orchids.tell("camera-back", "o1", "c1");
      await after(0);
      await after(20);
    }
    expect(subjects()).toHaveLength(1);
    await after(60);
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    await after(30);
    await after(5);
    expect(subjects()).toHaveLength(2);
  });

  test("tells that a camera or a server is back, when it has been so for a minute", async () => {
    await add();
    orchids.tell("camera-unreachable", "o1", "c1");
    orchids.tell("server-unreachable", "o2");
    orchids.tell("server-error", "o1", null, "storage device changed");
    await after(0);
    await after(15);
    await after(5);
    expect(subjects()).toHaveLength(1);
    orchids.tell("camera-back", "o1", "c1");
    orchids.tell("server-back", "o2");
    await after(59);
    expect(subjects()).toHaveLength(1);
    await after(60);
    await after(5);
    expect(subjects()).toHaveLength(2);
    expect(bodyOf(1)).toContain("Camera recovered: Gate (North)");
    expect(bodyOf(1)).toContain("Server recovered: South");
    expect(bodyOf(1)).not.toContain("error");
    await after(600);
    expect(subjects()).toHaveLength(2);
  });

  test("tells nothing good of a camera or a server that was removed", async () => {
    await add();
    await add({ name: "Daily", action: "digest", digestTime: "08:00" });
    orchids.tell("server-unreachable", "o2");
    await after(0);
    await after(15);
    await after(5);
    expect(subjects()).toEqual(["Night watch"]);
    orchids.remove("o2");
    await after(0);
    await after((MORNING + 86_400_000 - nowMs) / S);
    expect(subjects()).toEqual(["Night watch", "Daily"]);
    expect(bodyOf(1)).not.toContain("recovered");
  });

  test("is one for all that goes wrong together", async () => {
    await add();
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    orchids.tell("camera-unreachable", "o1", "c2");
    await after(2);
    orchids.tell("camera-unreachable", "o2", "c3", "Roof on South sends no pictures.");
    await after(2);
    expect(subjects()).toEqual([]);
    await after(1);
    expect(subjects()).toHaveLength(1);
    for (const name of ["Gate (North): no answer", "Yard (North)", "unreachable: Roof on South sends no pictures."])
      expect(bodyOf(0)).toContain(name);
  });

  test("about a server that is away does not name its cameras", async () => {
    await add();
    orchids.tell("server-unreachable", "o1", null, "connect ECONNREFUSED");
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    await after(15);
    await after(5);
    await after(60);
    expect(subjects()).toHaveLength(1);
    expect(bodyOf(0)).toContain("Server unreachable: North: connect ECONNREFUSED");
    expect(bodyOf(0)).not.toContain("Gate");
  });

  test("goes to those only whom it concerns", async () => {
    await add({ name: "South only", scope: "list", orchids: ["o2"] });
    await add({ name: "Yard only", scope: "list", cameras: [{ orchidId: "o1", id: "c2" }] });
    await add({ name: "Off", enabled: false });
    await add({ name: "Errors", triggers: ["server-error"] });
    orchids.tell("camera-unreachable", "o1", "c2");
    await after(0);
    await after(30);
    await after(5);
    expect(subjects()).toEqual(["Yard only"]);
    orchids.tell("server-error", "o2", null, "storage device changed");
    await after(0);
    await after(5);
    await listener.waitFor(3);
    expect(subjects().slice(1).sort()).toEqual(["Errors", "South only"]);
  });

  test("that could not be sent is sent later, with what came since; the report says so once", async () => {
    await add();
    listener.outOfOrder = "come back later";
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    await after(30);
    await after(5);
    await after(10);
    await after(60);
    orchids.tell("camera-unreachable", "o2", "c3");
    await after(0);
    await after(30);
    expect(listener.taken).toEqual([]);
    const events = await journal.events({ startMs: 0, stopMs: nowMs + 1, count: 9, types: ["Notification Not Sent"] });
    expect(events.map(({ message }) => message)).toEqual(["Night watch: 451 come back later"]);
    listener.outOfOrder = null;
    await after(16 * 60);
    expect(subjects()).toHaveLength(1);
    expect(bodyOf(0)).toMatch(/Gate[^]*Roof/);
  });

  test("waits for its SMTP server when that was removed", async () => {
    const id = await add();
    await smtpServers.remove(relay);
    expect(await notifications.get(id)).toMatchObject({ ok: true, value: { smtpServer: "" } });
    expect(told).toContain(`notification-modified ${id}`);
    orchids.tell("server-error", "o1");
    await after(0);
    await after(5);
    const [event] = await journal.events({ startMs: 0, stopMs: nowMs + 1, count: 9 });
    expect(event?.message).toBe("Night watch: its SMTP server was removed");
  });

  test("that some recipient does not get is not sent again; the report names them", async () => {
    await add({ recipients: ["a@example.org", "full@example.org"] });
    orchids.tell("server-error", "o1");
    await after(0);
    await after(5);
    await after(600);
    expect(subjects()).toHaveLength(1);
    const [event] = await journal.events({ startMs: 0, stopMs: nowMs + 1, count: 9 });
    expect(event?.message).toBe("Night watch: not taken for full@example.org");
  });

  test("is not sent for a server that was removed before", async () => {
    await add();
    orchids.tell("server-unreachable", "o2");
    await after(0);
    orchids.remove("o2");
    await after(60);
    await after(5);
    expect(subjects()).toEqual([]);
  });
});

describe("a restart", () => {
  const restart = async () => {
    await notifier.stop();
    await begin();
  };

  test("tells nothing twice, loses no mail that waits, and knows what is wrong", async () => {
    await add();
    await add({ name: "Daily", action: "digest", digestTime: "08:00" });
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    await restart();
    await after(0);
    await after(5);
    expect(subjects()).toEqual(["Night watch"]);
    await restart();
    // After a crash the watch may tell again what it has told.
    orchids.tell("camera-unreachable", "o1", "c1");
    await after((MORNING + 86_400_000 - nowMs) / S);
    expect(subjects()).toEqual(["Night watch", "Daily"]);
    expect(bodyOf(1)).toMatch(/Still so:[^]*Gate/);
    orchids.tell("camera-back", "o1", "c1");
    await after(0);
    await after(60);
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    await after(5);
    expect(subjects()).toEqual(["Night watch", "Daily", "Night watch"]);
  });

  test("that missed a recovery takes what is told anew for another outage", async () => {
    await add();
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    await after(5);
    await restart();
    await after(600);
    orchids.tell("camera-unreachable", "o1", "c1");
    await after(0);
    await after(5);
    expect(subjects()).toHaveLength(2);
  });
});

describe("a digest", () => {
  const toMorning = () => after((MORNING + 86_400_000 - nowMs) / S);

  test("comes once a day at its time in the server's zone, also when there is nothing to say", async () => {
    await add({ name: "Daily", action: "digest", digestTime: "08:00" });
    await after(22 * 3600);
    expect(subjects()).toEqual([]);
    await toMorning();
    await after(60);
    await after(3600);
    expect(subjects()).toEqual(["Daily"]);
    expect(bodyOf(0)).toContain("There were no events.");
    expect(bodyOf(0)).toContain("From 2026-11-22 09:00:00 to 2026-11-23 08:00:00 (Europe/Berlin).");
    await after(23 * 3600);
    expect(subjects()).toEqual(["Daily", "Daily"]);
  });

  test("says what happened, what is over and what is still so", async () => {
    await add({ action: "digest", digestTime: "08:00" });
    orchids.tell("camera-unreachable", "o1", "c1");
    orchids.tell("camera-unreachable", "o2", "c3");
    await after(0);
    await after(30);
    orchids.tell("camera-back", "o1", "c1");
    await after(0);
    await after(60);
    expect(subjects()).toEqual([]);
    await toMorning();
    expect(bodyOf(0)).toMatch(/Events:[^]*Camera unreachable: Gate[^]*Camera recovered: Gate/);
    expect(bodyOf(0)).toMatch(/Still so:[^]*Roof \(South\)/);
    expect(bodyOf(0)).not.toMatch(/Still so:[^]*Gate/);
    await after(86_400);
    expect(bodyOf(1)).toMatch(/There were no events\.[^]*Still so:[^]*Roof/);
  });

  test("that was due while nobody ran comes at the start", async () => {
    await add({ action: "digest", digestTime: "08:00" });
    await notifier.stop();
    nowMs += 30 * 3_600_000;
    await begin();
    await after(0);
    expect(subjects()).toHaveLength(1);
  });
});

describe("notifications", () => {
  const patch = (id: string, change: object) => notifications.patch(id, notificationPatch.parse(change));

  test("are kept as they were given, and told of", async () => {
    const id = await add({ scope: "list", orchids: ["o2", "o2"], cameras: [{ orchidId: "o1", id: "c1" }] });
    expect(await notifications.list()).toEqual([
      {
        id,
        href: `/service/notifications/${id}`,
        name: "Night watch",
        enabled: true,
        triggers: ["camera-unreachable", "server-unreachable", "server-error"],
        scope: "list",
        orchids: ["o2"],
        cameras: [{ orchidId: "o1", id: "c1" }],
        smtpServer: relay,
        recipients: ["a@example.org"],
        action: "immediate",
        digestTime: "08:00",
      },
    ]);
    expect(await patch(id, { enabled: false, name: "Other" })).toMatchObject({
      ok: true,
      value: { enabled: false, name: "Other" },
    });
    expect(await notifications.remove(id)).toEqual({ ok: true, value: null });
    expect(await notifications.get(id)).toMatchObject({ ok: false, code: "notification/unknown" });
    expect(told.filter((one) => one.startsWith("notification"))).toEqual(
      ["added", "modified", "removed"].map((what) => `notification-${what} ${id}`),
    );
  });

  test("name no server and no SMTP server that is not there; those that go are left out", async () => {
    const id = await add({ scope: "list", orchids: ["o1", "o2"], cameras: [{ orchidId: "o2", id: "c3" }] });
    expect(await patch(id, { orchids: ["o9"] })).toMatchObject({ ok: false, code: "orchid/unknown" });
    expect(await patch(id, { cameras: [{ orchidId: "o9", id: "c" }] })).toMatchObject({
      ok: false,
      code: "orchid/unknown",
    });
    expect(await patch(id, { smtpServer: "nobody" })).toMatchObject({ ok: false, code: "smtp-server/unknown" });
    orchids.remove("o2");
    expect(await notifications.get(id)).toMatchObject({ ok: true, value: { orchids: ["o1"], cameras: [] } });
  });

  test("that are switched on again say nothing of what was before", async () => {
    const id = await add({ action: "digest", digestTime: "08:00" });
    orchids.tell("server-error", "o1", null, "old");
    await after(0);
    await patch(id, { enabled: false });
    await patch(id, { enabled: true });
    await after((MORNING + 86_400_000 - nowMs) / S);
    expect(bodyOf(0)).toContain("There were no events.");
  });

  test.each([
    ["name", "a\r\nBcc: thief@example.org"],
    ["name", " "],
    ["recipients", []],
    ["recipients", ["a@b.example\r\nBcc: c@d.example"]],
    ["recipients", ["a@b.example, c@d.example"]],
    ["triggers", []],
    ["triggers", ["motion"]],
    ["digestTime", "24:00"],
    ["digestTime", "8:00"],
  ])("with %s %j are refused", (field, value) => {
    const fine = { name: "a", triggers: ["server-error"], smtpServer: "s", recipients: ["a@b.example"] };
    expect(notificationCreate.safeParse(fine).success).toBe(true);
    expect(notificationCreate.safeParse({ ...fine, [field]: value }).success).toBe(false);
  });
});
