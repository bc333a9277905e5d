import { expect, test } from "@playwright/test";
import { signInByForm } from "../../pages/sign-in-page.ts";
import { PathProxy } from "../../support/network/path-proxy.ts";
import { shared } from "../../support/shared.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

test("under a path of a proxy: sign-in, live video in both modes, sign-out, and nothing beside the path", async ({
  page,
}) => {
  const proxy = await PathProxy.before(shared().url, { path: "/wall", removesPath: true, passesSockets: true });
  try {
    const at = { url: proxy.url, password: shared().password };
    const stage = await signInByForm(page, at);
    await stage.add("Lobby");
    const tile = await stage.playing("Lobby", 60_000);
    await tile.hover();
    await page.getByRole("button", { name: "Mode: WebRTC", exact: true }).click();
    await expect(tile).toHaveAttribute("data-mode", "lowbandwidth");
    await stage.playing("Lobby", 60_000);
    // An address that the browser opens by itself.
    await page.goto(`${proxy.url}/#/version`);
    const description = page.locator('a[href$="openapi.json"]');
    await expect(description).toBeVisible();
    expect(
      await description.evaluate(async (link: HTMLAnchorElement) =>
        (await fetch(link.href)).headers.get("content-type"),
      ),
    ).toContain("application/json");
    await page.getByRole("button", { name: /Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByLabel("Username")).toBeVisible();
    expect(page.url().startsWith(`${proxy.url}/`)).toBe(true);
    expect(proxy.strays).toEqual([]);
  } finally {
    await proxy.stop();
  }
});

test("a proxy that leaves the path as it is, and one that does not pass websockets", async ({ page }) => {
  const recorder = await TestRecorder.fresh(["--no-demo", "--http-base-path", "/wall/"]);
  const proxy = await PathProxy.before(recorder.url, { path: "/wall", removesPath: false, passesSockets: false });
  try {
    await signInByForm(page, { url: proxy.url, password: recorder.password });
    const cookies = await page.context().cookies(`${proxy.url}/`);
    expect(cookies.find(({ name }) => name === "proscenium_sid")?.path).toBe("/wall");
    await expect(page.getByText("it must pass on websocket upgrades")).toBeVisible({ timeout: 30_000 });
    expect(proxy.strays).toEqual([]);
  } finally {
    await proxy.stop();
    await recorder.stop();
    recorder.remove();
  }
});
