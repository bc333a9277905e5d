/** SMTP servers and notifications of a whole aggregator, over HTTP. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MailListener } from "#test/support/machine/mail-listener.ts";
import { AggregatorHouse, type OpenedEvents } from "#test/recorder/aggregator/support/aggregator-house.ts";

const SECRET = "canary of a mail server";
let house: AggregatorHouse;
let listener: MailListener;
let admin: OpenedEvents;
let viewer: OpenedEvents;

beforeAll(async () => {
  house = await AggregatorHouse.open({ "servers.allow-loopback": "true", name: "Wall" });
  listener = await MailListener.open({ account: { username: "wall", password: SECRET } });
  await house.addUser("viewer");
  [admin, viewer] = [await house.events("admin"), await house.events("viewer")];
});
afterAll(async () => {
  admin.close();
  viewer.close();
  await listener.close();
  await house.close();
});

const ask = (method: string, path: string, body?: unknown, as = "admin") =>
  house.ask(method, path, { as, ...(body === undefined ? {} : { body }) });
const server = () => ({
  name: "Relay",
  host: "127.0.0.1",
  port: listener.port,
  security: "none",
  username: "wall",
  password: SECRET,
  from: "wall@example.org",
});
const idOf = (answer: { readonly json: unknown }): string => (answer.json as { id: string }).id;

describe("over HTTP", () => {
  test("a mail server and a notification are made, changed and removed; administrators are told, others not", async () => {
    const made = await ask("POST", "/service/smtp-servers", server());
    expect(made.status).toBe(201);
    const smtp = idOf(made);
    const notification = {
      name: "Night watch",
      triggers: ["server-error"],
      smtpServer: smtp,
      recipients: ["a@example.org"],
    };
    const added = await ask("POST", "/service/notifications", notification);
    expect(added.status).toBe(201);
    const id = idOf(added);
    expect((await ask("GET", "/service/notifications")).json).toMatchObject({
      href: "/service/notifications",
      notifications: [{ ...notification, id, enabled: true, scope: "all", action: "immediate", digestTime: "08:00" }],
    });
    expect((await ask("PATCH", `/service/notifications/${id}`, { enabled: false })).json).toMatchObject({
      enabled: false,
    });
    expect((await ask("PATCH", `/service/smtp-servers/${smtp}`, { name: "Other" })).json).toMatchObject({
      name: "Other",
    });
    expect((await ask("DELETE", `/service/smtp-servers/${smtp}`)).status).toBe(204);
    expect((await ask("GET", `/service/notifications/${id}`)).json).toMatchObject({ smtpServer: "" });
    expect((await ask("DELETE", `/service/notifications/${id}`)).status).toBe(204);
    await admin.next("notification-removed");
    expect(admin.messages.slice(1).map(({ type }) => type)).toEqual([
      "smtp-server-added",
      "notification-added",
      "notification-modified",
      "smtp-server-modified",
      "smtp-server-removed",
      "notification-modified",
      "notification-removed",
    ]);
    expect(viewer.messages.map(({ type }) => type)).toEqual(["server-session-id"]);
  });

  test("a test mail goes out and the server's words come back", async () => {
    const { name: _name, ...settings } = server();
    const to = "me@example.org";
    expect((await ask("POST", "/service/smtp-servers/test", { ...settings, to })).json).toEqual({
      success: true,
      message: "250 taken, thank you",
    });
    expect(listener.taken.at(-1)).toMatchObject({ to: [to], subject: "Wall: test e-mail" });
    const refused = await ask("POST", "/service/smtp-servers/test", { ...settings, to, password: "wrong" });
    expect(refused).toMatchObject({ status: 200, json: { success: false, message: "535 5.7.8 no such account here" } });
    const local = await ask("POST", "/service/smtp-servers/test", { ...settings, to, host: "169.254.169.254" });
    expect(local.json).toMatchObject({
      success: false,
      message: "SMTP servers may not be at 169.254.169.254",
      told: { code: "smtp/failed", cause: { code: "smtp/forbidden", params: { name: "169.254.169.254" } } },
    });
  });

  test("no answer and no log contains the password", async () => {
    const id = idOf(await ask("POST", "/service/smtp-servers", server()));
    const answers = [
      await ask("GET", "/service/smtp-servers"),
      await ask("GET", `/service/smtp-servers/${id}`),
      await ask("PATCH", `/service/smtp-servers/${id}`, { from: "b@example.org", password: SECRET }),
      await ask("PATCH", `/service/smtp-servers/${id}`, { host: "192.0.2.1" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422]);
    const logs = readdirSync(join(house.folder, "logs")).map((name) =>
      readFileSync(join(house.folder, "logs", name), "utf8"),
    );
    expect([...answers.map(({ text }) => text), ...logs].join("\n")).not.toContain(SECRET);
  });

  test.each([
    ["/service/notifications", { name: "a\r\nBcc: x@y.example" }, 400],
    ["/service/smtp-servers", { ...{ name: "a", host: "h", port: 25, security: "none" }, from: "a@b\nx" }, 400],
  ])("%s refuses %j", async (path, body, status) => {
    expect((await ask("POST", path, body)).status).toBe(status);
  });

  test.each(["/service/notifications/nobody", "/service/smtp-servers/nobody"])("%s is not found", async (path) => {
    for (const method of ["GET", "DELETE"]) expect((await ask(method, path)).status).toBe(404);
  });
});

describe("what several people change at the very same moment", () => {
  test("is both there", async () => {
    const { smtpServers, notifications } = house.services;
    const smtp = idOf(await ask("POST", "/service/smtp-servers", server()));
    const spare = idOf(await ask("POST", "/service/smtp-servers", { ...server(), name: "Spare" }));
    const rule = { name: "Both", triggers: ["server-error"], smtpServer: spare, recipients: ["a@example.org"] };
    const id = idOf(await ask("POST", "/service/notifications", rule));
    const [name, from] = ["Both of them", "both@example.org"];
    await Promise.all([
      smtpServers.patch(smtp, { name }),
      smtpServers.patch(smtp, { from }),
      notifications.patch(id, { name }),
      notifications.patch(id, { recipients: [from] }),
    ]);
    expect((await ask("GET", `/service/smtp-servers/${smtp}`)).json).toMatchObject({ name, from });
    expect((await ask("GET", `/service/notifications/${id}`)).json).toMatchObject({ name, recipients: [from] });
    await Promise.all([notifications.patch(id, { name: "Last" }), smtpServers.remove(spare)]);
    expect((await ask("GET", `/service/notifications/${id}`)).json).toMatchObject({ name: "Last", smtpServer: "" });
  });
});
