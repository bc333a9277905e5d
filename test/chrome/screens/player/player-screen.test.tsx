// @vitest-environment jsdom
/** The single player's page: it also shows the dialogs and messages of the stage. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const stream = { id: "s1", name: "main", active: true };
const camera = {
  id: "1",
  name: "Yard",
  primaryStream: stream,
  streams: [stream],
  permissions: { actions: { live: true, playback: true, export: true, ptz: false } },
};
let server: FakeServer;
beforeAll(async () => {
  // These chunks are loaded before a test waits for them.
  await Promise.all([
    import("#chrome/screens/player/player-screen.tsx"),
    import("#chrome/screens/stage/export/export-dialog.tsx"),
  ]);
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/exports": { json: { exports: [], fingerprint: "aaaa bbbb" } },
  });
});
afterAll(() => server.close());
afterEach(cleanup);

async function playing() {
  const page = readSinglePlayer((name) => new URLSearchParams("single-player=s1").get(name));
  const { stores } = await act(() =>
    Promise.resolve(
      renderProduct({
        origin: server.origin,
        visitor: visitor("Manager", { singlePlayer: true }),
        path: "/player",
        ...(page ? { page } : {}),
      }),
    ),
  );
  await screen.findByRole("region", { name: "Stage" });
  return stores;
}

test("an export that was asked for opens its dialog", async () => {
  const { dialogs } = await playing();
  const stopMs = Date.now() - 60_000;
  act(() => dialogs.change(({ queue }) => void queue.push({ kind: "export", startMs: stopMs - 60_000, stopMs })));
  expect(await screen.findByRole("dialog", { name: /Export/ })).toBeTruthy();
});

test("dialogs of the application and messages in passing are shown", async () => {
  const { dialogs } = await playing();
  act(() => showToast({ text: "No earlier motion", tone: "info" }));
  expect(await screen.findByText("No earlier motion")).toBeTruthy();
  act(() => dialogs.change(({ queue }) => void queue.push({ kind: "message", title: "Stage", text: "Too many" })));
  expect(await screen.findByRole("alertdialog", { name: "Stage" })).toBeTruthy();
});

test("a session that ends waits for the host page, and the next one plays", async () => {
  const { session } = await playing();
  act(() =>
    session.change((facts) => {
      facts.phase = "signed-out";
    }),
  );
  expect(await screen.findByText("Waiting for the host page to sign in…")).toBeTruthy();
  act(() =>
    session.change((facts) => {
      facts.phase = "signed-in";
    }),
  );
  expect(await screen.findByRole("region", { name: "Stage" })).toBeTruthy();
});
