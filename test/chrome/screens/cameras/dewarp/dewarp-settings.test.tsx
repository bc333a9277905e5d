// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG, type DewarpConfig } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { useSettings } from "#chrome/screens/cameras/dewarp/use-settings.ts";

afterEach(cleanup);

const first: DewarpConfig = { ...DEFAULT_DEWARP_CONFIG, enable: true, lens: { ...DEFAULT_LENS, fov: 185 } };
/** The settings that another user saved while the dialog was open. */
const others: DewarpConfig = {
  ...first,
  orientation: "wall",
  panoramaAspectRatio: 2,
  lens: { ...DEFAULT_LENS, fov: 200 },
};

const opened = () =>
  renderHook(({ stored }: { stored: unknown }) => useSettings(stored, null), { initialProps: { stored: first } });

describe("dewarp settings that somebody else changes meanwhile", () => {
  test("keep what they did where this dialog changed nothing", () => {
    const { result, rerender } = opened();
    act(() => result.current.change({ panoramaShift: 20 }));
    rerender({ stored: others });
    expect(result.current.result()).toEqual({ ...others, panoramaShift: 20 });
  });

  test("become what this dialog made of them where both changed the same", () => {
    const { result, rerender } = opened();
    act(() => result.current.change({ panoramaAspectRatio: 3 }));
    act(() => result.current.changeLens({ ...DEFAULT_LENS, fov: 170 }));
    rerender({ stored: others });
    const lens = { ...DEFAULT_LENS, fov: 170 };
    expect(result.current.result()).toEqual({ ...others, panoramaAspectRatio: 3, lens });
  });
});
