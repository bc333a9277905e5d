// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { CalendarProps } from "#chrome/screens/stage/export/export-form.tsx";
import "#test/chrome/support/setup-jsdom.ts";
import { NOW, open, parts, as, failed, type, eachWithRecorder } from "./open-export-form.tsx";

eachWithRecorder();

describe("the range", () => {
  test("in the hour that comes twice it is what was selected, until another time is typed", () => {
    // Berlin's clocks go back at 01:00 UTC: 00:50 is the first 02:50, and 01:20 is the second 02:20.
    const startMs = Date.UTC(2025, 9, 26, 0, 50);
    open({ zoneName: "Europe/Berlin", startMs, stopMs: Date.UTC(2025, 9, 26, 1, 20) });
    expect(screen.getByLabelText<HTMLInputElement>("To").value).toBe("2025-10-26 02:20:00");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(as("Yard", ".mkv").disabled).toBe(false);
    type("To", "2025-10-26 02:20:01");
    expect(screen.getByRole("alert").textContent).toContain("Invalid time selection.");
  });

  test("is shown in the timeline's zone, and its length", () => {
    open({ zoneName: "Asia/Kolkata" });
    expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe("2026-03-01 17:29:00");
    expect(screen.getByText(/^0:30 in/)).toBeTruthy();
    expect(as("Yard", ".mkv").disabled).toBe(false);
  });

  test.each([
    [
      "2026-03-01 11:59:00",
      "2026-03-01 11:59:09",
      "Invalid time selection. Start time must be at least 10 seconds less than end time.",
    ],
    [
      "2026-03-01 11:59:00",
      "2026-03-01 11:58:00",
      "Invalid time selection. Start time must be at least 10 seconds less than end time.",
    ],
    // the end is capped to now
    [
      "2026-03-01 11:59:55",
      "2026-03-01 14:00:00",
      "Invalid time selection. Start time must be at least 10 seconds less than end time.",
    ],
    ["2026-03-01 09:00:00", "2026-03-01 11:00:01", "The time selection must not exceed 2 hours."],
  ])("%s to %s is refused", (from, to, text) => {
    open();
    type("From", from);
    type("To", to);
    expect(screen.getByRole("alert").textContent).toBe(text);
    for (const name of ["Yard", "Hall"]) expect(as(name, ".mkv").disabled).toBe(true);
  });

  test.each(["2026-02-30 11:59:10", "0026-03-01 11:59:10"])("%s is no time, which is said beside its field", (text) => {
    open();
    type("From", text);
    expect(screen.getByText("This is no date and time.")).toBeTruthy();
    expect(as("Yard", ".mkv").disabled).toBe(true);
  });

  test("ten seconds will do; what is no time is said beside its field", () => {
    open();
    type("From", "2026-03-01 11:59:00");
    type("To", "2026-03-01 11:59:10");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(as("Yard", ".mkv").disabled).toBe(false);
    type("To", "2026-02-30 11:59:10");
    expect(screen.getByText("This is no date and time.")).toBeTruthy();
    expect(as("Yard", ".mkv").disabled).toBe(true);
  });
});

describe("formats", () => {
  test("html is offered for fisheyes only", () => {
    open();
    expect(screen.queryByRole("button", { name: "Export as HTML: Yard" })).toBeNull();
    expect(as("Hall", ".html")).toBeTruthy();
    expect(screen.getByRole("grid", { name: "Formats" }).textContent).toContain("VLC");
  });

  test("mobile Safari sees no .mov", () => {
    open({ mobileSafari: true });
    expect(screen.queryByRole("button", { name: /MOV/ })).toBeNull();
    expect(screen.getByRole("grid", { name: "Formats" }).textContent).not.toContain(".mov");
  });
});

test("a stream's error locks its own buttons only, has an icon, and its alert follows", async () => {
  open();
  fireEvent.click(as("Yard", ".mkv"));
  await failed("no archives in region");
  expect(as("Yard", ".mov").disabled).toBe(true);
  expect(as("Hall", ".mov").disabled).toBe(false);
  const alert = await screen.findByRole("alertdialog", {}, { timeout: 10_000 });
  expect(alert.textContent).toContain("no archives in region");
});

test("other errors of the pre-check", async () => {
  open();
  fireEvent.click(as("Hall", ".mov"));
  await failed("error occurred while exporting video");
});

test("Done closes; without cameras nothing is offered", async () => {
  const { closed } = open({ cameras: [] });
  expect(screen.getByText("No camera here may be exported with your permissions.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(closed).toEqual(["closed"]));
});

test("opened again, errors that were seen are gone; of one that nobody has seen yet the stream stays marked", async () => {
  const { actions, form } = parts();
  const first = render(form({}));
  fireEvent.click(as("Yard", ".mkv"));
  await failed("no archives in region");
  await screen.findByRole("alertdialog", {}, { timeout: 10_000 });
  first.unmount();
  const second = render(form({ startMs: NOW - 120_000 }));
  await failed("no archives in region");
  actions.dismissAlert();
  second.unmount();
  render(form({ startMs: NOW - 120_000 }));
  expect(screen.queryByRole("button", { name: /^Error:/, hidden: true })).toBeNull();
  expect(as("Yard", ".mkv").disabled).toBe(false);
});

test("both ends can be picked in a calendar, which begins with what the field says", () => {
  const shown: CalendarProps[] = [];
  function Calendar(end: CalendarProps) {
    shown.push(end);
    return null;
  }
  open({ zoneName: "Asia/Kolkata", Calendar });
  fireEvent.click(screen.getByRole("button", { name: "Calendar: start" }));
  expect(shown.at(-1)).toMatchObject({ title: "Calendar: start", timeMs: NOW - 60_000, streamIds: "s1,s2" });
  act(() => shown.at(-1)?.onPick(NOW - 600_000));
  expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe("2026-03-01 17:20:00");
  fireEvent.click(screen.getByRole("button", { name: "Calendar: end" }));
  act(() => shown.at(-1)?.onPick(NOW - 540_000));
  expect(screen.getByText(/^1:00 in/)).toBeTruthy();
});

test("every export of the page is listed with its range, its pace and what is left, and can be cancelled or removed", () => {
  const { actions } = open();
  const order = { streamIds: ["s1"], range: { startMs: NOW - 60_000, stopMs: NOW }, zip: false };
  const run = { phase: "running", share: 0.25, format: "mkv", failure: null, detail: null, name: null } as const;
  const earlier = { ...order, range: { startMs: NOW - 3_600_000, stopMs: NOW - 3_590_000 } };
  act(() =>
    actions.store.change(({ byKey }) => {
      Object.assign(byKey, {
        s1: { ...run, order, pace: { speed: 42.3, leftMs: 11_200 } },
        "s1~1": { ...run, phase: "waiting", order: earlier },
        zip: {
          ...run,
          phase: "ready",
          name: "2 cameras.zip",
          notReachable: [{ stream: "s1", start: NOW - 60_000, stop: NOW - 50_000 }],
        },
      });
    }),
  );
  const list = screen.getByRole("region", { name: "Exports of this page" });
  const items = within(list).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent?.replaceAll(/\s+/g, " "))).toEqual([
    expect.stringContaining("42× · 0:12 left"),
    expect.stringContaining("2026-03-01 11:00:00, 0:10, MKV"),
    expect.stringMatching(/2 cameras.zip.*could not be reached: Yard, 0:10 from 2026-03-01 11:59:00/),
  ]);
  for (const button of within(list).getAllByRole("button", { name: "Cancel the export of Yard" }))
    fireEvent.click(button);
  fireEvent.click(within(list).getByRole("button", { name: "Remove from the list" }));
  expect(actions.store.get().byKey).toEqual({});
});
