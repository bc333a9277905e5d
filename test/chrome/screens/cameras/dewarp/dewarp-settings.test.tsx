// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG, type DewarpConfig } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";
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

describe("a stored circle", () => {
  const picture = { width: 1000, height: 1000 } as ImageBitmap;
  /** Every picture shows the circle there. */
  const openedWith = (shown: Partial<Lens> | null) => {
    const search = () => ({
      add: () => (shown ? { lens: { ...DEFAULT_LENS, ...shown }, error: 0.001, seen: 0.9 } : null),
    });
    return renderHook(() => useSettings(first, picture, search));
  };

  test.each([
    ["stands where it was stored", { centerX: DEFAULT_LENS.centerX + 0.004 }, false],
    ["is not seen", null, false],
    ["has moved: another crop", { centerX: DEFAULT_LENS.centerX + 0.03 }, true],
    ["is smaller: another size", { radius: DEFAULT_LENS.radius * 0.9 }, true],
  ])("that %s", (_name, shown, asks) => {
    const { result } = openedWith(shown);
    expect(result.current.moved !== null).toBe(asks);
    expect(result.current.lens).toEqual(first.lens);
    expect(result.current.changed).toBe(false);
  });

  test("gives way to the one that was found when the user says so, with the lens's own values kept", () => {
    const { result } = openedWith({ centerX: 0.6, radius: 0.4 });
    act(() => result.current.takeMoved());
    expect(result.current.moved).toBeNull();
    expect(result.current.origin).toBe("found");
    expect(result.current.result().lens).toMatchObject({ centerX: 0.6, radius: 0.4, fov: 185 });
  });
});
