/** The proxies that people have, with the lines of docs/proxies.md, and without those that are forgotten most often. */
import { expect, test } from "@playwright/test";
import { findProxy, startProxy } from "../../../scripts/machine/proxies.mjs";
import { SignInPage, signInByForm } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

const without =
  (...words: readonly string[]) =>
  (lines: string): string =>
    lines
      .split("\n")
      .filter((line) => !words.some((word) => line.includes(word)))
      .join("\n");

for (const name of ["nginx", "haproxy", "caddy"] as const)
  test(`${name}: sign-in below a path, live video by WebRTC and by low bandwidth`, async ({ page }) => {
    test.skip(findProxy(name) === undefined, `${name} is not installed (Debian's package of this name)`);
    const proxy = await startProxy(name, shared().url);
    try {
      const stage = await signInByForm(page, { url: proxy.url, password: shared().password });
      await stage.add("Lobby");
      const tile = await stage.playing("Lobby", 60_000);
      await expect(tile).toHaveAttribute("data-mode", "webrtc");
      await tile.hover();
      await page.getByRole("button", { name: "Mode: WebRTC", exact: true }).click();
      await expect(tile).toHaveAttribute("data-mode", "lowbandwidth");
      await stage.playing("Lobby", 60_000);
    } finally {
      await proxy.stop();
    }
  });

test("nginx's defaults are named: no Host header, then no websockets", async ({ page }) => {
  test.skip(findProxy("nginx") === undefined, "nginx is not installed (Debian's package of this name)");
  const recorder = await TestRecorder.fresh(["--no-demo"]);
  const { password } = recorder;
  const noHost = await startProxy("nginx", recorder.url, without("Host "));
  const noSockets = await startProxy("nginx", recorder.url, without("Upgrade", "Connection"));
  try {
    const signIn = new SignInPage(page);
    await signIn.open(noHost.url);
    await signIn.signIn("admin", password);
    await expect(page.getByText("http.origins")).toBeVisible();
    await signInByForm(page, { url: noSockets.url, password });
    await expect(page.getByText("it must pass on websocket upgrades")).toBeVisible({ timeout: 30_000 });
  } finally {
    await noHost.stop();
    await noSockets.stop();
    await recorder.stop();
    recorder.remove();
  }
});
