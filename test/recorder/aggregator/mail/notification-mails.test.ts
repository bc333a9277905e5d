import { failure } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { smtpServerCreate, smtpTest } from "#protocol/rest/server/smtp-server.ts";
import { NotifyingHouse } from "#test/recorder/aggregator/support/notifying-house.ts";

let house: NotifyingHouse;
beforeEach(async () => {
  house = await NotifyingHouse.open();
});
afterEach(() => house.close());

describe("an immediate mail", () => {
  test("says which camera, of which server, since when and why; its subject is the notification's name", async () => {
    await house.add({ recipients: ["a@example.org", "b@example.org"] });
    house.servers.tell("camera-unreachable", "o1", "c1", "401 Unauthorized");
    await house.after(0);
    await house.after(30);
    await house.after(5);
    expect(house.listener.taken).toHaveLength(1);
    expect(house.listener.taken[0]).toMatchObject({
      subject: "Night watch",
      to: ["a@example.org", "b@example.org"],
      from: "wall@example.org",
    });
    expect(house.bodyOf(0)).toContain("2026-11-22 09:00:00  Camera unreachable: Gate (North): 401 Unauthorized");
  });

  test("comes a minute later when the database was away before it could be given to the mail server", async () => {
    await house.add();
    vi.spyOn(house.smtpServers, "connection").mockRejectedValueOnce(new Error("the database does not answer"));
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(30);
    await house.after(5);
    expect(house.subjects()).toEqual([]);
    await house.after(61);
    await house.after(1);
    expect(house.subjects()).toEqual(["Night watch"]);
    await house.after(600);
    expect(house.subjects()).toHaveLength(1);
  });

  test("comes once when the database was away before it could be noted that it was sent", async () => {
    await house.add();
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    house.awayFromMails = 1;
    const checking = house.after(30);
    await expect.poll(() => house.refusedQueries, { timeout: 5000 }).toBeGreaterThan(1);
    house.awayFromMails = Number.POSITIVE_INFINITY;
    await checking;
    await house.after(600);
    await house.after(5);
    expect(house.subjects()).toHaveLength(1);
  });

  test("comes once for a camera that flaps, and again after it was well for a minute", async () => {
    await house.add();
    for (let round = 0; round < 20; round++) {
      house.servers.tell("camera-unreachable", "o1", "c1");
      await house.after(0);
      await house.after(40);
      house.servers.tell("camera-back", "o1", "c1");
      await house.after(0);
      await house.after(20);
    }
    expect(house.subjects()).toHaveLength(1);
    await house.after(60);
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(30);
    await house.after(5);
    expect(house.subjects()).toHaveLength(2);
  });

  test("tells that a camera or a server is back, when it has been so for a minute", async () => {
    await house.add();
    house.servers.tell("camera-unreachable", "o1", "c1");
    house.servers.tell("server-unreachable", "o2");
    house.servers.tell("server-error", "o1", null, "storage device changed");
    await house.after(0);
    await house.after(15);
    await house.after(5);
    expect(house.subjects()).toHaveLength(1);
    house.servers.tell("camera-back", "o1", "c1");
    house.servers.tell("server-back", "o2");
    await house.after(59);
    expect(house.subjects()).toHaveLength(1);
    await house.after(60);
    await house.after(5);
    expect(house.subjects()).toHaveLength(2);
    expect(house.bodyOf(1)).toContain("Camera recovered: Gate (North)");
    expect(house.bodyOf(1)).toContain("Server recovered: South");
    expect(house.bodyOf(1)).not.toContain("error");
    await house.after(600);
    expect(house.subjects()).toHaveLength(2);
  });

  test("tells nothing good of a camera or a server that was removed", async () => {
    await house.add();
    await house.add({ name: "Daily", action: "digest", digestTime: "08:00" });
    house.servers.tell("server-unreachable", "o2");
    await house.after(0);
    await house.after(15);
    await house.after(5);
    expect(house.subjects()).toEqual(["Night watch"]);
    house.servers.remove("o2");
    await house.after(0);
    await house.toMorning();
    expect(house.subjects()).toEqual(["Night watch", "Daily"]);
    expect(house.bodyOf(1)).not.toContain("recovered");
  });

  test("is one for all that goes wrong together", async () => {
    await house.add();
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    house.servers.tell("camera-unreachable", "o1", "c2");
    await house.after(2);
    house.servers.tell(
      "camera-unreachable",
      "o2",
      "c3",
      failure("trouble/camera-away", { camera: "Roof", name: "South" }),
    );
    await house.after(2);
    expect(house.subjects()).toEqual([]);
    await house.after(1);
    expect(house.subjects()).toHaveLength(1);
    for (const name of ["Gate (North): no answer", "Yard (North)", "unreachable: Roof on South sends no pictures."])
      expect(house.bodyOf(0)).toContain(name);
  });

  test("about a server that is away does not name its cameras", async () => {
    await house.add();
    house.servers.tell("server-unreachable", "o1", null, "connect ECONNREFUSED");
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(15);
    await house.after(5);
    await house.after(60);
    expect(house.subjects()).toHaveLength(1);
    expect(house.bodyOf(0)).toContain("Server unreachable: North: connect ECONNREFUSED");
    expect(house.bodyOf(0)).not.toContain("Gate");
  });

  test("goes to those only whom it concerns", async () => {
    await house.add({ name: "South only", scope: "list", orchids: ["o2"] });
    await house.add({ name: "Yard only", scope: "list", cameras: [{ orchidId: "o1", id: "c2" }] });
    await house.add({ name: "Off", enabled: false });
    await house.add({ name: "Errors", triggers: ["server-error"] });
    house.servers.tell("camera-unreachable", "o1", "c2");
    await house.after(0);
    await house.after(30);
    await house.after(5);
    expect(house.subjects()).toEqual(["Yard only"]);
    house.servers.tell("server-error", "o2", null, "storage device changed");
    await house.after(0);
    await house.after(5);
    await house.listener.waitFor(3);
    expect(house.subjects().slice(1).sort()).toEqual(["Errors", "South only"]);
  });

  test("that could not be sent is sent later, with what came since; the report says so once", async () => {
    await house.add();
    house.listener.outOfOrder = "come back later";
    house.servers.tell("camera-unreachable", "o1", "c1");
    await house.after(0);
    await house.after(30);
    await house.after(5);
    await house.after(10);
    await house.after(60);
    house.servers.tell("camera-unreachable", "o2", "c3");
    await house.after(0);
    await house.after(30);
    expect(house.listener.taken).toEqual([]);
    const events = await house.journal.events({
      startMs: 0,
      stopMs: house.nowMs + 1,
      count: 9,
      types: ["Notification Not Sent"],
    });
    expect(events.map(({ message }) => message)).toEqual(["Night watch: 451 come back later"]);
    house.listener.outOfOrder = null;
    await house.after(16 * 60);
    expect(house.subjects()).toHaveLength(1);
    expect(house.bodyOf(0)).toMatch(/Gate[^]*Roof/);
  });

  test("that could not be sent is tried at once when a test mail goes, its server is changed, or it has another one", async () => {
    const id = await house.add();
    const { port } = house.listener;
    const other = { name: "Other", host: "127.0.0.1", port, security: "none", from: "wall@example.org" } as const;
    const made = await house.smtpServers.create(smtpServerCreate.parse(other));
    const test = () => house.smtpServers.test(smtpTest.parse({ ...other, id: house.relay, to: "admin@example.org" }));
    const mends = [
      () => test(),
      () => house.smtpServers.patch(house.relay, { from: "door@example.org" }),
      () => house.notifications.patch(id, { smtpServer: made.ok ? made.value.id : "" }),
    ];
    for (const [round, mend] of mends.entries()) {
      const before = house.bodies(/Gate/);
      house.listener.outOfOrder = "come back later";
      house.servers.tell("camera-unreachable", "o1", "c1");
      for (const seconds of [0, 30, 5, 60, 120, 240]) await house.after(seconds);
      await test();
      await house.after(2);
      house.listener.outOfOrder = null;
      await house.after(2);
      expect(house.bodies(/Gate/), `${round}: the time has not come`).toBe(before);
      await mend();
      await house.after(2);
      expect(house.bodies(/Gate/), `${round}: mended`).toBe(before + 1);
      house.servers.tell("camera-back", "o1", "c1");
      for (const seconds of [0, 60, 60]) await house.after(seconds);
    }
  });

  test("waits for its SMTP server when that was removed", async () => {
    const id = await house.add();
    await house.smtpServers.remove(house.relay);
    expect(await house.notifications.get(id)).toMatchObject({ ok: true, value: { smtpServer: "" } });
    expect(house.told).toContain(`notification-modified ${id}`);
    house.servers.tell("server-error", "o1");
    await house.after(0);
    await house.after(5);
    const [event] = await house.journal.events({ startMs: 0, stopMs: house.nowMs + 1, count: 9 });
    expect(event?.message).toBe("Night watch: its SMTP server was removed");
  });

  test("that some recipient does not get is not sent again; the report names them", async () => {
    await house.add({ recipients: ["a@example.org", "full@example.org"] });
    house.servers.tell("server-error", "o1");
    await house.after(0);
    await house.after(5);
    await house.after(600);
    expect(house.subjects()).toHaveLength(1);
    const [event] = await house.journal.events({ startMs: 0, stopMs: house.nowMs + 1, count: 9 });
    expect(event?.message).toBe("Night watch: not taken for full@example.org");
  });

  test("is not sent for a server that was removed before", async () => {
    await house.add();
    house.servers.tell("server-unreachable", "o2");
    await house.after(0);
    house.servers.remove("o2");
    await house.after(60);
    await house.after(5);
    expect(house.subjects()).toEqual([]);
  });

  test("comes in time after the clock was set back", async () => {
    await house.add();
    const north = (kind: "server-unreachable" | "server-back"): void => house.servers.tell(kind, "o1");
    north("server-unreachable");
    for (const seconds of [0, -3600, 15, 5]) await house.after(seconds);
    expect(house.bodies(/unreachable/)).toBe(1);
    north("server-back");
    for (const seconds of [0, -3600, 60, 5]) await house.after(seconds);
    expect(house.bodies(/recovered/)).toBe(1);
    // The pause between two mails, and after a failure.
    house.servers.tell("server-error", "o1");
    for (const seconds of [0, -3600, 60, 5]) await house.after(seconds);
    expect(house.subjects()).toHaveLength(3);
    house.listener.outOfOrder = "come back later";
    house.servers.tell("server-error", "o2");
    for (const seconds of [0, 60, 5]) await house.after(seconds);
    house.listener.outOfOrder = null;
    for (const seconds of [-3600, 60, 5]) await house.after(seconds);
    expect(house.subjects()).toHaveLength(4);
  });

  test("that waits outlives a clock that was ahead by more than a week and was set right, but not a real week", async () => {
    await house.add();
    house.listener.outOfOrder = "come back later";
    house.servers.tell("server-error", "o1", null, "waits");
    await house.after(0);
    await house.after(5);
    house.nowMs += 8 * 86_400_000;
    await house.after(2);
    house.nowMs -= 8 * 86_400_000;
    house.listener.outOfOrder = null;
    for (const minutes of [16, 16]) await house.after(minutes * 60);
    expect(house.bodies(/waits/)).toBe(1);
    house.listener.outOfOrder = "come back later";
    house.servers.tell("server-error", "o2", null, "too old");
    await house.after(600);
    await house.after(5);
    for (let day = 0; day < 8; day++) await house.after(86_400);
    house.listener.outOfOrder = null;
    await house.after(3600);
    expect(house.bodies(/too old/)).toBe(0);
  });
});
