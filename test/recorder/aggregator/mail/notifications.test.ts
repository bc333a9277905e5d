import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { notificationCreate, notificationPatch } from "#protocol/rest/server/notification.ts";
import { NotifyingHouse } from "#test/recorder/aggregator/support/notifying-house.ts";

let house: NotifyingHouse;
beforeEach(async () => {
  house = await NotifyingHouse.open();
});
afterEach(() => house.close());

describe("notifications", () => {
  const patch = (id: string, change: object) => house.notifications.patch(id, notificationPatch.parse(change));

  test("are kept as they were given, and told of", async () => {
    const id = await house.add({ scope: "list", orchids: ["o2", "o2"], cameras: [{ orchidId: "o1", id: "c1" }] });
    expect(await house.notifications.list()).toEqual([
      {
        id,
        href: `/service/notifications/${id}`,
        name: "Night watch",
        enabled: true,
        triggers: ["camera-unreachable", "server-unreachable", "server-error"],
        scope: "list",
        orchids: ["o2"],
        cameras: [{ orchidId: "o1", id: "c1" }],
        smtpServer: house.relay,
        recipients: ["a@example.org"],
        action: "immediate",
        digestTime: "08:00",
      },
    ]);
    expect(await patch(id, { enabled: false, name: "Other" })).toMatchObject({
      ok: true,
      value: { enabled: false, name: "Other" },
    });
    expect(await house.notifications.remove(id)).toEqual({ ok: true, value: null });
    expect(await house.notifications.get(id)).toMatchObject({ ok: false, error: { code: "notification/unknown" } });
    expect(house.told.filter((one) => one.startsWith("notification"))).toEqual(
      ["added", "modified", "removed"].map((what) => `notification-${what} ${id}`),
    );
  });

  test("name no server and no SMTP server that is not there; those that go are left out", async () => {
    const id = await house.add({ scope: "list", orchids: ["o1", "o2"], cameras: [{ orchidId: "o2", id: "c3" }] });
    expect(await patch(id, { orchids: ["o9"] })).toMatchObject({ ok: false, error: { code: "orchid/unknown" } });
    expect(await patch(id, { cameras: [{ orchidId: "o9", id: "c" }] })).toMatchObject({
      ok: false,
      error: { code: "orchid/unknown" },
    });
    expect(await patch(id, { smtpServer: "nobody" })).toMatchObject({
      ok: false,
      error: { code: "smtp-server/unknown" },
    });
    house.servers.remove("o2");
    expect(await house.notifications.get(id)).toMatchObject({ ok: true, value: { orchids: ["o1"], cameras: [] } });
  });

  test("that are switched on again say nothing of what was before", async () => {
    const id = await house.add({ action: "digest", digestTime: "08:00" });
    house.servers.tell("server-error", "o1", null, "old");
    await house.after(0);
    await patch(id, { enabled: false });
    await patch(id, { enabled: true });
    await house.toMorning();
    expect(house.bodyOf(0)).toContain("There were no events.");
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
