/** The version page of a signed-in viewer, over which the palette and the overview of keys open as over any page. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

/**
 * Gives the tests of a file their server. The returned function opens the page; `user`: its button with the user's
 * name.
 */
export function overVersionPage() {
  let server: FakeServer;
  beforeAll(async () => {
    server = await fakeServer({
      "GET /service/version": { json: { version: "8.0.0" } },
      "GET /service/stages": { json: { stages: [] } },
    });
  });
  afterAll(() => server.close());
  afterEach(cleanup);
  return async () => {
    const page = renderProduct({ origin: server.origin, visitor: visitor("Viewer"), path: "/version" });
    return { ...page, user: await screen.findByRole("button", { name: "Signed in as anna" }) };
  };
}

/**
 * Presses a key that opens a part which is loaded late, and returns whether the page handled it. The act is awaited:
 * what an act without await leaves of a suspended render is dropped by React, sometimes including the part itself.
 */
export async function pressForLatePart(on: Element | Window, init: KeyboardEventInit): Promise<"taken" | "left"> {
  let wasTaken = false;
  await act(async () => void (wasTaken = !fireEvent.keyDown(on, init)));
  return wasTaken ? "taken" : "left";
}

/** Ctrl+K, by default on the focused element; returns the field of the palette. */
export async function openPalette(
  on: Element | Window = document.activeElement ?? document.body,
): Promise<HTMLInputElement> {
  // An effect makes the page listen to keys, and on a busy machine it runs later than the rendering: a key that arrives
  // before has no effect.
  await vi.waitFor(
    async () => expect(await pressForLatePart(on, { key: "k", ctrlKey: true, cancelable: true })).toBe("taken"),
    30_000,
  );
  return screen.findByRole<HTMLInputElement>("combobox", { name: "Cameras, stages, screens, actions" });
}
