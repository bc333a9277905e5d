// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer;
afterEach(async () => {
  cleanup();
  await server.close();
});

const ADOPT = "POST /service/server/standby/owners/a/adopt";

async function open(standby: object, more: Routes = {}): Promise<void> {
  server = await fakeServer({
    ...more,
    "GET /service/cameras": { json: { cameras: [] } },
    "GET /service/server/standby": { json: standby },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/system-status");
}

test("a recorder that stands in for another one says for whom and since when, and what it fetches back", async () => {
  await open({
    role: "standby",
    group: "site-1",
    counterparts: ["East", "West"],
    owners: [
      { id: "a", name: "East", isThere: false, cameras: 2, standIn: "Spare" },
      { id: "b", name: "West", isThere: true, cameras: 3, standIn: "" },
    ],
    standsInFor: [{ id: "a", name: "East", since: Date.UTC(2026, 10, 30, 8), cameras: 2 }],
    fetching: [{ name: "West", files: 1, reason: "" }],
  });
  expect(await screen.findByText("Standby group site-1")).toBeDefined();
  // One sentence for each: nobody is ready for East, who records for it.
  expect(screen.getByText("Ready to record for West while it is away: 3 cameras")).toBeDefined();
  expect(screen.getAllByText(/East/)).toHaveLength(1);
  expect(screen.getByText(/^Records for East since .*2026.*: 2 cameras$/)).toBeDefined();
  expect(screen.getByText("Fetches what West has recorded meanwhile: 1 file so far")).toBeDefined();
});

test.each([
  ["owner", ["Spare"], "good", "While this recorder is away its cameras are recorded by Spare."],
  ["owner", ["A", "B"], "good", "While this recorder is away its cameras are recorded by A or B."],
  ["owner", [], "bad", /^While this recorder is away nobody records its cameras: .*standby\.role=standby/],
  ["owner", null, "warn", "Looks for the other recorders of the group."],
  ["standby", [], "warn", /^Nothing to record: .*standby\.role=owner/],
  ["mirror", [], "warn", /^Nothing to record/],
])("%s with %j: %s", async (role, counterparts, tone, words) => {
  await open({ role, group: "standby", counterparts });
  const line = await screen.findByText(words);
  expect(line.parentElement?.className).toContain(tone);
  expect(screen.getByRole("heading", { name: "Standby" })).toBeDefined();
});

const there = { id: "a", name: "East", isThere: true, cameras: 1, standIn: "" };
const away = { ...there, isThere: false };
const stood = [{ id: "a", name: "East", since: 0, cameras: 1 }];
test.each([
  ["standby", { owners: [there] }, "good", "Ready to record for East while it is away: 1 camera", false],
  ["standby", { owners: [{ ...there, cameras: 0 }] }, "good", /while it is away: it has no cameras yet$/, false],
  ["standby", { owners: [{ ...away, standIn: "Spare" }], standsInFor: stood }, "warn", /^Records for East since/, true],
  // It is back, and does not record everything yet.
  ["standby", { owners: [there], standsInFor: stood }, "warn", /^Records for East since/, false],
  ["standby", { owners: [], standsInFor: stood }, "warn", /^Records for East since/, true],
  ["standby", { owners: [away] }, "bad", "East is away, and nobody records its cameras yet.", false],
  [
    "standby",
    { owners: [{ ...away, standIn: "Spare" }] },
    "warn",
    "East is away. Its cameras are recorded by Spare.",
    false,
  ],
  ["standby", { owners: [{ ...away, cameras: 0 }] }, "warn", "East is away. It has no cameras to record.", false],
  [
    "mirror",
    { owners: [there], standsInFor: stood },
    "good",
    "Records the same as East, all the time: 1 camera",
    false,
  ],
  ["mirror", { owners: [away], standsInFor: stood }, "warn", "East is away, and is recorded here: 1 camera", true],
  // What the other one has recorded would be nobody's.
  ["mirror", { owners: [{ ...away, standIn: "Spare" }], standsInFor: stood }, "warn", /is recorded here/, false],
  // Who is there is not known; what is recorded here is.
  ["standby", { isReached: false, owners: [away], standsInFor: stood }, "warn", /^Records for East since/, false],
  ["mirror", { isReached: false, owners: [away], standsInFor: stood }, "good", /^Records the same as East/, false],
])("of an owner a %s says with %j: %s", async (role, facts, tone, words, mayKeep) => {
  await open({ role, counterparts: ["East"], ...facts });
  const line = await screen.findByText(words);
  expect(line.parentElement?.className).toContain(tone);
  expect(screen.queryAllByText(/East/)).toHaveLength(1);
  expect(screen.queryAllByRole("button", { name: "Keep its cameras…" })).toHaveLength(mayKeep ? 1 : 0);
});

test("an owner without cameras that does not come back is taken out of the group", async () => {
  await open({ role: "mirror", owners: [{ ...away, cameras: 0 }] }, { [ADOPT]: { status: 204 } });
  fireEvent.click(await screen.findByRole("button", { name: "Take it out of the group…" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Take East out of the group?" });
  expect(within(dialog).getByText(/It has no cameras that are recorded here/)).toBeDefined();
  fireEvent.click(within(dialog).getByRole("button", { name: "Take it out" }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(server.asked.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("the cameras of a recorder that does not come back are kept when somebody has said so, and why they cannot be is said", async () => {
  let refused = true;
  const failure = { code: "standby/owner-there", reason: "there", params: { name: "East" } };
  const standsInFor = [{ id: "a", name: "East", since: 0, cameras: 2 }];
  await open(
    { role: "standby", counterparts: ["East"], standsInFor },
    { [ADOPT]: () => (refused ? { status: 409, json: failure } : { status: 204 }) },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Keep its cameras…" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Keep the cameras of East for good?" });
  expect(within(dialog).getByText(/Its 2 cameras become this recorder's own/)).toBeDefined();
  expect(server.asked.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Keep them" }));
  expect(await within(dialog).findByText(/East is there: its cameras are its own/)).toBeDefined();
  refused = false;
  fireEvent.click(within(dialog).getByRole("button", { name: "Keep them" }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
});

test("an older recorder does not say who is there: nothing is claimed", async () => {
  await open({ role: "owner", group: "site-1" });
  expect(await screen.findByText("Looks for the other recorders of the group.")).toBeDefined();
});

test("says that its group cannot be reached, and why recordings cannot be fetched", async () => {
  const told = { code: "standby/refused", params: { status: 404 } };
  await open({
    role: "owner",
    group: "site-1",
    isReached: false,
    counterparts: ["West"],
    fetching: [
      { name: "West", files: 0, reason: "it refuses", told: { ...told, reason: "it refuses" } },
      { name: "North", files: 0, reason: "in an older server's words" },
    ],
  });
  expect(await screen.findByText(/^The database of the group does not answer/)).toBeDefined();
  expect(
    screen.getByText(/^What West has recorded meanwhile cannot be fetched now.*status 404.*standby\.secret/),
  ).toBeDefined();
  expect(screen.getByText(/^What North .*: in an older server's words$/)).toBeDefined();
});

test("a recorder of no group shows nothing of it", async () => {
  await open({ role: "none" });
  await expect.poll(() => server.asked.some(({ path }) => path === "/service/server/standby")).toBe(true);
  expect(screen.queryByText(/Standby group/)).toBeNull();
});
