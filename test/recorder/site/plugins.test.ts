import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appList } from "#protocol/rest/server/app.ts";
import { PluginKeys } from "#recorder/site/plugins.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
const apps = mkdtempSync(join(tmpdir(), "proscenium-apps-"));
const page = { name: "Page", route: "main", source: "index.html" };
const manifest = (rootpath: string, extension: object = page) =>
  JSON.stringify({ id: rootpath, rootpath, name: rootpath, extensions: [{ point: "nav-menu", extension }] });

/** A picture that would act as a page of its own if it were opened as one. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>parent.document.cookie</script></svg>`;

function put(folder: string, files: Record<string, string>): void {
  mkdirSync(join(apps, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(apps, folder, name), text);
}

beforeAll(async () => {
  cpSync(new URL("../../../docs/samples/apps", import.meta.url), apps, { recursive: true });
  put("zz-twin", { "manifest.json": manifest("wall-clock") });
  put("climber", { "manifest.json": manifest("climber", { ...page, source: "../secret.html" }) });
  put("stranger", { "manifest.json": manifest("stranger", { ...page, source: "https://evil.example/" }) });
  put("broken", { "manifest.json": "{" });
  put("linked", { "manifest.json": manifest("linked"), "index.html": "<p>", ".hidden": "x", "icon.svg": SVG });
  writeFileSync(join(apps, "secret.txt"), "secret");
  symlinkSync(join(apps, "secret.txt"), join(apps, "linked", "link.txt"));
  house = await TestHouse.open({ apps });
  await house.addUser("wanda", "Live Viewer");
});
afterAll(async () => {
  await house.close();
  rmSync(apps, { recursive: true, force: true });
});

/** The address to which a plugin's page is redirected. */
async function placeOf(path: string): Promise<string> {
  const led = await house.ask("GET", `/service/app-proxy/${path}`, { as: "wanda" });
  expect(led.statusCode, led.body).toBe(302);
  return String(led.headers.location);
}

describe("plugins", () => {
  it("lists the sample; wrong manifests and second ones of the same root are left out", async () => {
    const answer = await house.ask("GET", "/service/apps", { as: "wanda" });
    const list = appList.parse(answer.json());
    expect(list.apps.map(({ rootpath }) => rootpath).sort()).toEqual(["linked", "wall-clock"].sort());
  });

  it("leads to the page's files, which open without a cookie and run in a sandbox", async () => {
    const place = await placeOf("wall-clock/clock.html");
    const html = await house.ask("GET", place);
    expect([html.statusCode, html.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = String(html.headers["content-security-policy"]);
    expect(policy).toContain("sandbox allow-scripts");
    expect(policy).not.toContain("allow-same-origin");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain("unsafe-eval");
    const script = await house.ask("GET", place.replace("clock.html", "clock.js"), { headers: { origin: "null" } });
    expect([script.statusCode, script.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(script.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(script.headers["access-control-allow-origin"]).toBe("*");
    expect(script.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it("an icon that is an SVG is a picture, or a page without an origin: never one of ours", async () => {
    const svg = await house.ask("GET", await placeOf("linked/icon.svg"));
    expect([svg.statusCode, svg.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    const policy = String(svg.headers["content-security-policy"]);
    expect(policy).toMatch(/(^|; )sandbox( |;|$)/);
    expect(policy).not.toContain("allow-same-origin");
    // Its scripts are inline scripts, which never run.
    expect(policy).toContain("script-src 'self';");
    expect(svg.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("needs a session to be led, and a key of the plugin to read", async () => {
    expect((await house.ask("GET", "/service/app-proxy/wall-clock/clock.html")).statusCode).toBe(401);
    expect((await house.ask("GET", "/service/app-files/nonsense/wall-clock/clock.html")).statusCode).toBe(404);
    const place = await placeOf("wall-clock/clock.html");
    expect((await house.ask("GET", place.replace("/wall-clock/clock.html", "/linked/index.html"))).statusCode).toBe(
      404,
    );
  });

  it.each([
    "../secret.txt",
    "..%2Fsecret.txt",
    "%2e%2e/secret.txt",
    "link.txt",
    ".hidden",
    "a//b",
    "..%5Csecret.txt",
    "index.html%00.txt",
    "none.html",
    "",
  ])("nothing outside the plugin's folder: %s", async (path) => {
    const place = (await placeOf("linked/index.html")).replace("index.html", path);
    const answer = await house.ask("GET", place);
    expect([400, 404], answer.body).toContain(answer.statusCode);
    expect(answer.body).not.toContain("secret\n");
  });

  it("a key lasts until the day after", () => {
    let now = Date.UTC(2026, 0, 1, 23, 59);
    const keys = new PluginKeys(() => now);
    const key = keys.issue("maps");
    now += 24 * 3_600_000;
    expect(keys.accepts(key, "maps")).toBe(true);
    now += 24 * 3_600_000;
    expect(keys.accepts(key, "maps")).toBe(false);
  });
});
