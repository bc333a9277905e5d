// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import {
  isOff,
  listed,
  night,
  open,
  press,
  sent,
  smtpServers,
  startProduct,
} from "#test/chrome/support/render-notifications.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

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
    const { events } = await open({
      ...listed,
      "GET /service/notifications": () => ({ json: { notifications: [{ ...night, name }] } }),
    });
    await screen.findByText("Night watch");
    name = "Renamed";
    act(() => events.emit("notifications", null));
    expect(await screen.findByText("Renamed")).toBeTruthy();
  });

  test("is only for administrators", async () => {
    const who = visitor(null, { edition: "aggregator", admin: false });
    const { asked, go, router } = await startProduct(listed, who);
    await go("/notifications");
    expect(router.state.location.pathname).toBe("/stage");
    expect(asked.filter(({ path }) => path === "/service/notifications")).toEqual([]);
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
