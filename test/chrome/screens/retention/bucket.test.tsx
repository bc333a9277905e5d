// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { asked, bucket, closeAfterEach, GB, none, open, press, set } from "./open-bucket.ts";

closeAfterEach();
const NOON = Date.UTC(2026, 4, 1, 12);
const fact = (name: string): string | null | undefined =>
  screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

test("a server that knows nothing of it is shown without", async () => {
  await open(null);
  expect(await screen.findByText("All recordings lie in one folder.")).toBeDefined();
  expect(screen.queryByText("Archive (S3)")).toBeNull();
});

test("what is there, what waits and how it is set is listed", async () => {
  const state = {
    ...set,
    stored: { objects: 12, files: 3400, bytes: 30 * GB, oldest: NOON },
    backlog: { files: 1, bytes: 2 * GB, oldest: NOON },
    only: { files: 20, bytes: GB },
    held: 2,
    bytesPerSecond: 1024,
    compared: { time: NOON, there: 14, unknown: 2, missing: 0 },
  };
  await open(() => state);
  expect(await screen.findByText("healthy")).toBeTruthy();
  expect(fact("Bucket")).toBe("archive/site1/");
  expect(fact("What goes there")).toBe("Recordings older than 7 days, evidence at once");
  expect(fact("Kept there")).toBe("for ever, as far as the license allows");
  expect(fact("Times")).toBe("from 22:00 to 06:00, at most 5.0 MB/s");
  expect(fact("Compared")).toMatch(/^all there, .*; 2 objects beside that can be taken in$/);
  expect(fact("Stored")).toMatch(/^30\.0 GB: 3,400 recordings in 12 objects, the oldest of .*1/);
  expect(fact("Waiting")).toMatch(/^2\.0 GB: 1 recording, the oldest of /);
  expect(fact("Sending rate")).toBe("1.0 KB/s");
  expect(fact("Only in the bucket")).toBe("1.0 GB: 20 recordings");
  expect(fact("Held by legal hold")).toBe("2 objects");
  expect(fact("Encryption")).toBe("by this recorder");
});

test("nothing is there yet, and nothing is held where locks are no legal holds", async () => {
  await open(() => ({ ...set, bucket: { ...bucket, holds: false, hours: null, limit: null, afterDays: 0 } }));
  await screen.findByText("healthy");
  expect([fact("Stored"), fact("Waiting"), fact("Only in the bucket")]).toEqual(["nothing", "nothing", "nothing"]);
  expect([fact("Times"), fact("What goes there")]).toEqual(["always", "All recordings, evidence at once"]);
  expect(screen.queryByText("Held by legal hold")).toBeNull();
});

test.each([
  ["away", { state: "away", reason: "connect ETIMEDOUT" }, "cannot be used: There was no answer in time."],
  ["away for no reason that is known", { state: "away" }, "cannot be used"],
  ["outside of its hours", { state: "resting" }, "rests until 22:00"],
  ["not told", { state: "unknown" }, "not told yet"],
  ["told by a newer server", { state: "dreaming" }, "not told yet"],
])("how the bucket is: %s", async (_, more, words) => {
  await open(() => ({ ...set, ...more }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("it is renewed by itself, and when the server tells of a change", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"], shouldAdvanceTime: true });
  let state: object = set;
  const product = await open(() => state);
  expect(await screen.findByText("healthy")).toBeTruthy();
  state = { ...set, state: "away" };
  await act(() => Promise.resolve(product.events.emit("servers", null)));
  expect(await screen.findByText("cannot be used")).toBeTruthy();
  state = set;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText("healthy")).toBeTruthy();
});

test("what is in the bucket is taken in, and how far that is, is said", async () => {
  let restore: object | null = null;
  const state = () => ({ ...set, restore });
  await open(state, {
    "POST /service/server/bucket/restore": () => {
      restore = { isRunning: true, objects: 2, files: 100, reason: "" };
      return { status: 202, json: state() };
    },
  });
  await press("Take in what is there…");
  expect(await screen.findByText(/^The recordings in the bucket archive come into the index/)).toBeTruthy();
  await press("Take in");
  expect(await screen.findByText("taking in what is there: 100 recordings in 2 objects so far")).toBeTruthy();
  const again = screen.getByRole<HTMLButtonElement>("button", { name: "Take in what is there…" });
  expect(again.disabled).toBe(true);
});

test("holds of an index that is lost are let go by a button, which is there only as long as there are some", async () => {
  let found = 3;
  await open(() => ({ ...set, found }), {
    "POST /service/server/bucket/release": () => {
      found = 0;
      return { status: 202, json: { ...set, found } };
    },
  });
  expect((await screen.findByText("Held since before it was taken in")).nextSibling?.textContent).toBe("3 objects");
  await press("Let holds go…");
  expect(await screen.findByText(/^3 objects were under a legal hold/)).toBeTruthy();
  await press("Let go");
  await waitFor(() => expect(screen.queryByText("Held since before it was taken in")).toBeNull());
  expect(screen.queryByRole("button", { name: "Let holds go…" })).toBeNull();
});

test.each([
  ["well", "", "taken in: 1 recording in 1 object"],
  ["early", "503", "taking in ended early, after 1 recording in 1 object: 503"],
])("how taking in has ended: %s", async (_, reason, words) => {
  await open(() => ({ ...set, restore: { isRunning: false, objects: 1, files: 1, reason } }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("a bucket that recordings lie in only is left after a second answer", async () => {
  const refusals = [{ code: "bucket/holds-only", reason: "", params: { files: 20, size: GB } }];
  let state: object = set;
  await open(() => state, {
    "DELETE /service/server/bucket": () => {
      const json = refusals.shift();
      if (json) return { status: 409, json };
      state = none;
      return { status: 204, json: {} };
    },
  });
  await press("Stop using…");
  const first = await screen.findByRole("alertdialog", { name: "Stop using the bucket archive?" });
  expect(within(first).getByText(/^Nothing more is copied there/)).toBeTruthy();
  await press("Stop using");
  const second = await screen.findByRole("alertdialog", { name: "Stop using it all the same?" });
  expect(within(second).getByText(/^What lies in the bucket only .*: 1\.0 GB, 20 recordings\.$/)).toBeTruthy();
  // Enter gives the harmless answer.
  expect(document.activeElement?.textContent).toBe("Cancel");
  await press("Stop all the same");
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(asked.map(({ what }) => what)).toEqual([
    "DELETE /service/server/bucket",
    "DELETE /service/server/bucket?force",
  ]);
  expect(await screen.findByRole("button", { name: "Set up…" })).toBeTruthy();
});
