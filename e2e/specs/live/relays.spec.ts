import { type ChildProcess, spawn } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { freePort } from "../../../scripts/machine/free-port.mjs";
import { enterStage } from "../../pages/sign-in-page.ts";
import { keepCameras } from "../../support/kept-cameras.ts";
import { ownRecorder } from "../../support/own-recorder.ts";

const TOKEN = "a-secret-of-this-spec-1234";
const SCRIPT = new URL("../../../.cache/e2e/recorder/main.js", import.meta.url).pathname;
const own = ownRecorder(["--relay-token", TOKEN]);
const relays: ChildProcess[] = [];
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await keepCameras(own.recorder, ["Yard"]);
});

interface Relay {
  readonly url: string;
  readonly child: ChildProcess;
}
const figuresOf = async ({ url }: Relay): Promise<unknown> => (await fetch(`${url}/readyz`)).json();

async function startRelay(): Promise<Relay> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const words = ["--edition", "relay", "--host", "127.0.0.1", "--port", String(port), "--no-rtsp-enabled"];
  const where = ["--relay-token", TOKEN, "--relay-recorder", own.recorder.url, "--relay-address", url];
  const child = spawn(process.execPath, [SCRIPT, ...words, ...where], { stdio: "ignore" });
  relays.push(child);
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  return { url, child };
}
test.afterEach(() => {
  for (const child of relays.splice(0)) child.kill("SIGKILL");
});

/** The relay of each WebRTC session that the page has opened; "" = the recorder itself. */
function openedBy(page: Page): string[] {
  const opened: string[] = [];
  page.on("response", (response) => {
    const isSession = response.request().method() === "POST" && /\/whep(\?|$)/.test(response.url());
    if (isSession && response.status() === 201) opened.push(response.headers()["x-relay"] ?? "");
  });
  return opened;
}

test("WebRTC comes by the relay, and by the recorder when the relay is killed", async ({ page }) => {
  test.setTimeout(180_000);
  const relay = await startRelay();
  const opened = openedBy(page);
  const stage = await enterStage(page, own.recorder);
  await stage.add("Yard");
  await stage.playing("Yard", 60_000);
  expect(opened.at(-1)).toMatch(/^[0-9a-f]{12}$/);
  expect(await figuresOf(relay)).toMatchObject({ streams: 1, viewers: 1 });
  const before = opened.length;
  relay.child.kill("SIGKILL");
  await expect.poll(() => opened.length, { timeout: 15_000 }).toBeGreaterThan(before);
  expect(opened.at(-1)).toBe("");
  await stage.playing("Yard", 30_000);
});

test("low bandwidth comes by the relay, and by the recorder when the relay ends", async ({ page }) => {
  test.setTimeout(180_000);
  const relay = await startRelay();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  const stage = await enterStage(page, own.recorder, { lowBandwidth: true });
  await stage.add("Yard");
  const tile = await stage.playing("Yard", 60_000);
  expect(await figuresOf(relay)).toMatchObject({ streams: 1, viewers: 1 });
  const ended = new Promise((resolve) => relay.child.once("exit", resolve));
  relay.child.kill("SIGTERM");
  await ended;
  const sessions = async () =>
    (await own.api.get<{ streams: { state: string; relay?: string }[] }>("/service/low-bandwidth/streams")).streams;
  await expect.poll(sessions, { timeout: 30_000 }).toMatchObject([{ state: "ready" }]);
  expect((await sessions()).map(({ relay: by }) => by)).toEqual([undefined]);
  await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 30_000 });
  expect(refused).toEqual([]);
});
