// @vitest-environment jsdom
/** A chunk that the network did not deliver: the user is told, and a later visit loads it again. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LoadBoundary } from "#chrome/kit/feedback/load-boundary.tsx";
import { loadOnce } from "#chrome/load-once.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "./support/render-product.tsx";
import { visitor } from "./support/visitor.ts";

let server: FakeServer;
beforeEach(async () => {
  server = await fakeServer({
    "GET /service/users": { json: { users: [] } },
  });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await server.close();
});

test("a loaded chunk stays; a failed load is reported to all callers that wait, and is tried again later", async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve("part"));
  load.mockImplementationOnce(() => Promise.reject(new Error("the network was away")));
  const once = loadOnce(load);
  await expect(Promise.all([once(), once()])).rejects.toThrow("away");
  await expect(once()).rejects.toThrow("away");
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await once()).toBe("part");
  expect(once()).toBe(once());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await once()).toBe("part");
  expect(load).toHaveBeenCalledTimes(2);
});

test("an administration that could not be loaded says so, and a later visit loads it", async () => {
  // React prints errors that a boundary caught to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const view = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  const workspace = await view.product.workspace();
  const load = vi.spyOn(workspace, "administration");
  load.mockImplementation(loadOnce(() => Promise.reject(new Error("the network was away"))));
  await view.go("/users");
  expect(await screen.findByText("This page could not be loaded")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  load.mockRestore();
  await view.go("/version");
  await view.go("/users");
  expect(await screen.findByRole("button", { name: "Add user" })).toBeTruthy();
  expect(screen.queryByText("This page could not be loaded")).toBeNull();
});

test.each(["/stage", "/stage?kiosk=true"])("a stage whose canvas could not be loaded says so (%s)", async (path) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const view = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  const workspace = await view.product.workspace();
  vi.spyOn(workspace, "stageHost").mockImplementation(() => Promise.reject(new Error("the network was away")));
  await view.go(path);
  expect(await screen.findByText("This page could not be loaded")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
});

test("a chunk that could not be loaded is loaded anew at another place", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve({ default: () => <p>here</p> }));
  load.mockImplementationOnce(() => Promise.reject(new Error("the network was away")));
  const Part = chunk(load);
  const at = (place: string) => (
    <LoadBoundary place={place} fallback="failed">
      <Suspense fallback="waits">
        <Part />
      </Suspense>
    </LoadBoundary>
  );
  const { container, rerender } = render(at("one"));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(container.textContent).toBe("failed");
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  rerender(at("one"));
  expect(container.textContent).toBe("failed");
  rerender(at("two"));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(container.textContent).toBe("here");
  expect(load).toHaveBeenCalledTimes(2);
});
