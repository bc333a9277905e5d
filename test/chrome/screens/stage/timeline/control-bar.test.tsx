// @vitest-environment jsdom
/** The texts and keys of the stage's control bar: speeds and scales in words, and held keys. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import { StageControlBar } from "#chrome/screens/stage/timeline/control-bar.tsx";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { ja } from "#chrome/texts/ja/all.ts";
import { fakeServer } from "#test/support/client/http-fake.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

function Bar() {
  return <StageControlBar frame={useRef(null)} />;
}

test("the speed slider tells readers the speed, not the number of its step", async () => {
  const { stores, workspace } = await renderStage(["1"], <Bar />);
  const slider = screen.getByRole("slider", { name: "Speed" });
  expect(slider.getAttribute("aria-valuetext")).toBe("1x");
  act(() => workspace.timeline.seek(Date.now() - 60_000, "jump"));
  fireEvent.change(slider, { target: { value: "3" } });
  expect(stores.timeline.get().state.speed).toBe(4);
  expect(slider.getAttribute("aria-valuetext")).toBe("4x");
  act(() => workspace.timeline.toggleDirection());
  expect(slider.getAttribute("aria-valuetext")).toBe("-4x");
});

test.each([
  ["en", en, ["1 day", "12 h", "1.5 min", "5 s"]],
  ["de", de, ["1 Tag", "12 Std.", "1,5 Min.", "5 Sek."]],
  ["ja", ja, ["1日", "12時間", "1.5分", "5秒"]],
] as const)("scales are named in the page's language: %s", async (locale, messages, names) => {
  const { stores, workspace } = await renderStage(
    ["1"],
    <IntlProvider locale={locale} messages={messages}>
      <Bar />
    </IntlProvider>,
  );
  act(() => workspace.timeline.seek(Date.now() - 60_000, "jump"));
  const said = [86_400_000, 43_200_000, 90_000, 5000].map((per100Px) => {
    act(() => stores.timeline.change((facts) => void (facts.msPerPx = per100Px / 100)));
    return document.querySelector("output[aria-label]")?.textContent;
  });
  expect(said).toEqual(names);
});

test.each(["k", " "])("%j that is held pauses once", async (key) => {
  const { stores } = await renderStage(["1"], <Bar />);
  fireEvent.keyDown(document.body, { key });
  for (let repeats = 0; repeats < 3; repeats++) fireEvent.keyDown(document.body, { key, repeat: true });
  expect(stores.timeline.get().state.paused).toBe(true);
});

test.each([
  ["j", -1],
  ["l", 1],
])("%j that is held is one step of speed, not all of them", async (key, speed) => {
  const { stores, workspace } = await renderStage(["1"], <Bar />);
  act(() => workspace.timeline.seek(Date.now() - 60_000, "jump"));
  act(() => workspace.timeline.togglePause());
  fireEvent.keyDown(document.body, { key });
  for (let repeats = 0; repeats < 3; repeats++) fireEvent.keyDown(document.body, { key, repeat: true });
  expect(stores.timeline.get().state).toMatchObject({ speed, paused: false });
});

test("a server that did not say its zone when the bar came is asked again when somebody wants to see it", async () => {
  let zone: string | null = null;
  const server = await fakeServer({
    "GET /service/time-extended": () =>
      zone === null ? { status: 503 } : { json: { time: Date.now(), timeZone: zone, offset: 345 } },
  });
  try {
    const { stores } = await renderStage(["1"], <Bar />, undefined, { origin: server.origin });
    const asks = (): number => server.asked.filter(({ path }) => path === "/service/time-extended").length;
    await waitFor(() => expect(asks()).toBe(1));
    zone = "Asia/Kathmandu";
    const button = document.querySelector("[data-zone]")?.closest("button");
    if (!button) throw new Error("no zone button");
    fireEvent.click(button);
    await waitFor(() => expect(stores.timeline.get().serverZone).toBe("Asia/Kathmandu"));
    expect(document.querySelector("[data-zone=server]")?.textContent).toBe("UTC+05:45");
  } finally {
    await server.close();
  }
});
