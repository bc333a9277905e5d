import { expect, type Page, test } from "@playwright/test";
import { signInByForm } from "../../pages/sign-in-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";
import { Site } from "../../support/network/site.ts";

/**
 * Abuse case A8 in a browser: a signed-in user visits another page. One page is on another site (the browser sends no
 * cookie), the other on the same site with another port, where SameSite allows the cookie and only our own check
 * protects.
 */
const blank = "<!doctype html><title>elsewhere</title>";
let pages: { readonly name: string; readonly site: Site }[] = [];

test.describe.configure({ timeout: 120_000 });
test.beforeAll(async () => {
  pages = [
    { name: "another site", site: await Site.open("localhost", { "/": blank }) },
    { name: "the same site on another port", site: await Site.open("127.0.0.1", { "/": blank }) },
  ];
});
test.afterAll(async () => {
  for (const { site } of pages) await site.close();
});

/** "open", with the first message, or "closed" when it never opened. */
const tried = (page: Page, path: string): Promise<string> =>
  page.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = () => resolve("open");
        socket.onclose = () => resolve("closed");
      }),
    new URL(path, shared().url.replace("http", "ws")).href,
  );

test("sockets open for our own page, and for no other that the visitor is on", async ({ page }) => {
  await signInByForm(page, shared());
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  // A picture session that the signed-in page itself made.
  const media = await page.evaluate(async (streamId) => {
    const answer = await fetch("/service/low-bandwidth/streams", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ streamId }),
    });
    return ((await answer.json()) as { socket: string }).socket;
  }, cameras[0]?.primaryStream?.id);
  expect(media).toMatch(/^\/service\//);
  expect(await tried(page, "/service/events/socket")).toBe("open");
  for (const { name, site } of pages) {
    await page.goto(site.origin);
    for (const path of ["/service/events/socket", media])
      expect(await tried(page, path), `${name}: ${path}`).toBe("closed");
  }
  await page.goto(shared().url);
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  expect(await tried(page, "/service/events/socket")).toBe("open");
});

test("another page reads nothing of the API and changes nothing by it, whatever it sends", async ({ page }) => {
  await signInByForm(page, shared());
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const names = async (): Promise<string[]> =>
    (await api.get<{ stages: { name: string }[] }>("/service/stages")).stages.map(({ name }) => name);
  const before = await names();
  for (const { name, site } of pages) {
    await page.goto(site.origin);
    const seen = await page.evaluate(async (recorder) => {
      const out: string[] = [];
      const body = JSON.stringify({ name: "from elsewhere" });
      const asks: [string, RequestInit][] = [
        ["/service/cameras", {}],
        ["/service/sessions/me", {}],
        ["/service/stages", { method: "POST", body, headers: { "content-type": "application/json" } }],
        ["/service/stages", { method: "POST", body, headers: { "content-type": "text/plain" } }],
        ["/service/stages", { method: "POST", body, mode: "no-cors" }],
      ];
      for (const [path, init] of asks)
        out.push(
          await fetch(recorder + path, { credentials: "include", ...init }).then(
            async (answer) => (answer.type === "opaque" ? "opaque" : `${answer.status} ${await answer.text()}`),
            () => "refused",
          ),
        );
      const form = document.createElement("form");
      form.method = "post";
      form.action = `${recorder}/service/stages`;
      form.enctype = "text/plain";
      form.target = "into";
      const input = document.createElement("input");
      input.name = '{"name":"from elsewhere","x":"';
      input.value = '"}';
      const frame = document.createElement("iframe");
      frame.name = "into";
      document.body.append(frame, form);
      form.append(input);
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
      form.submit();
      await loaded;
      return out;
    }, shared().url);
    expect(seen, name).toEqual(["refused", "refused", "refused", "refused", expect.stringMatching(/opaque|refused/)]);
  }
  expect(await names()).toEqual(before);
});
