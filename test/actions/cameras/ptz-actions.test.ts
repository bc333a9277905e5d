import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { expect, test, vi } from "vitest";
import { createPtzActions, mayMove } from "#actions/cameras/ptz-actions.ts";
import { PTZ_DEBOUNCE_MS, PTZ_STEP_MS } from "#domain/limits/ptz.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import { HttpClient } from "#transport/http.ts";
import { eventually } from "#test/support/eventually.ts";

const camera = (ptz: CameraFacts["ptz"], permitted = true) => ({
  id: "c1",
  orchidId: "1",
  ptz,
  actions: { live: true, playback: true, ptz: permitted, export: true, unmask: false },
});
const all = { pan: true, tilt: true, zoom: true, relativeFov: true, maxPresets: 4 };

function server(answer: (method: string, path: string) => Response) {
  const calls: string[] = [];
  const http = new HttpClient({
    origin: "http://recorder",
    token: () => null,
    onUnauthorized: () => undefined,
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      calls.push(
        `${init?.method} ${pathname.replace("/service/cameras/c1/position", "")} ${typeof init?.body === "string" ? init.body : ""}`,
      );
      return answer(init?.method ?? "GET", pathname);
    },
  });
  return { calls, ptz: createPtzActions(http) };
}
const fine = () => new Response(null, { status: 204 });

test("a drag becomes few orders, the last one wins, and its end is a stop", async () => {
  const { calls, ptz } = server(fine);
  for (let step = 1; step <= 10; step += 1) ptz.drive(camera(all), { pan: step / 10, tilt: 0, zoom: 0 });
  await eventually(() => calls.length === 1, "the orders");
  expect(calls).toEqual(['POST  {"type":"continuous","pan":1,"tilt":0,"zoom":0,"timeoutMs":3000}']);
  ptz.drive(camera(all), { pan: 1, tilt: 0, zoom: 0 });
  ptz.stop(camera(all));
  await eventually(() => calls.length === 2, "the orders");
  expect(calls[1]).toBe('POST  {"type":"stop"}');
});

test("a stick that never rests moves the camera on a display that is quicker than the orders may be", async () => {
  vi.useFakeTimers();
  try {
    const { calls, ptz } = server(fine);
    const frameMs = 1000 / 240;
    for (let frame = 1; frame <= 240; frame += 1) {
      ptz.drive(camera(all), { pan: frame / 240, tilt: 0, zoom: 0 });
      await vi.advanceTimersByTimeAsync(frameMs);
    }
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.length).toBeLessThanOrEqual(1000 / PTZ_DEBOUNCE_MS);
    await vi.advanceTimersByTimeAsync(PTZ_DEBOUNCE_MS);
    expect(calls.at(-1)).toContain('"pan":1,');
    ptz.stop(camera(all));
    await vi.advanceTimersByTimeAsync(PTZ_DEBOUNCE_MS);
    expect(calls.at(-1)).toBe('POST  {"type":"stop"}');
  } finally {
    vi.useRealTimers();
  }
});

test("a held move is renewed until it is let go", async () => {
  const { calls, ptz } = server(fine);
  ptz.drive(camera(all), { pan: 1, tilt: 0, zoom: 0 });
  await eventually(() => calls.length === 3, "two renewals", 5000);
  expect(new Set(calls).size).toBe(1);
  ptz.stop(camera(all));
  await eventually(() => calls.at(-1) === 'POST  {"type":"stop"}', "the stop");
});

test("a held move of a camera that moves by steps is repeated as fast as steps follow each other", async () => {
  vi.useFakeTimers();
  try {
    const { calls, ptz } = server(fine);
    const stepping = camera({ ...all, steps: true });
    ptz.drive(stepping, { pan: 1, tilt: 0, zoom: 0 });
    await vi.advanceTimersByTimeAsync(PTZ_DEBOUNCE_MS + 3 * PTZ_STEP_MS);
    expect(calls).toHaveLength(4);
    ptz.stop(stepping);
    await vi.advanceTimersByTimeAsync(5 * PTZ_STEP_MS);
    expect(calls.slice(4)).toEqual(['POST  {"type":"stop"}']);
  } finally {
    vi.useRealTimers();
  }
});

test("only axes that the camera has are sent; without permission or axes nothing is", async () => {
  const { calls, ptz } = server(fine);
  const zoomOnly = camera({ ...all, pan: false, tilt: false });
  ptz.drive(zoomOnly, { pan: 1, tilt: 1, zoom: 0.5 });
  await eventually(() => calls.length === 1, "the orders");
  expect(calls[0]).toContain('"pan":0,"tilt":0,"zoom":0.5');
  expect(mayMove(camera(all, false))).toBe(false);
  expect(mayMove(camera(null))).toBe(false);
  ptz.drive(camera(all, false), { pan: 1, tilt: 0, zoom: 0 });
  ptz.centre(camera({ ...all, relativeFov: false }), { x: 0.5, y: 0.5 });
  ptz.stop(zoomOnly);
  await eventually(() => calls.length === 2, "the orders");
  expect(calls[1]).toBe('POST  {"type":"stop"}');
});

test("a stop that fails is sent again", async () => {
  let failures = 2;
  const { calls, ptz } = server((_, path) =>
    path.endsWith("position") && calls.at(-1)?.includes("stop") && failures-- > 0
      ? new Response(null, { status: 500 })
      : fine(),
  );
  ptz.drive(camera(all), { pan: 1, tilt: 0, zoom: 0 });
  await eventually(() => calls.length === 1, "the orders");
  ptz.stop(camera(all));
  await eventually(() => calls.filter((call) => call.includes("stop")).length === 3, "the orders");
});

test("a refused preset says why", async () => {
  const body = JSON.stringify({ code: "ptz/too-many-presets", reason: "There may be 4 presets." });
  const { ptz } = server(() => new Response(body, { status: 400 }));
  expect(await ptz.addPreset(camera(all), "Door")).toEqual({
    ok: false,
    error: failure("preset/failed", { cause: foreignFailure("ptz/too-many-presets", "There may be 4 presets.") }),
  });
});
