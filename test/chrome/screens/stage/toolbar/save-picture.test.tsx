// @vitest-environment jsdom
/** The file name of a picture that is saved from a tile: the camera's name, and the time of the picture. */
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "#chrome/kit/feedback/toast.tsx";
import { savePicture } from "#chrome/screens/stage/toolbar/save-picture.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { blankPlayer, type PlayerStats } from "#state/stage/player-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  // jsdom has no object URLs, and no downloads.
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const noStats: PlayerStats = {
  widthPx: 640,
  heightPx: 360,
  kilobitsPerSecond: 0,
  packetLoss: 0,
  roundTripMs: 0,
  decodeMs: 0,
  decodeQueue: 0,
  decodedBy: null,
  shownPerSecond: 0,
  latencyMs: 0,
  framesReplaced: 0,
  wallMs: 0,
};

async function save(wallMs: number, picture: Blob | null = new Blob(["png"])) {
  const { stores, workspace, tileIds } = await renderStage(["1"], null);
  const [tileId = ""] = tileIds;
  stores.timeline.change((facts) => void (facts.browserZone = "Europe/Berlin"));
  stores.players.change(
    ({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), stats: { ...noStats, wallMs } }),
  );
  const players = { snapshot: () => Promise.resolve(picture) };
  const timeline = { nowMs: () => Date.UTC(2026, 4, 5, 6, 7, 8) };
  await savePicture({ ...workspace, players, timeline, stores }, tileId, "Lobby");
  return saved;
}

test("a recorded picture is named by its own time, on the timeline's clock", async () => {
  expect(await save(Date.UTC(2026, 2, 29, 10, 0, 5))).toEqual(["Lobby 2026-03-29 12-00-05 +0200.png"]);
});

test("a live picture whose time is not known is named by the server's clock", async () => {
  expect(await save(0)).toEqual(["Lobby 2026-05-05 08-07-08 +0200.png"]);
});

test("where there is no picture nothing is saved, and a message says so", async () => {
  expect(await save(0, null)).toEqual([]);
  render(
    <IntlProvider locale="en" messages={en}>
      <Toasts label="Notes" closeLabel="Close" />
    </IntlProvider>,
  );
  expect(await screen.findByText("no picture has come yet")).toBeTruthy();
});
