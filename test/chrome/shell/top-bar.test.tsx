// @vitest-environment jsdom
/** The warnings of the top bar, and the dialog that each of them opens. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import type { Visitor } from "#domain/accounts/access.ts";
import type { HealthFacts } from "#state/health-store.ts";
import type { StandingFacts } from "#state/standing-store.ts";
import type { SessionFacts } from "#state/session-store.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { about, renderProduct } from "#test/chrome/support/render-product.tsx";

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer({ "GET /service/version": { json: { version: "8.0.0" } } });
});
afterAll(() => server.close());
afterEach(cleanup);

const manager: Visitor = {
  edition: "standalone",
  signedIn: true,
  role: "Manager",
  admin: false,
  singlePlayer: false,
  directoryLogin: false,
};

async function open() {
  const product = renderProduct({ origin: server.origin, visitor: manager, path: "/version" });
  await screen.findByRole("button", { name: "Signed in as anna" }, { timeout: 10_000 });
  return product;
}
const warning = (name: string) => screen.queryByRole("button", { name });

/** For each warning: what makes it show, its button, and the text of its dialog. */
const warnings: readonly [string, (facts: HealthFacts & StandingFacts) => void, string, string][] = [
  ["a clock that is 61 s off", (facts) => (facts.skewMs = -61_000), "Clock warning", "61"],
  ["a degraded licence", (facts) => (facts.licenseStatus = "degraded"), "Degraded license", "the license is invalid"],
  [
    "a changed storage device",
    (facts) => Object.assign(facts, { licenseStatus: "degraded", licenseReason: "storage" }),
    "Degraded license",
    "Storage error detected: storage device changed",
  ],
  [
    "a license that ends a degraded state with the restart",
    (facts) => Object.assign(facts, { licenseStatus: "pending_change", licenseReason: "license" }),
    "Degraded license",
    "Restart the server to apply it.",
  ],
  [
    "a server that records nothing",
    (facts) => (facts.unrecorded = [{ id: "", name: "", trouble: failure("recording/disk-full") }]),
    "Not recording",
    "This server: nothing is recorded: the disk is full",
  ],
  [
    "a server behind the aggregator that records nothing",
    (facts) => (facts.unrecorded = [{ id: "s", name: "South", trouble: failure("recording/disk-gone") }]),
    "Not recording",
    "South: nothing is recorded: the folder of the recordings is gone",
  ],
  ["a wall that is too slow", (facts) => (facts.framerate = "critical"), "Low frame rate", "frame"],
  ["a wall that has stepped down before that", (facts) => (facts.relief = 1), "Reduced quality", "too slowly"],
  [
    "a wall whose slow parts are known",
    (facts) => Object.assign(facts, { relief: 2, slow: ["copy", "page"] }),
    "Reduced quality",
    "What is slow: copying pictures, the page itself.",
  ],
  [
    "a wall of which streams and pictures were taken",
    (facts) => (facts.relief = 2),
    "Reduced quality",
    "at most 25 % of the usual decoding, and at most 15 pictures per second",
  ],
];

test.each(warnings)("%s shows a button that opens its dialog", async (_name, happen, button, text) => {
  const { stores } = await open();
  expect(warning(button)).toBeNull();
  act(() => {
    stores.health.change((facts) => happen(facts as HealthFacts & StandingFacts));
    stores.standing.change((facts) => happen(facts as HealthFacts & StandingFacts));
  });
  fireEvent.click(await screen.findByRole("button", { name: button }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain(text);
  fireEvent.click(screen.getByRole("button", { name: "OK" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("several warnings stand in the document's order", async () => {
  const { stores } = await open();
  act(() => {
    stores.session.change((facts) => void (facts.lowBandwidthForced = true));
    stores.health.change((facts) => void (facts.skewMs = -61_000));
    stores.standing.change((facts) => Object.assign(facts, { licenseStatus: "degraded", framerate: "critical" }));
  });
  const names = screen.getAllByRole("button").map((button) => button.textContent);
  const wanted = ["Low bandwidth", "Clock warning", "Degraded license", "Low frame rate"];
  expect(names.filter((name) => wanted.includes(name))).toEqual(wanted);
});

test("a server with a restart before it hides none that has stopped; the dialog names each with what is wrong", async () => {
  const { stores } = await open();
  act(() =>
    stores.standing.change((facts) =>
      Object.assign(facts, {
        licenseStatus: "degraded",
        licenseReason: "storage",
        serverLicenses: [
          { id: "s", name: "South", status: "degraded", reason: "storage" },
          { id: "w", name: "West", status: "degraded", reason: "" },
          { id: "e", name: "East", status: "pending_change", reason: "" },
        ],
      }),
    ),
  );
  fireEvent.click(screen.getByRole("button", { name: "Degraded license" }));
  const lines = [...(await screen.findByRole("alertdialog")).querySelectorAll("p")].map((line) => line.textContent);
  expect(lines).toEqual([
    "South: Storage error detected: storage device changed",
    "West: License error detected: the license is invalid, recording and cleaning stopped",
    expect.stringMatching(/^East: .*restart/i),
  ]);
});

test("a clock that is 5000 ms off is right enough, 5001 ms is not", async () => {
  const { stores } = await open();
  act(() => stores.health.change((facts) => void (facts.skewMs = 5_000)));
  expect(warning("Clock warning")).toBeNull();
  act(() => stores.health.change((facts) => void (facts.skewMs = 5_001)));
  expect(warning("Clock warning")).toBeTruthy();
});

const noWebrtc = { ...about, webrtcOffered: false, embedOrigins: [] };
test.each<[string, Partial<Pick<SessionFacts, "lowBandwidth" | "lowBandwidthForced">> | { about: typeof noWebrtc }]>([
  ["this browser or its address has no WebRTC", { lowBandwidthForced: true }],
  ["the server has none", { about: noWebrtc }],
  ["the box at sign-in was ticked", { lowBandwidth: true }],
])("low bandwidth is said and explained where %s", async (_why, change) => {
  const { stores } = await open();
  expect(warning("Low bandwidth")).toBeNull();
  act(() => stores.session.change((facts) => void Object.assign(facts, change)));
  fireEvent.click(screen.getByRole("button", { name: "Low bandwidth" }));
  expect((await screen.findByRole("alertdialog")).textContent).toContain("Low-bandwidth mode");
});

test("while the application dies everything stays for its 3 s; then dialogs and navigation are gone", async () => {
  const { stores } = await open();
  act(() => {
    stores.health.change((facts) => void (facts.skewMs = 9_000));
    stores.dialogs.change((facts) => void facts.queue.push({ kind: "clock" }));
    stores.health.change((facts) => Object.assign(facts, { death: "dying", deathCause: "socket" }));
  });
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
  act(() => {
    stores.dialogs.change((facts) => void (facts.queue = []));
    stores.health.change((facts) => void (facts.death = "destroyed"));
  });
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Menu" })).toBeNull();
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
});
