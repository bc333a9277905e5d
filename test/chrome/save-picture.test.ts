// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { savePicture } from "#chrome/screens/stage/save-picture.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { createUnlinkedStore } from "#state/unlinked-store.ts";

const HOUR_MS = 3_600_000;

/** The name under which the picture of tile "a" is saved; its wall stands still at noon of Berlin's summer time. */
async function savedName(zone: "browser" | "server", ownTimeMs?: number): Promise<string | undefined> {
  const names: string[] = [];
  const clicks = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => clicks.mockRestore());
  Object.assign(URL, { createObjectURL: () => "blob:a", revokeObjectURL: () => undefined });
  const timeline = createTimelineStore(Date.parse("2026-07-10T10:00:00Z"), 0, "Europe/Berlin");
  timeline.change((facts) => void Object.assign(facts, { zone, serverZone: "Asia/Tokyo" }));
  timeline.change(({ state }) => void Object.assign(state, { mode: "playback", paused: true }));
  const unlinked = createUnlinkedStore();
  if (ownTimeMs !== undefined) {
    const { state, atMs, target } = timeline.get();
    unlinked.change(
      ({ byTile }) => void Object.assign(byTile, { a: { state: { ...state, timeMs: ownTimeMs }, atMs, target } }),
    );
  }
  await savePicture({ timeline, unlinked }, { snapshot: () => Promise.resolve(new Blob(["picture"])) }, "a", "Lobby");
  return names[0];
}

test("a saved picture is named by the time that it shows, by the timeline's clock", async () => {
  expect(await savedName("browser")).toBe("Lobby 2026-07-10 12-00-00 +0200.png");
  expect(await savedName("server")).toBe("Lobby 2026-07-10 19-00-00 +0900.png");
});

test("the picture of an unlinked player has that player's own time", async () => {
  expect(await savedName("browser", Date.parse("2026-07-10T10:00:00Z") - HOUR_MS)).toBe(
    "Lobby 2026-07-10 11-00-00 +0200.png",
  );
});
