import { expect, test } from "vitest";
import { type HeaderPart, headerRoom } from "#chrome/screens/stage/toolbar/toolbar-room.ts";

const usual: readonly HeaderPart[] = ["full", "mode", "picture", "stats", "link"];
const everything: readonly HeaderPart[] = [...usual, "zoom", "dewarp", "dewarpModes", "ptz", "presets", "volume"];
const shown = (offered: readonly HeaderPart[], widthPx: number, touch: boolean): string[] =>
  [...headerRoom(offered, { widthPx, touch, closable: true })].sort();

test("the usual parts of a mouse's header are there from 260 px on", () => {
  expect(shown(usual, 260, false)).toEqual([...usual].sort());
  expect(shown(usual, 259, false)).toEqual(["full", "link", "mode"]);
  expect(shown(usual, 189, false)).toEqual([]);
});

test("a wide header has everything", () => {
  expect(shown(everything, 900, true)).toEqual([...everything].sort());
});

test.each([true, false])("menu and close are never pushed out (touch: %s)", (touch) => {
  for (let widthPx = 96; widthPx < 700; widthPx += 1) {
    const parts = headerRoom(everything, { widthPx, touch, closable: true });
    const buttonPx = touch ? (widthPx < 260 ? 33 : 41) : 27;
    const buttons = 2 + parts.size + (parts.has("dewarpModes") ? 2 : 0) - (parts.has("zoom") ? 1 : 0);
    expect(4 + buttons * buttonPx + (parts.has("zoom") ? 66 : 0), `${widthPx}`).toBeLessThanOrEqual(widthPx);
  }
});

test("what steers the camera stays longest", () => {
  expect(shown(everything, 150, true)).toEqual(["dewarp", "ptz"]);
});
