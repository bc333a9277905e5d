/** The version page of a signed-in viewer: what opens over any page (the palette, the overview of keys) opens over it. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

/** Gives the tests of a file their server. What it returns opens the page; `user`: its button with the user's name. */
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
 * Presses a key that opens a part which is loaded late, and answers whether the page took it. The act is awaited: what one that
 * is not awaited leaves of a suspended render React drops, and with it now and then the part itself.
 */
export async function pressForLatePart(on: Element | Window, init: KeyboardEventInit): Promise<"taken" | "left"> {
  let wasTaken = false;
  await act(async () => void (wasTaken = !fireEvent.keyDown(on, init)));
  return wasTaken ? "taken" : "left";
}

/** Ctrl+K, by default where the keyboard is; the field of the palette. */
export async function openPalette(
  on: Element | Window = document.activeElement ?? document.body,
): Promise<HTMLInputElement> {
  // The page listens to keys from an effect, which a busy machine runs later than it draws: a key that was too early does nothing.
  await vi.waitFor(
    async () => expect(await pressForLatePart(on, { key: "k", ctrlKey: true, cancelable: true })).toBe("taken"),
    30_000,
  );
  return screen.findByRole<HTMLInputElement>("combobox", { name: "Cameras, stages, screens, actions" });
}
