/** The list of a fleet while its servers answer one after the other. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CameraList, streamKey } from "#actions/cameras/camera-list.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (orchidId: string, id: string) => ({
  ...cameraFacts(id),
  orchidId,
  name: `Camera ${id}`,
  primaryStreamId: `s${id}`,
  state: "running" as const,
});

function list() {
  const store = createCameraStore();
  let made = 0;
  let order = store.get().order;
  store.subscribe((facts) => {
    if (facts.order !== order) made += 1;
    order = facts.order;
  });
  return { store, list: new CameraList(store, () => true), made: () => made };
}

test("each list of a gathering is twice as far away as the one before; the end makes the last one at once", async () => {
  const { store, list: shown, made } = list();
  let end: () => void = () => undefined;
  const gathered = shown.gather(new Promise<void>((resolve) => (end = resolve)));
  const madeAtMs: number[] = [];
  for (let ms = 0; ms < 800; ms += 50) {
    shown.put([...shown.known(), at("n", String(100 - ms / 50))]);
    const before = made();
    await vi.advanceTimersByTimeAsync(50);
    if (made() > before) madeAtMs.push(ms + 50);
  }
  expect(madeAtMs).toEqual([100, 300, 700]);
  end();
  await gathered;
  expect(made()).toBe(4);
  expect(store.get().order).toEqual(Array.from({ length: 16 }, (_none, index) => `n/${85 + index}`));
  // Afterwards nothing waits, and the next gathering begins with the short time.
  shown.put([at("n", "1")]);
  expect(store.get().order).toEqual(["n/1"]);
  void shown.gather(new Promise(() => undefined));
  shown.put([at("n", "2")]);
  await vi.advanceTimersByTimeAsync(100);
  expect(store.get().order).toEqual(["n/2"]);
});

test("a state reaches the list that is shown at once, and the one that is being gathered, which it does not make", async () => {
  const { store, list: shown, made } = list();
  shown.put([at("n", "1"), at("s", "1")]);
  const { order, byKey } = store.get();
  void shown.gather(new Promise(() => undefined));
  shown.put([...shown.known(), at("s", "2")]);
  shown.setStates(
    new Map([
      [streamKey("s", "s1"), "idle"],
      [streamKey("s", "s2"), "restarting"],
      [streamKey("s", "other"), "idle"],
    ]),
  );
  expect(made()).toBe(1);
  expect(store.get().order).toBe(order);
  expect(store.get().byKey["s/1"]?.state).toBe("idle");
  // The same id at another server is another stream.
  expect(store.get().byKey["n/1"]).toBe(byKey["n/1"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(Object.values(store.get().byKey).map(({ state }) => state)).toEqual(["running", "idle", "restarting"]);
});

test("a state that is no news changes nothing", () => {
  const { store, list: shown } = list();
  shown.put([at("n", "1")]);
  const before = store.get();
  shown.setStates(new Map([[streamKey("n", "s1"), "running"]]));
  expect(store.get()).toBe(before);
});
