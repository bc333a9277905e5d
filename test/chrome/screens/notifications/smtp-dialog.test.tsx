// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import {
  isOff,
  leave,
  listed,
  open,
  press,
  save,
  sent,
  smtpServers,
  type,
} from "#test/chrome/support/render-notifications.tsx";

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
      expect(sent(asked, "PATCH", "/service/smtp-servers/s1")).toEqual({ name: "Renamed", password: null }),
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

  test("sends a test e-mail by Enter where its address is typed, and saves nothing by that", async () => {
    const { asked } = await open({
      ...listed,
      "POST /service/smtp-servers/test": { json: { success: true, message: "250 taken" } },
    });
    await screen.findByText("Relay");
    press("Edit SMTP server Relay");
    type("Test e-mail to", "me@example.org");
    // Unless it is prevented, a browser sends the form: jsdom does not implement this key.
    expect(fireEvent.keyDown(screen.getByLabelText("Test e-mail to"), { key: "Enter" })).toBe(false);
    expect(await screen.findByText("The SMTP server took the test e-mail: 250 taken")).toBeTruthy();
    expect(asked.some(({ method }) => method === "PATCH")).toBe(false);
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
