// @vitest-environment jsdom
/**
 * The cameras tab on an aggregator: servers that fold, an unavailable server with its reason, and clocks that differ.
 */
import { failure } from "#domain/failures/failure.ts";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { CamerasTab } from "#chrome/screens/stage/panel/cameras-tab.tsx";
import { AppDialogs } from "#chrome/shell/app-dialogs.tsx";
import { cameraKey } from "#state/camera-store.ts";
import type { RegisteredServer } from "#state/server-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { serverFacts } from "#test/support/client/server-facts.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });
afterEach(cleanup);

/** Each of the first two servers has one camera, named by `nameOf`. */
async function open(servers: readonly RegisteredServer[], admin = false, nameOf = (id: string) => `Camera of-${id}`) {
  const tab = (
    <MemoryRouter>
      <CamerasTab area={{ current: null }} />
      <AppDialogs />
    </MemoryRouter>
  );
  const view = await renderStage([], tab, visitor(null, { edition: "aggregator", admin }));
  act(() => {
    view.stores.servers.change((facts) => {
      facts.byId = Object.fromEntries(servers.map((each) => [each.id, each])) as typeof facts.byId;
      facts.order = servers.map(({ id }) => id);
    });
    view.stores.cameras.change((facts) => {
      facts.status = "ready";
      const all = servers.slice(0, 2).map(({ id }) => ({ ...cameraFacts(`of-${id}`), orchidId: id, name: nameOf(id) }));
      facts.byKey = Object.fromEntries(all.map((each) => [cameraKey(each), each])) as typeof facts.byKey;
      facts.order = all.map(cameraKey);
    });
  });
  return view;
}

test("each server shows its cameras and folds them away", async () => {
  await open([serverFacts("n", "North"), serverFacts("s", "South"), serverFacts("e", "East")]);
  expect(screen.getAllByRole("heading", { name: "Servers" })).toHaveLength(1);
  const north = screen.getByRole("button", { name: /cameras of North, available/ });
  expect(within(screen.getByText("Camera of-n").closest("li") ?? document.body).getByRole("button").title).toContain(
    "North",
  );
  fireEvent.click(north);
  expect(north.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByText("Camera of-n")).toBeNull();
  expect(screen.getByText("Camera of-s")).toBeTruthy();
});

test("without cameras the tab says so where the panel shows no servers, and leaves it to them where it does", async () => {
  const { stores } = await open([serverFacts("n", "North")], true);
  const server = { name: "Home", maxPlayerCount: null, maxExportHours: null };
  const showServers = (showInPanel: boolean): void =>
    act(() => {
      stores.cameras.change((facts) => void Object.assign(facts, { byKey: {}, order: [] }));
      stores.session.change((facts) => void (facts.server = { ...server, showInPanel }));
    });
  showServers(true);
  expect(screen.queryByText("No cameras")).toBeNull();
  expect(screen.getByRole("button", { name: /cameras of North/ })).toBeTruthy();
  showServers(false);
  expect(screen.getByText("No cameras")).toBeTruthy();
});

test("cameras of one name on two servers say which server's they are", async () => {
  const { stores } = await open([serverFacts("n", "North"), serverFacts("s", "South")], false, () => "Yard");
  for (const server of ["North", "South"]) {
    expect(screen.getByRole("button", { name: `Add Yard (${server}) to the stage, running` })).toBeTruthy();
    expect(screen.getByText(`Yard (${server})`)).toBeTruthy();
  }
  act(() => stores.cameras.change(({ byKey }) => void Object.assign(byKey["s/of-s"] ?? {}, { name: "Gate" })));
  expect(screen.getByRole("button", { name: "Add Yard to the stage, running" })).toBeTruthy();
});

test("a server that is away says why, and its cameras stay", async () => {
  await open([serverFacts("n", "North", failure("server/timeout"))]);
  expect(screen.getByRole("button", { name: /North, not available, it did not answer in time/ })).toBeTruthy();
  expect(screen.getByText("it did not answer in time")).toBeTruthy();
  expect(screen.getByText("Camera of-n")).toBeTruthy();
});

test("no servers: others read it, administrators find where to register", async () => {
  await open([]);
  expect(screen.getByText("No accessible servers.")).toBeTruthy();
  cleanup();
  await open([], true);
  expect(screen.getByRole("link", { name: "Register servers" }).getAttribute("href")).toBe("/servers");
});

test("the clock warning names the servers whose clocks are off", async () => {
  const { stores } = await open([serverFacts("n", "North")]);
  act(() => {
    stores.standing.change((facts) => {
      facts.serverClocks = [{ name: "North", offsetMs: -61_000 }];
    });
    stores.dialogs.change(({ queue }) => void queue.push({ kind: "clock" }));
  });
  expect(screen.getByRole("alertdialog").textContent).toContain("North differs by 61 seconds");
  expect(screen.getByRole("alertdialog").textContent).not.toContain("this computer");
});
