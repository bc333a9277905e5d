import { afterEach, expect, test, vi } from "vitest";
import { pageSpeech } from "#app/dewarp-player/page-speech.ts";
import { PlayerPage } from "#app/dewarp-player/player-page.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import type { DewarpSurface } from "#stage/dewarp-surface.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A page that plays a fisheye whose round picture is a little to the left; returns what it draws. */
async function openPage(lens: Lens | null, languages: readonly string[] = ["en-US"]) {
  const answer = await fetch(new URL("../../fixtures/circles/floor_43.jpg", import.meta.url));
  const round = await createImageBitmap(await answer.blob());
  const camera = document.createElement("canvas");
  camera.width = 640;
  camera.height = 480;
  const context = camera.getContext("2d");
  const timer = setInterval(() => {
    context?.fillRect(0, 0, 640, 480);
    context?.drawImage(round, 20, 60, 512, 384);
  }, 50);
  const video = document.createElement("video");
  video.srcObject = camera.captureStream(20);
  const root = document.createElement("main");
  const canvas = document.createElement("canvas");
  document.body.append(root);
  const scenes: DewarpScene[] = [];
  const surface = {
    upload: (picture: { close: () => void }) => picture.close(),
    draw: (scene: DewarpScene | null) => scene && scenes.push(scene),
  } as unknown as DewarpSurface;
  const facts = { camera: "Hall", recorder: "House", startMs: 0, dewarp: {} };
  const config = { ...DEFAULT_DEWARP_CONFIG, enable: true, lens };
  const page = new PlayerPage({ root, canvas, video, facts, config, surface, speech: pageSpeech(languages) });
  video.muted = true;
  page.listen();
  ends.push(() => {
    clearInterval(timer);
    video.srcObject = null;
    root.remove();
    round.close();
  });
  await video.play();
  return scenes;
}

test("an exported fisheye whose settings name no lens is shown with the circle that is found in its pictures", async () => {
  const scenes = await openPage(null);
  await vi.waitFor(() => expect(scenes.at(-1)?.lens).not.toEqual(DEFAULT_LENS), { timeout: 15_000 });
  const lens = scenes.at(-1)?.lens ?? DEFAULT_LENS;
  expect(lens.centerX).toBeCloseTo(276 / 640, 2);
  expect(lens.centerY).toBeCloseTo(252 / 480, 2);
  expect(lens.radius).toBeCloseTo(192 / 480, 2);
});

test("a lens of its settings stays", async () => {
  const own = { ...DEFAULT_LENS, centerX: 0.4, radius: 0.45 };
  const scenes = await openPage(own);
  await vi.waitFor(() => expect(scenes.length).toBeGreaterThan(5), { timeout: 15_000 });
  expect(new Set(scenes.map((scene) => scene.lens))).toEqual(new Set([own]));
});

test("a German browser shows the exported player in German, with its times and numbers", async () => {
  await openPage(DEFAULT_LENS, ["de-DE", "en"]);
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  await vi.waitFor(() =>
    expect(document.querySelector("output")?.textContent).toMatch(/^\d\d\.\d\d\.19\d\d, \d\d:\d\d:\d\d$/),
  );
  expect(texts("footer button")).toEqual([
    "Pause",
    "‹ Bild",
    "Bild ›",
    "Rund",
    "Perspektive",
    "Panorama",
    "Aufteilung",
    "Ausgangsansicht",
    "Vollbild",
  ]);
  expect(texts("option")).toEqual(["0,25x", "0,5x", "1x", "2x", "4x"]);
  const named = [...document.querySelectorAll("main [aria-label]")].map((each) => each.getAttribute("aria-label"));
  expect(named).toEqual(["Hall: zum Umsehen ziehen, mit dem Mausrad zoomen", "Zeit", "Geschwindigkeit"]);
  document.querySelector<HTMLButtonElement>("footer button")?.click();
  await vi.waitFor(() => expect(texts("footer button")[0]).toBe("Abspielen"));
});
