import { describe, expect, test } from "vitest";
import { MAX_PRESETS, PtzMount, ptzFovDeg } from "#demo/devices/ptz-mount.ts";

const settle = (mount: PtzMount, fromMs: number) => mount.at(fromMs + 20_000);

describe("the demo PTZ camera's motors", () => {
  test("a continuous move goes on until it is stopped or its time is over", () => {
    const mount = new PtzMount(0);
    const start = mount.at(0).pan;
    mount.move({ pan: 0.5, tilt: 0, zoom: 0 }, 1000, 0);
    expect(mount.at(500).pan).toBeCloseTo(start + 0.2, 5);
    expect(mount.moving(500)).toBe(true);
    expect(mount.at(5000).pan).toBeCloseTo(start + 0.4, 5);
    expect(mount.moving(5000)).toBe(false);
    mount.move({ pan: -1, tilt: 1, zoom: 1 }, 10_000, 5000);
    mount.stop(5100);
    expect(mount.at(9000)).toEqual(mount.at(5100));
  });

  test("nothing goes beyond the ends, and nonsense does not move it", () => {
    const mount = new PtzMount(0);
    mount.move({ pan: 9, tilt: -9, zoom: 9 }, 60_000, 0);
    expect(settle(mount, 20_000)).toEqual({ pan: 1, tilt: -1, zoom: 1 });
    mount.stop(40_000);
    mount.move({ pan: Number.NaN, tilt: Number.NaN, zoom: Number.NaN }, 1000, 40_000);
    expect(settle(mount, 50_000)).toEqual({ pan: 1, tilt: -1, zoom: 1 });
  });

  test("an absolute move takes its time and leaves out what is not given", () => {
    const mount = new PtzMount(0);
    mount.moveTo({ pan: 0.8 }, 0);
    expect(mount.at(500).pan).toBeCloseTo(0.4, 5);
    expect(settle(mount, 0)).toMatchObject({ pan: 0.8, zoom: 0 });
    expect(mount.moving(20_000)).toBe(false);
  });

  test("a point of the picture comes to its middle", () => {
    const mount = new PtzMount(0);
    mount.lookAt({ x: 1, y: 0, zoom: 0 }, 0);
    expect(settle(mount, 0).pan * 100).toBeCloseTo(ptzFovDeg(0) / 2, 5);
  });

  test("presets: set, go, overwrite, remove, no room", () => {
    const mount = new PtzMount(0);
    const set = mount.setPreset(null, "Gate", { pan: 0.5, tilt: 0, zoom: 0.5 });
    expect(set).not.toBeNull();
    const token = set?.token ?? "";
    expect(mount.goTo(token, 0)).toBe(true);
    expect(settle(mount, 0)).toEqual({ pan: 0.5, tilt: 0, zoom: 0.5 });
    expect(mount.setPreset(token, null, { pan: -0.5, tilt: 0, zoom: 0 })?.name).toBe("Gate");
    expect(mount.removePreset(token)).toBe(true);
    expect(mount.goTo(token, 0)).toBe(false);
    expect(mount.setPreset("unknown", "x", { pan: 0, tilt: 0, zoom: 0 })).toBeNull();
    while (mount.presets.length < MAX_PRESETS) mount.setPreset(null, null, { pan: 0, tilt: 0, zoom: 0 });
    expect(mount.setPreset(null, null, { pan: 0, tilt: 0, zoom: 0 })).toBeNull();
  });
});
