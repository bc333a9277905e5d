// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { fakeServer, type FakeServer, type Routes } from "#test/support/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

const administrator = visitor(null, { edition: "aggregator", admin: true });
const smtpServers = [
  {
    id: "s1",
    name: "Relay",
    host: "mail.example.org",
    port: 587,
    security: "starttls",
    username: "wall",
    hasPassword: true,
    from: "wall@example.org",
  },
];
const night = {
  id: "n1",
  name: "Night watch",
  enabled: true,
  triggers: ["camera-unreachable", "server-error"],
  scope: "list",
  orchids: ["o1"],
  cameras: [{ orchidId: "o2", id: "c3" }],
  smtpServer: "s1",
  recipients: ["a@example.org", "b@example.org"],
  action: "digest",
  digestTime: "07:30",
};
const day = {
  ...night,
  id: "n2",
  name: "Day watch",
  scope: "all",
  action: "immediate",
  smtpServer: "",
  enabled: false,
};
const domains = {
  abilities: ["live"],
  orchids: [
    { id: "o1", name: "North", cameras: [{ id: "c1", name: "Gate" }] },
    { id: "o2", name: "South", cameras: [{ id: "c3", name: "Roof" }] },
  ],
};
const listed: Routes = {
  "GET /service/notifications": { json: { notifications: [night, day] } },
  "GET /service/smtp-servers": { json: { smtpServers } },
  "GET /service/permissions/domains": { json: domains },
};

let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(routes: Routes, path = "/notifications") {
  server = await fakeServer(routes);
  const product = renderProduct({ origin: server.origin, visitor: administrator, path: "/version" });
  // Suspended rendering only goes on in an act that is awaited.
  await product.go(path);
  await screen.findByRole("heading", { name: "Notifications", level: 1 });
  return { ...product, asked: server.asked };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const leave = (label: string) => fireEvent.blur(screen.getByLabelText(label));
const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));
const save = () => screen.getByRole("button", { name: "Save" });
const isOff = (button: HTMLElement): boolean => button.hasAttribute("disabled");
const sent = (asked: FakeServer["asked"], method: string, path: string): unknown => {
  const one = asked.findLast((each) => each.method === method && each.path === path);
  return one === undefined ? undefined : JSON.parse(one.body);
};
const rowOf = (table: HTMLElement, id: string): HTMLElement => {
  const row = within(table)
    .getAllByRole("row")
    .find((each) => each.dataset.row === id);
  if (!row) throw new Error(`no row ${id}`);
  return row;
};

describe("the screen of notifications", () => {
  test("lists them by name: triggers, scope, action, whether they are on", async () => {
    await open(listed);
    const table = await screen.findByRole("table", { name: "Notifications" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.dataset.row)).toEqual(["n2", "n1"]);
    expect(rowOf(table, "n1").textContent).toContain("Camera unreachable");
    expect(rowOf(table, "n1").textContent).toContain("1 server, 1 camera");
    expect(rowOf(table, "n1").textContent).toContain("Daily e-mail digest at 07:30");
    expect(rowOf(table, "n1").textContent).toContain("to 2 recipients");
    expect(rowOf(table, "n2").textContent).toContain("All servers and cameras");
    expect(rowOf(table, "n2").textContent).toContain("not sent: its SMTP server is gone");
    expect(screen.getByRole<HTMLInputElement>("switch", { name: "Send Night watch" }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("switch", { name: "Send Day watch" }).checked).toBe(false);
    const servers = screen.getByRole("table", { name: "SMTP servers" });
    expect(rowOf(servers, "s1").textContent).toContain("mail.example.org:587");
  });

  test("without anything says what to do first", async () => {
    await open({
      ...listed,
      "GET /service/notifications": { json: { notifications: [] } },
      "GET /service/smtp-servers": { json: { smtpServers: [] } },
    });
    expect(await screen.findByText("No notifications")).toBeTruthy();
    expect(await screen.findByText("E-mails are sent through an SMTP server: add one below first.")).toBeTruthy();
    expect(isOff(screen.getByRole("button", { name: "Add notification" }))).toBe(true);
    expect(isOff(screen.getByRole("button", { name: "Add SMTP server" }))).toBe(false);
  });

  test("says which list could not be loaded, and tries again", async () => {
    let broken = true;
    const failing = { status: 500, json: { code: "store/broken", reason: "no disk" } };
    await open({
      ...listed,
      "GET /service/notifications": () => (broken ? failing : { json: { notifications: [night] } }),
      "GET /service/smtp-servers": () => (broken ? failing : { json: { smtpServers } }),
    });
    expect(await screen.findByText("The notifications could not be loaded")).toBeTruthy();
    expect(await screen.findByText("The SMTP servers could not be loaded")).toBeTruthy();
    expect(screen.getAllByText("store/broken: no disk")).toHaveLength(2);
    broken = false;
    for (const retry of screen.getAllByRole("button", { name: "Try again" })) fireEvent.click(retry);
    expect(await screen.findByText("Night watch")).toBeTruthy();
  });

  test("follows what others change", async () => {
    let name = "Night watch";
    const { stores } = await open({
      ...listed,
      "GET /service/notifications": () => ({ json: { notifications: [{ ...night, name }] } }),
    });
    await screen.findByText("Night watch");
    name = "Renamed";
    act(() =>
      stores.health.change((facts) => {
        facts.told.notifications = (facts.told.notifications ?? 0) + 1;
      }),
    );
    expect(await screen.findByText("Renamed")).toBeTruthy();
  });

  test("is not for those who are no administrators", async () => {
    server = await fakeServer(listed);
    const who = visitor(null, { edition: "aggregator", admin: false });
    const { go, router } = renderProduct({ origin: server.origin, visitor: who, path: "/version" });
    await go("/notifications");
    expect(router.state.location.pathname).toBe("/stage");
    expect(server.asked.filter(({ path }) => path === "/service/notifications")).toEqual([]);
  });

  test("switches one off, and says why it could not", async () => {
    const { asked } = await open({
      ...listed,
      "PATCH /service/notifications/n1": { status: 409, json: { code: "x", reason: "not now" } },
    });
    fireEvent.click(await screen.findByRole("switch", { name: "Send Night watch" }));
    await waitFor(() => expect(sent(asked, "PATCH", "/service/notifications/n1")).toEqual({ enabled: false }));
    expect(await screen.findByText("x: not now")).toBeTruthy();
  });

  test("deletes one after asking", async () => {
    const { asked } = await open({ ...listed, "DELETE /service/notifications/n1": { status: 204 } });
    await screen.findByText("Night watch");
    press("Delete notification Night watch");
    expect(screen.getByText("Delete the notification Night watch? Nobody gets its e-mails any more.")).toBeTruthy();
    press("Delete");
    await waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  test("says that a linked notification is gone", async () => {
    await open(listed, "/notifications?notification=gone");
    expect(await screen.findByText(/There is no notification with the id gone/)).toBeTruthy();
  });
});

describe("the notification dialog", () => {
  test("says what is wrong and saves only when nothing is", async () => {
    const { asked } = await open({ ...listed, "POST /service/notifications": { status: 201, json: night } });
    await screen.findByText("Night watch");
    press("Add notification");
    leave("Name");
    expect(await screen.findByText("The notification needs a name.")).toBeTruthy();
    type("Name", " Roof ");
    type("Recipients", "a@example.org\nnobody");
    leave("Recipients");
    expect(await screen.findByText("nobody is no e-mail address.")).toBeTruthy();
    type("Recipients", "a@example.org, b@example.org");
    for (const trigger of ["Camera unreachable", "Server unreachable", "Server error"]) tick(trigger);
    expect(screen.getByText("Choose at least one trigger.")).toBeTruthy();
    tick("Server error");
    fireEvent.click(screen.getByRole("radio", { name: "Chosen servers and cameras" }));
    expect(await screen.findByText("Choose at least one server or camera to watch.")).toBeTruthy();
    await waitFor(() => expect(isOff(save())).toBe(true));
    tick("North");
    press("Show the cameras of South");
    tick("Roof");
    fireEvent.click(screen.getByRole("radio", { name: "Daily e-mail digest" }));
    type("Time of day", "06:15");
    await waitFor(() => expect(isOff(save())).toBe(false));
    fireEvent.click(save());
    await waitFor(() =>
      expect(sent(asked, "POST", "/service/notifications")).toEqual({
        name: "Roof",
        enabled: true,
        triggers: ["server-error"],
        scope: "list",
        orchids: ["o1"],
        cameras: [{ orchidId: "o2", id: "c3" }],
        smtpServer: "s1",
        recipients: ["a@example.org", "b@example.org"],
        action: "digest",
        digestTime: "06:15",
      }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("keeps what was typed when the server refuses", async () => {
    await open({
      ...listed,
      "PATCH /service/notifications/n1": { status: 404, json: { code: "notification/unknown", reason: "it is gone" } },
    });
    await screen.findByText("Night watch");
    press("Edit notification Night watch");
    type("Name", "Typed");
    await waitFor(() => expect(isOff(save())).toBe(false));
    fireEvent.click(save());
    expect(await screen.findByText("notification/unknown: it is gone")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Typed");
  });

  test("asks for another SMTP server where the one is gone", async () => {
    await open(listed, "/notifications?notification=n2");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("not sent: its SMTP server is gone")).toBeTruthy();
    await waitFor(() => expect(isOff(save())).toBe(true));
  });
});

describe("the SMTP server dialog", () => {
  const fill = (): void => {
    type("Name", "Relay 2");
    type("Host", "mail.example.org");
    type("Sender address", "wall@example.org");
  };

  test("takes the usual port along, and sends what was typed", async () => {
    const { asked } = await open({ ...listed, "POST /service/smtp-servers": { status: 201, json: smtpServers[0] } });
    await screen.findByText("Relay");
    press("Add SMTP server");
    expect(screen.getByLabelText<HTMLInputElement>("Port").value).toBe("587");
    type("Host", "a b");
    leave("Host");
    expect(await screen.findByText("Enter a host name or an address.")).toBeTruthy();
    fill();
    type("Port", "0");
    leave("Port");
    expect(await screen.findByText("Enter a port from 1 to 65535.")).toBeTruthy();
    await waitFor(() => expect(isOff(save())).toBe(true));
    type("Port", "2525");
    type("Username", "wall");
    type("Password", "secret");
    await waitFor(() => expect(isOff(save())).toBe(false));
    fireEvent.click(save());
    await waitFor(() =>
      expect(sent(asked, "POST", "/service/smtp-servers")).toEqual({
        name: "Relay 2",
        host: "mail.example.org",
        port: 2525,
        security: "starttls",
        username: "wall",
        password: "secret",
        from: "wall@example.org",
      }),
    );
  });

  test("keeps the password, and asks for it again when it would go elsewhere", async () => {
    const { asked } = await open({ ...listed, "PATCH /service/smtp-servers/s1": { json: smtpServers[0] } });
    await screen.findByText("Relay");
    press("Edit SMTP server Relay");
    expect(screen.getByText("Leave empty to keep the password.")).toBeTruthy();
    type("Host", "other.example.org");
    expect(
      await screen.findByText("Enter the password again: host, port, security or username have changed."),
    ).toBeTruthy();
    await waitFor(() => expect(isOff(save())).toBe(true));
    type("Host", "mail.example.org");
    type("Name", "Renamed");
    await waitFor(() => expect(isOff(save())).toBe(false));
    fireEvent.click(save());
    await waitFor(() =>
      expect(sent(asked, "PATCH", "/service/smtp-servers/s1")).toMatchObject({ name: "Renamed", password: null }),
    );
  });

  test("sends a test e-mail before saving and shows the server's words", async () => {
    let answer: unknown = { success: false, message: "535 5.7.8 no such account" };
    const { asked } = await open({ ...listed, "POST /service/smtp-servers/test": () => ({ json: answer }) });
    await screen.findByText("Relay");
    press("Add SMTP server");
    expect(isOff(screen.getByRole("button", { name: "Send test e-mail" }))).toBe(true);
    fill();
    await waitFor(() => expect(isOff(screen.getByRole("button", { name: "Send test e-mail" }))).toBe(false));
    press("Send test e-mail");
    expect(await screen.findByText("Enter an e-mail address.")).toBeTruthy();
    type("Test e-mail to", "me@example.org");
    press("Send test e-mail");
    expect(await screen.findByText("The test e-mail was not sent: 535 5.7.8 no such account")).toBeTruthy();
    expect(sent(asked, "POST", "/service/smtp-servers/test")).toMatchObject({
      host: "mail.example.org",
      to: "me@example.org",
    });
    answer = { success: true, message: "250 taken" };
    press("Send test e-mail");
    expect(await screen.findByText("The SMTP server took the test e-mail: 250 taken")).toBeTruthy();
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("tests a saved server with its stored password", async () => {
    const { asked } = await open({
      ...listed,
      "POST /service/smtp-servers/test": { json: { success: true, message: "250 taken" } },
    });
    await screen.findByText("Relay");
    press("Send test e-mail through Relay");
    type("Test e-mail to", "me@example.org");
    press("Send test e-mail");
    expect(await screen.findByText("The SMTP server took the test e-mail: 250 taken")).toBeTruthy();
    expect(sent(asked, "POST", "/service/smtp-servers/test")).toMatchObject({ id: "s1", password: null, port: 587 });
  });

  test("deletes one only after naming the notifications that use it", async () => {
    const { asked } = await open({ ...listed, "DELETE /service/smtp-servers/s1": { status: 204 } });
    await screen.findByText("Relay");
    press("Delete SMTP server Relay");
    expect(screen.getByText(/One notification is not sent any more .*: Night watch/)).toBeTruthy();
    press("Delete");
    await waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
  });
});
