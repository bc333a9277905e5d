import { expect, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

/** Chromium itself notices only after more than five seconds that the recorder has closed a connection. */
const AT_ONCE_MS = 3000;

test("a WebRTC session that the recorder ends is known to have ended at once, and plays again by itself", async ({
  page,
}) => {
  const opened: string[] = [];
  page.on("response", (response) => {
    const isSession = response.request().method() === "POST" && /\/whep(\?|$)/.test(response.url());
    if (isSession && response.status() === 201) opened.push(response.headers()["location"] ?? "");
  });
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const tile = await stage.playing("Yard", 60_000);
  expect(opened).toHaveLength(1);
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  expect((await api.request("DELETE", opened[0] ?? "")).ok).toBe(true);
  await expect(tile).not.toHaveAttribute("data-state", "playing", { timeout: AT_ONCE_MS });
  await stage.playing("Yard", 60_000);
  expect(opened.length).toBeGreaterThan(1);
});
