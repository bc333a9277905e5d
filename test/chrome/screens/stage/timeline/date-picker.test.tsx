// @vitest-environment jsdom
/** GO in the date picker: it uses the typed time, or the unchanged playhead. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import DatePickerDialog from "#chrome/screens/stage/timeline/picker/date-picker-dialog.tsx";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer | undefined;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = undefined;
});

/** In Berlin the clocks go from 03:00 back to 02:00 at 01:00 UTC: this is the second 02:30. */
const SECOND_HALF_PAST_TWO = Date.UTC(2025, 9, 26, 1, 30, 7, 250);

/** The picker of a playhead that is paused there, in Berlin's time. */
async function openPicker() {
  const { stores, workspace, show } = await renderStage([], null, visitor("Viewer"));
  act(() => {
    stores.timeline.change((facts) => void Object.assign(facts, { zone: "server", serverZone: "Europe/Berlin" }));
    workspace.timeline.seek(SECOND_HALF_PAST_TWO);
    workspace.timeline.togglePause();
    stores.timeline.change((facts) => void (facts.state = { ...facts.state, timeMs: SECOND_HALF_PAST_TWO }));
  });
  show(<DatePickerDialog onClose={() => undefined} />);
  return stores;
}

/** The time to which GO leads. `fields`: the values typed before. */
async function go(fields: Readonly<Record<string, string>>): Promise<number> {
  const stores = await openPicker();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Time/ }).value).toBe("02:30");
  for (const [name, value] of Object.entries(fields))
    fireEvent.change(screen.getByRole("textbox", { name: new RegExp(`^${name}`) }), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "GO" }));
  return stores.timeline.get().state.timeMs;
}

test("nothing typed stays where it is, also in the second run of the hour that comes twice", async () => {
  expect(await go({})).toBe(SECOND_HALF_PAST_TWO);
});

test("a typed time counts: of two hours with the same name, the first", async () => {
  expect(await go({ Time: "02:45", Seconds: "00" })).toBe(Date.UTC(2025, 9, 26, 0, 45));
});

test("other seconds alone stay in the minute of the playhead, also in the second run of the hour that comes twice", async () => {
  expect(await go({ Seconds: "42" })).toBe(Date.UTC(2025, 9, 26, 1, 30, 42));
});

test("it names the offset of the time that is typed: in summer, in winter, and which run of the hour that comes twice", async () => {
  await openPicker();
  const offset = (): string | undefined =>
    /UTC[+-]\d\d:\d\d/.exec(screen.getByText(/^Times in/).textContent ?? "")?.[0];
  const type = (name: string, value: string): void =>
    void fireEvent.change(screen.getByRole("textbox", { name: new RegExp(`^${name}`) }), { target: { value } });
  expect(offset()).toBe("UTC+01:00");
  type("Time", "02:45");
  expect(offset()).toBe("UTC+02:00");
  type("Date", "2025-07-01");
  expect(offset()).toBe("UTC+02:00");
  type("Date", "2025-12-01");
  expect(offset()).toBe("UTC+01:00");
});

test("weeks begin as they do where the page's language is spoken", async () => {
  const { stores, workspace, show } = await renderStage([], null, visitor("Viewer"));
  act(() => {
    stores.timeline.change((facts) => void Object.assign(facts, { zone: "server", serverZone: "Europe/Berlin" }));
    workspace.timeline.seek(SECOND_HALF_PAST_TWO);
  });
  const weekdayOfTheFirst = (): string | null | undefined => {
    const cell = document.querySelector<HTMLTableCellElement>("td:has([data-day='1'])");
    return screen.getAllByRole("columnheader")[cell?.cellIndex ?? -1]?.textContent;
  };
  show(<DatePickerDialog onClose={() => undefined} />);
  expect(screen.getAllByRole("columnheader").map((one) => one.textContent)[0]).toBe("Sun");
  expect(weekdayOfTheFirst()).toBe("Wed");
  show(
    <IntlProvider locale="de-DE" messages={{ ...en, ...de }}>
      <DatePickerDialog onClose={() => undefined} />
    </IntlProvider>,
  );
  expect(screen.getAllByRole("columnheader").map((one) => one.textContent)[0]).toBe("Mo");
  expect(weekdayOfTheFirst()).toBe("Mi");
});

/**
 * A recorder with one recording on each of these days in Berlin: it answers requests for days and recordings as ours
 * does.
 */
async function recordedOn(days: readonly string[]) {
  const runs = days.map((day) => ({ day, start: Date.parse(`${day}T10:00:00Z`), end: Date.parse(`${day}T11:00:00Z`) }));
  const number = (text: string | null): number => Number(text ?? 0);
  server = await fakeServer({
    "GET /service/archives/per-day": ({ query }) => {
      const [from, to] = [number(query.get("start")), number(query.get("stop"))];
      const shown = runs.filter(({ start }) => start >= from && start < to);
      return { json: { archivesPerDay: Object.fromEntries(shown.map(({ day }) => [day, 60])), streamsCount: 1 } };
    },
    "GET /service/archives": ({ query }) => {
      const [from, to] = [number(query.get("start")) || Number.POSITIVE_INFINITY, number(query.get("stop"))];
      const found = runs.filter(({ start, end }) => start < from && end > to).toReversed();
      return { json: { archives: found.map((run) => ({ ...run, id: run.day, streamId: "s1", active: false })) } };
    },
  });
  const { stores, workspace, show } = await renderStage(["1"], null, visitor("Viewer"), { origin: server.origin });
  act(() => {
    stores.timeline.change((facts) => void Object.assign(facts, { zone: "server", serverZone: "Europe/Berlin" }));
    workspace.timeline.seek(SECOND_HALF_PAST_TWO);
  });
  show(<DatePickerDialog onClose={() => undefined} />);
  return { stores };
}
const day = (key: string): HTMLElement => screen.getByRole("button", { name: new RegExp(`^${key}`) });
const isDisabled = (one: HTMLElement): boolean => one.hasAttribute("disabled");

test("months before the one that is shown can be turned to, back to the first recording, though this one has some too", async () => {
  const { stores } = await recordedOn(["2025-08-30", "2025-10-03", "2025-10-20"]);
  await waitFor(() => expect(day("2025-10-03").dataset["density"]).toBe("low"));
  const previous = screen.getByRole("button", { name: "Previous month" });
  expect(isDisabled(day("2025-10-01"))).toBe(false);
  expect(isDisabled(previous)).toBe(false);
  fireEvent.click(previous);
  fireEvent.click(screen.getByRole("button", { name: "Previous month" }));
  await waitFor(() => expect(day("2025-08-30").dataset["density"]).toBe("low"));
  await waitFor(() => expect(isDisabled(day("2025-08-29"))).toBe(true));
  expect(isDisabled(screen.getByRole("button", { name: "Previous month" }))).toBe(true);
  fireEvent.click(day("2025-08-30"));
  fireEvent.click(screen.getByRole("button", { name: "GO" }));
  expect(stores.timeline.get().state.timeMs).toBe(Date.UTC(2025, 7, 30, 0, 30, 7));
});

test("nothing can be chosen before the first recording, neither a day nor a month", async () => {
  await recordedOn(["2025-10-03", "2025-10-20"]);
  await waitFor(() => expect(isDisabled(day("2025-10-02"))).toBe(true));
  expect(isDisabled(day("2025-10-03"))).toBe(false);
  expect(isDisabled(screen.getByRole("button", { name: "Previous month" }))).toBe(true);
  fireEvent.change(screen.getByRole("textbox", { name: /^Date/ }), { target: { value: "2025-10-02" } });
  fireEvent.click(screen.getByRole("button", { name: "GO" }));
  expect(screen.getByRole("alert").textContent).not.toBe("");
});

const size = { widthPx: null, heightPx: null, framesPerSecond: null };
const stream = (id: string) => ({ id, name: id, active: true, ...size, isWatched: false });

test("what another stream recorded while it was the primary one can be chosen, and its full day is one", async () => {
  server = await fakeServer({
    "GET /service/archives/per-day": ({ query }) => {
      const ids = (query.get("ids") ?? "").split(",");
      const archivesPerDay = ids.includes("before") ? { "2025-10-03": 1440 } : {};
      return { json: { archivesPerDay, streamsCount: ids.length } };
    },
    "GET /service/archives": ({ query }) => {
      const [start, end] = [Date.parse("2025-10-03T00:00:00Z"), Date.parse("2025-10-03T23:59:00Z")];
      const isAsked = (query.get("streamId") ?? "").split(",").includes("before");
      const isIn = (Number(query.get("start")) || Number.POSITIVE_INFINITY) > start && Number(query.get("stop")) < end;
      return {
        json: { archives: isAsked && isIn ? [{ id: "a", streamId: "before", start, end, active: false }] : [] },
      };
    },
  });
  const { stores, workspace, show } = await renderStage(["1"], null, visitor("Viewer"), { origin: server.origin });
  act(() => {
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey))
        camera.streams = [stream("before"), stream(camera.primaryStreamId ?? "")];
    });
    stores.timeline.change((facts) => void Object.assign(facts, { zone: "server", serverZone: "Europe/Berlin" }));
    workspace.timeline.seek(SECOND_HALF_PAST_TWO);
  });
  show(<DatePickerDialog onClose={() => undefined} />);
  await waitFor(() => expect(day("2025-10-03").dataset["density"]).toBe("high"));
  await waitFor(() => expect(isDisabled(day("2025-10-02"))).toBe(true));
  expect(isDisabled(day("2025-10-03"))).toBe(false);
});
