// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import {
  isOff,
  leave,
  listed,
  night,
  open,
  press,
  save,
  sent,
  tick,
  type,
} from "#test/chrome/support/render-notifications.tsx";

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

  test("keeps what was typed when the server refuses, which hears of that alone", async () => {
    const { asked } = await open({
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
    // Somebody else may have changed recipients or servers meanwhile.
    expect(sent(asked, "PATCH", "/service/notifications/n1")).toEqual({ name: "Typed" });
  });

  test("asks for another SMTP server where the one is gone", async () => {
    await open(listed, "/notifications?notification=n2");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("not sent: its SMTP server is gone")).toBeTruthy();
    await waitFor(() => expect(isOff(save())).toBe(true));
  });
});
