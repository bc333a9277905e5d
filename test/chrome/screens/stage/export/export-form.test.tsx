// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createExportActions, type ExportActions } from "#actions/recordings/export-actions.ts";
import { type CalendarProps, ExportForm, type ExportFormProps } from "#chrome/screens/stage/export/export-form.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { createExportStore } from "#state/export-store.ts";
import type { NamedView } from "#state/stage/view-store.ts";
import { HttpClient } from "#transport/http.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import "#test/chrome/support/setup-jsdom.ts";

// jsdom has no layout: nothing is in sight, so no pictures are requested.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });

let server: FakeServer;
beforeEach(async () => {
  server = await fakeServer({
    "GET /service/exports": { json: { exports: [], fingerprint: "aaaa bbbb" } },
    "HEAD /service/streams/s1/export": { status: 404 },
    "HEAD /service/streams/s2/export": { status: 503 },
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const camera = (id: string, name: string, fisheye = false): CameraFacts => ({
  id: `c${id}`,
  orchidId: "1",
  name,
  driver: "ONVIF",
  model: "",
  primaryStreamId: `s${id}`,
  streams: [{ id: `s${id}`, name: "main", active: true, widthPx: 1280, heightPx: 720, framesPerSecond: 25 }],
  state: "running",
  actions: { live: true, playback: true, ptz: false, export: true, unmask: false },
  ptz: null,
  hasDewarp: fisheye,
  dewarp: null,
});
const NOW = Date.UTC(2026, 2, 1, 12, 0, 0);

function open(options: Partial<ExportFormProps> = {}) {
  const { actions, closed, form } = parts();
  const { rerender } = render(form(options));
  return { actions, closed, change: (next: Partial<ExportFormProps>) => rerender(form({ ...options, ...next })) };
}
function parts() {
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  const actions = createExportActions({ http, store: createExportStore(), download: () => undefined });
  const closed: string[] = [];
  const form = (options: Partial<ExportFormProps>) => (
    <IntlProvider locale="en" messages={en}>
      <ExportForm
        actions={actions}
        cameras={[camera("1", "Yard"), camera("2", "Hall", true)]}
        startMs={NOW - 60_000}
        stopMs={NOW - 30_000}
        zoneName="UTC"
        maxExportHours={2}
        mobileSafari={false}
        nowMs={() => NOW}
        onClose={() => closed.push("closed")}
        {...options}
      />
    </IntlProvider>
  );
  return { actions, closed, form };
}
/** Also behind the alert of an error, which on a busy machine appears before the checks of the form. */
const as = (name: string, extension: string) =>
  screen.getByRole<HTMLButtonElement>("button", {
    name: `Export as ${extension.slice(1).toUpperCase()}: ${name}`,
    hidden: true,
  });
const failed = (text: string) =>
  screen.findByRole("button", { name: `Error: ${text}`, hidden: true }, { timeout: 10_000 });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("without privacy masks", () => {
  const seen = { live: true, playback: true, ptz: false, export: true, unmask: true };
  const box = () => screen.queryByRole("checkbox", { name: "Without privacy masks (goes into the audit)" });

  test("is offered only where something is hidden from others, and sent for these cameras alone", async () => {
    const cameras = [{ ...camera("1", "Yard"), isMasked: true, actions: seen }, camera("2", "Hall")];
    const { actions } = parts();
    const orders: (boolean | undefined)[] = [];
    const begin: ExportActions["begin"] = (order) => {
      orders.push(order.isUnmasked);
      return Promise.resolve();
    };
    open({ cameras, actions: { ...actions, begin } });
    fireEvent.click(as("Yard", ".mkv"));
    fireEvent.click(box() as HTMLElement);
    fireEvent.click(as("Yard", ".mkv"));
    fireEvent.click(as("Hall", ".mkv"));
    expect(orders).toEqual([false, true, false]);
  });

  test.each([
    ["nothing is hidden", false, true],
    ["the account may not", true, false],
  ])("is not offered where %s", (_why, isMasked, unmask) => {
    open({ cameras: [{ ...camera("1", "Yard"), isMasked, actions: { ...seen, unmask } }] });
    expect(box()).toBeNull();
  });
});

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

test("of an aggregator only servers that will sign are asked for their key, and each zip counts its own cameras", async () => {
  const of = (one: CameraFacts, orchidId: string): CameraFacts => ({ ...one, orchidId });
  const { actions } = open({
    cameras: [of(camera("1", "Yard"), "n"), of(camera("2", "Yard"), "s"), of(camera("3", "Hall"), "s")],
    servers: { maxHours: () => null, name: (id) => (id === "n" ? "North" : "South") },
  });
  const keys = () => server.asked.filter(({ path }) => path.startsWith("/service/exports")).length;
  expect(as("Yard (South)", ".mkv").disabled).toBe(false);
  for (const name of ["Yard (North)", "Yard (South)", "Hall (South)"])
    fireEvent.click(screen.getByRole("checkbox", { name: `Choose ${name}` }));
  await waitFor(() => expect(keys()).toBe(2));
  const running = { phase: "running", share: 0.5, format: "mkv", failure: null, detail: null, name: null } as const;
  actions.store.change(({ byKey }) => {
    byKey["zip/n"] = { ...running };
    byKey["zip/s"] = { ...running };
  });
  expect(await screen.findByRole("progressbar", { name: "North: Exporting 1 camera" })).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "South: Exporting 2 cameras" })).toBeTruthy();
});

test("the zip is of the cameras that are there: not of one that was removed, and of two with one id both", () => {
  const cameras = [camera("1", "Yard"), camera("2", "Hall"), { ...camera("3", "Gate"), id: "c1", orchidId: "2" }];
  const { change } = open({ cameras });
  for (const name of ["Yard", "Hall", "Gate"])
    fireEvent.click(screen.getByRole("checkbox", { name: `Choose ${name}` }));
  expect(screen.getByRole("button", { name: "Export 3 cameras as zip (MKV, 0:30)" })).toBeTruthy();
  change({ cameras: cameras.filter(({ name }) => name !== "Hall") });
  expect(screen.getByRole("button", { name: "Export 2 cameras as zip (MKV, 0:30)" })).toBeTruthy();
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

test("cameras of the stage are ticked; one box takes all of them or none, and the button says what will be made", () => {
  const cameras = [camera("1", "Yard"), camera("2", "Hall"), camera("3", "Gate")];
  open({ cameras, ticked: [cameraKey({ id: "c2", orchidId: "1" })] });
  const isTicked = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Choose ${name}` }).checked;
  expect(["Yard", "Hall", "Gate"].map(isTicked)).toEqual([false, true, false]);
  expect(screen.getByRole("button", { name: "Export 1 camera as zip (MKV, 0:30)" })).toBeTruthy();
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all 3 cameras" });
  expect(all.indeterminate).toBe(true);
  fireEvent.click(all);
  expect(["Yard", "Hall", "Gate"].map(isTicked)).toEqual([true, true, true]);
  expect(screen.getByRole("button", { name: "Export 3 cameras as zip (MKV, 0:30)" })).toBeTruthy();
  fireEvent.click(all);
  expect(["Yard", "Hall", "Gate"].map(isTicked)).toEqual([false, false, false]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export chosen cameras as zip" }).disabled).toBe(true);
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
        zip: { ...run, phase: "ready", name: "2 cameras.zip" },
      });
    }),
  );
  const list = screen.getByRole("region", { name: "Exports of this page" });
  const items = within(list).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent?.replaceAll(/\s+/g, " "))).toEqual([
    expect.stringContaining("42× · 0:12 left"),
    expect.stringContaining("2026-03-01 11:00:00, 0:10, MKV"),
    expect.stringContaining("2 cameras.zip"),
  ]);
  for (const button of within(list).getAllByRole("button", { name: "Cancel the export of Yard" }))
    fireEvent.click(button);
  fireEvent.click(within(list).getByRole("button", { name: "Remove from the list" }));
  expect(actions.store.get().byKey).toEqual({});
});

describe("views of a fisheye in the zip", () => {
  const look: FisheyeLook = {
    mode: 1,
    view: { pan: 10, tilt: 20, zoom: 1 },
    shift: 0,
    layout: "single",
    panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 },
  };
  const view = (id: string, name: string): NamedView => ({
    id,
    name,
    camera: { id: "c2", orchidId: "1" },
    look,
    shared: true,
    editable: true,
    home: false,
  });
  const cameras = [camera("1", "Yard"), camera("2", "Hall", true)];
  const viewsOf: ExportFormProps["viewsOf"] = ({ id }) =>
    id === "c2"
      ? { views: [view("v1", "Door"), view("v2", "Desk")], lens: null, shownViews: ["v1"] }
      : { views: [], lens: null, shownViews: [] };
  const part = (name: string) =>
    within(screen.getByRole("group", { name: "In the zip: Hall" })).getByRole<HTMLInputElement>("checkbox", { name });

  test("are those of the stage at first, and any of them beside the whole picture", () => {
    const { actions } = parts();
    const orders: (readonly (string | undefined)[])[] = [];
    const begin: ExportActions["begin"] = ({ views }) => {
      orders.push((views?.s2 ?? []).map((each) => each?.name));
      return Promise.resolve();
    };
    open({ cameras, viewsOf, ticked: cameras.map(cameraKey), actions: { ...actions, begin } });
    const zip = () => fireEvent.click(screen.getByRole("button", { name: /^Export 2 cameras as zip/ }));
    expect(["Whole picture", "Door", "Desk"].map((name) => part(name).checked)).toEqual([false, true, false]);
    zip();
    fireEvent.click(part("Desk"));
    fireEvent.click(part("Whole picture"));
    zip();
    fireEvent.click(part("Door"));
    fireEvent.click(part("Desk"));
    zip();
    expect(orders).toEqual([["Door"], [undefined, "Door", "Desk"], []]);
  });

  test("the last one that is left out takes its camera along", () => {
    open({ cameras, viewsOf, ticked: cameras.map(cameraKey) });
    fireEvent.click(part("Door"));
    expect(screen.queryByRole("group", { name: "In the zip: Hall" })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Choose Hall" }).checked).toBe(false);
  });
});
