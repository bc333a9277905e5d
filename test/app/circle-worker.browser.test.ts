import { expect, test } from "vitest";
import { LensSearch } from "#actions/stage/lens-search.ts";
import { findCircleInWorker } from "#app/circle-worker.ts";

const fixture = (name: string): Promise<Response> => fetch(new URL(`../fixtures/circles/${name}`, import.meta.url));

test("a worker finds the circle that the page's thread would find, and the page's own pixels stay", async () => {
  const [first] = (await (await fixture("circles.json")).json()) as { readonly picture: string }[];
  const bitmap = await createImageBitmap(await (await fixture(first?.picture ?? "")).blob());
  const search = new LensSearch();
  const there = await search.addFor(bitmap, findCircleInWorker);
  expect(there).not.toBeNull();
  expect(there).toEqual(new LensSearch().add(bitmap));
  // The brightest pixels so far are kept for the next picture.
  expect(await search.addFor(bitmap, findCircleInWorker)).toEqual(there);
  bitmap.close();
});

test("what shows no circle has none", async () => {
  const grey = { width: 64, height: 64, data: new Uint8Array(64 * 64).fill(90) };
  expect(await findCircleInWorker(grey)).toBeNull();
});
