// @vitest-environment jsdom
/** The date picker's GO: what was typed, or the playhead as it is. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import DatePickerDialog from "#chrome/screens/stage/timeline/date-picker-dialog.tsx";
import { de } from "#chrome/texts/de.ts";
import { en } from "#chrome/texts/en.ts";
import { renderStage } from "./render-stage.tsx";
import { visitor } from "./visitor.ts";

afterEach(cleanup);

/** In Berlin the clocks go from 03:00 back to 02:00 at 01:00 UTC: this is the second half past two. */
const SECOND_HALF_PAST_TWO = Date.UTC(2025, 9, 26, 1, 30, 7, 250);

/** The time that GO leads to. `fields`: what is typed before. */
async function go(fields: Readonly<Record<string, string>>): Promise<number> {
  const { stores, workspace, show } = await renderStage([], null, visitor("Viewer"));
  act(() => {
    stores.timeline.change((facts) => void Object.assign(facts, { zone: "server", serverZone: "Europe/Berlin" }));
    workspace.timeline.seek(SECOND_HALF_PAST_TWO);
    workspace.timeline.togglePause();
    stores.timeline.change((facts) => void (facts.state = { ...facts.state, timeMs: SECOND_HALF_PAST_TWO }));
  });
  show(<DatePickerDialog onClose={() => undefined} />);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Time/ }).value).toBe("02:30");
  for (const [name, value] of Object.entries(fields))
    fireEvent.change(screen.getByRole("textbox", { name: new RegExp(`^${name}`) }), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "GO" }));
  return stores.timeline.get().state.timeMs;
}

test("nothing typed stays where it is, also in the second run of the hour that comes twice", async () => {
  expect(await go({})).toBe(SECOND_HALF_PAST_TWO);
});

test("what is typed counts: of two hours that read alike the first", async () => {
  expect(await go({ Time: "02:45", Seconds: "00" })).toBe(Date.UTC(2025, 9, 26, 0, 45));
});

test("other seconds alone stay in the minute of the playhead, also in the second run of the hour that comes twice", async () => {
  expect(await go({ Seconds: "42" })).toBe(Date.UTC(2025, 9, 26, 1, 30, 42));
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
