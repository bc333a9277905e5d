import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { Api, type CameraAnswer } from "../support/api.ts";
import { shared } from "../support/shared.ts";

const hostPage = readFileSync(new URL("../../docs/samples/embed-host.html", import.meta.url), "utf8");
/** Two other sites that show the sample host page; the recorder's list of hosts has the first. */
const sites: Server[] = [];
let friend = "";
let stranger = "";
let credentials: () => Record<string, string> = () => ({});
let tokens = 0;

test.describe.configure({ timeout: 240_000 });
test.beforeAll(async () => {
  for (let index = 0; index < 2; index += 1) {
    const site = createServer((request, response) => {
      if (request.url?.startsWith("/player-token")) {
        tokens += 1;
        response.setHeader("content-type", "application/json");
        return response.end(JSON.stringify(credentials()));
      }
      response.setHeader("content-type", "text/html");
      return response.end(hostPage);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    sites.push(site);
  }
  const [first, second] = sites.map((site) => `http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  friend = first ?? "";
  stranger = second ?? "";
});
test.afterAll(() => {
  for (const site of sites) {
    site.closeAllConnections();
    site.close();
  }
});
test.beforeEach(async ({ page }) => {
  tokens = 0;
  await page.route("**/service/about*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), embedOrigins: [friend] } });
  });
});

const address = (origin: string, stream: string, more = ""): string =>
  `${origin}/embed-host.html?recorder=${encodeURIComponent(shared().url)}&stream=${stream}${more}`;

async function setUp(): Promise<{ api: Api; sid: string; streamId: string; cameraName: string }> {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const session = await api.post<{ id: string }>("/service/sessions/user", {
    username: "admin",
    password: shared().password,
    expiresIn: 600,
    cookie: "none",
  });
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const camera = cameras.find((each) => each.primaryStream?.status?.streamState === "running");
  if (!camera?.primaryStream) throw new Error("no camera runs");
  return { api, sid: session.id, streamId: camera.primaryStream.id, cameraName: camera.name };
}

test.describe("a player in another page", () => {
  test("signs in by the host's message, plays, and takes new credentials without starting again", async ({ page }) => {
    const { sid, streamId, cameraName } = await setUp();
    credentials = () => ({ sid });
    await page.goto(address(friend, streamId));
    const frame = page.frameLocator("#player");
    const tile = frame.getByRole("button", { name: new RegExp(`^${cameraName}, `) });
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    await expect(page.locator("#state")).toHaveText("playing");
    expect(tokens).toBe(1);
    // nothing of the application around it, and no header without show-header
    await expect(frame.getByRole("banner")).toHaveCount(0);
    await expect(frame.getByRole("toolbar")).toHaveCount(0);

    const opened: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && /whep|low-bandwidth/.test(request.url())) opened.push(request.url());
    });
    const renewed = page.waitForResponse((answer) => answer.url().includes("/service/sessions/me") && answer.ok());
    await page.evaluate("sendCredentials()");
    await renewed;
    await expect(tile).toHaveAttribute("data-state", "playing");
    expect(opened).toEqual([]);
  });

  test("a page that is not on the list gets no message and its credentials are not heard", async ({ page }) => {
    const { sid, streamId } = await setUp();
    credentials = () => ({ sid });
    await page.goto(address(stranger, streamId));
    const frame = page.frameLocator("#player");
    await expect(frame.getByText("Waiting for the host page to sign in…")).toBeVisible({ timeout: 30_000 });
    await page.evaluate("sendCredentials()");
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    await expect(frame.getByText("Waiting for the host page to sign in…")).toBeVisible();
    await expect(page.locator("#state")).toHaveText("nothing yet");
    expect(tokens).toBe(1);
  });

  test("the four errors of the page", async ({ page }) => {
    const { sid, streamId } = await setUp();
    credentials = () => ({ sid: "x".repeat(43) });
    const frame = page.frameLocator("#player");
    await page.goto(address(friend, streamId));
    await expect(frame.getByText("Authentication failed")).toBeVisible({ timeout: 30_000 });
    credentials = () => ({ sid });
    await page.goto(address(friend, "nosuchstream"));
    await expect(frame.getByText("Cannot open stream nosuchstream")).toBeVisible({ timeout: 30_000 });
    await page.goto(address(friend, streamId, "&server=77"));
    await expect(frame.getByText("No access to Orchid 77")).toBeVisible({ timeout: 30_000 });
    await page.route("**/service/cameras?*", (route) => route.abort());
    await page.goto(address(friend, streamId));
    await expect(frame.getByText("Cannot fetch camera and server information")).toBeVisible({ timeout: 30_000 });
  });
});
