import { expect, test } from "@playwright/test";
import { enterStage } from "../pages/sign-in-page.ts";
import { Api } from "../support/api.ts";
import { shared } from "../support/shared.ts";

/** Chromium itself misses a connection that the recorder has closed after five seconds and more. */
const AT_ONCE_MS = 3000;

test("a WebRTC session that the recorder ends is connected anew at once", async ({ page }) => {
  const opened: string[] = [];
  page.on("response", (response) => {
    const isSession = response.request().method() === "POST" && /\/whep(\?|$)/.test(response.url());
    if (isSession && response.status() === 201) opened.push(response.headers()["location"] ?? "");
  });
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await stage.playing("Yard", 60_000);
  expect(opened).toHaveLength(1);
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  expect((await api.request("DELETE", opened[0] ?? "")).status).toBe(204);
  await expect.poll(() => opened.length, { timeout: AT_ONCE_MS }).toBe(2);
  await stage.playing("Yard", 60_000);
});
