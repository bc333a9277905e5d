import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { shared } from "../../support/shared.ts";
import { Site } from "../../support/network/site.ts";
import { Visibility } from "../../support/browser/visibility.ts";

const hostPage = readFileSync(new URL("../../../docs/samples/embed-host.html", import.meta.url), "utf8");

/**
 * A host page: it frames the requested address, posts the requested messages into its parent's first frame, and reports
 * what it hears.
 */
const hostilePage = `<!doctype html><title>hostile</title><script>
  const query = new URLSearchParams(location.search);
  if (query.has("frame")) {
    const frame = document.createElement("iframe");
    frame.src = query.get("frame");
    frame.onload = () => { document.title = "loaded"; };
    document.documentElement.append(frame);
  }
  if (query.has("post")) {
    const say = () => { parent.frames[0].postMessage(JSON.parse(query.get("post")), "*"); parent.postMessage("posted", "*"); };
    addEventListener("message", say);
  }
</script>`;

let friend: Site;
let stranger: Site;

test.describe.configure({ timeout: 240_000 });
test.beforeAll(async () => {
  const pages = { "/embed-host.html": hostPage, "/hostile.html": hostilePage };
  friend = await Site.open("localhost", pages, Number(new URL(shared().friend).port));
  stranger = await Site.open("localhost", pages);
});
test.afterAll(async () => {
  await friend.close();
  await stranger.close();
});
test.beforeEach(() => {
  friend.tokensGiven = 0;
  stranger.tokensGiven = 0;
});

const address = (origin: string, stream: string, more = "", recorder = shared().url): string =>
  `${origin}/embed-host.html?recorder=${encodeURIComponent(recorder)}&stream=${stream}${more}`;
const playerAddress = (stream: string): string =>
  `${shared().url}/?single-player=${stream}&single-player-orchid=1#!/player`;

const isYard = ({ name }: CameraAnswer): boolean => name === "Yard";

async function setUp(): Promise<{ sid: string; streamId: string; cameraName: string }> {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const session = await api.post<{ id: string }>("/service/sessions/user", {
    username: "admin",
    password: shared().password,
    expiresIn: 600,
    cookie: "none",
  });
  const camera = await eventually(
    "the yard runs",
    async () => (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras.find(isYard),
    (yard) => yard?.primaryStream?.status?.streamState === "running",
    // A new recorder first draws and encodes its demo cameras.
    120_000,
  );
  return { sid: session.id, streamId: camera?.primaryStream?.id ?? "", cameraName: camera?.name ?? "" };
}

/** The bearer tokens with which any request of this page asks for its user. */
function bearersOf(page: Page): string[] {
  const bearers: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/service/sessions/me")) bearers.push(request.headers().authorization ?? "none");
  });
  return bearers;
}

test.describe("a player in another page", () => {
  test("signs in by the host's message, plays, and takes new credentials without starting again", async ({ page }) => {
    const { sid, streamId, cameraName } = await setUp();
    friend.credentials = { sid };
    await page.goto(address(friend.origin, streamId));
    const frame = page.frameLocator("#player");
    const tile = frame.getByRole("button", { name: new RegExp(`^${cameraName}, `) });
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    await expect(page.locator("#state")).toHaveText("playing");
    expect(friend.tokensGiven).toBe(1);
    // nothing of the surrounding application, and no header without show-header
    await expect(frame.getByRole("banner")).toHaveCount(0);
    await tile.hover();
    await expect(frame.getByRole("toolbar", { name: `Player ${cameraName}` })).toHaveCount(0);
    await expect(frame.getByRole("toolbar", { name: "Stage controls" })).toBeVisible();

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

  test("fills its page without being in full screen", async ({ page }) => {
    const { sid, streamId, cameraName } = await setUp();
    friend.credentials = { sid };
    await page.goto(address(friend.origin, streamId));
    const frame = page.frameLocator("#player");
    const tile = frame.getByRole("button", { name: new RegExp(`^${cameraName}, `) });
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    const stage = frame.getByRole("region", { name: "Stage", exact: true });
    expect(await tile.boundingBox()).toEqual(await stage.boundingBox());
    await tile.click({ button: "right" });
    await frame.getByRole("menuitem", { name: "Full screen" }).click();
    await tile.click({ button: "right" });
    await frame.getByRole("menuitem", { name: "Leave full screen" }).click();
    await expect(async () => expect(await tile.boundingBox()).toEqual(await stage.boundingBox())).toPass({
      timeout: 15_000,
    });
  });

  test("a player whose session has ended asks its host again, and plays with the answer", async ({ page }) => {
    const { sid, streamId, cameraName } = await setUp();
    friend.credentials = { sid };
    await page.goto(address(friend.origin, streamId));
    const frame = page.frameLocator("#player");
    const tile = frame.getByRole("button", { name: new RegExp(`^${cameraName}, `) });
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });

    // The host has no credentials to give yet.
    friend.credentials = {};
    const ended = await fetch(`${shared().url}/service/sessions/me`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${sid}` },
    });
    expect(ended.ok).toBe(true);
    await expect(frame.getByText("Waiting for the host page to sign in…")).toBeVisible();
    await expect.poll(() => friend.tokensGiven).toBeGreaterThan(1);
    await expect(page.locator("#state")).toHaveText("awaiting-auth");

    friend.credentials = { sid: (await setUp()).sid };
    await page.evaluate("sendCredentials()");
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    await expect(page.locator("#state")).toHaveText("playing");
  });

  test("a player whose credentials expire in a hidden tab gets new ones from its host, and continues to play", async ({
    page,
  }) => {
    const { streamId, cameraName } = await setUp();
    const tab = await Visibility.of(page);
    const short = await Api.signedIn(shared().url, "admin", shared().password);
    const { id: sid } = await short.post<{ id: string }>("/service/sessions/user", {
      username: "admin",
      password: shared().password,
      expiresIn: 15,
      cookie: "none",
    });
    friend.credentials = { sid };
    await page.goto(address(friend.origin, streamId, "&hide-timeline=true"));
    const frame = page.frameLocator("#player");
    const tile = frame.getByRole("button", { name: new RegExp(`^${cameraName}, `) });
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    expect(friend.tokensGiven).toBe(1);
    await page.evaluate(() => {
      addEventListener("message", ({ data }) => data.event.type === "stop" && (document.title = "stopped"));
    });
    await tab.hide();
    friend.credentials = { sid: (await setUp()).sid };
    await expect.poll(() => friend.tokensGiven, { timeout: 60_000 }).toBe(2);
    await tab.show();
    await expect(tile).toHaveAttribute("data-state", "playing");
    await expect(page).not.toHaveTitle("stopped");
  });

  test("its header shows and its timeline goes when the host says so", async ({ page }) => {
    const { sid, streamId, cameraName } = await setUp();
    friend.credentials = { sid };
    await page.goto(address(friend.origin, streamId, "&show-header=1&hide-timeline=true"));
    const frame = page.frameLocator("#player");
    const tile = frame.getByRole("button", { name: new RegExp(`^${cameraName}, `) });
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    await tile.hover();
    await expect(frame.getByRole("toolbar", { name: `Player ${cameraName}` })).toBeVisible();
    await expect(frame.getByRole("toolbar", { name: "Stage controls" })).toHaveCount(0);
  });

  test("the four errors of the page", async ({ page }) => {
    const { sid, streamId } = await setUp();
    friend.credentials = { sid: "x".repeat(43) };
    const frame = page.frameLocator("#player");
    await page.goto(address(friend.origin, streamId));
    await expect(frame.getByText("Authentication failed")).toBeVisible({ timeout: 30_000 });
    friend.credentials = { sid };
    await page.goto(address(friend.origin, "nosuchstream"));
    await expect(frame.getByText("Cannot open stream nosuchstream")).toBeVisible({ timeout: 30_000 });
    await page.goto(address(friend.origin, streamId, "&server=77"));
    await expect(frame.getByText("No access to Orchid 77")).toBeVisible({ timeout: 30_000 });
    const gateway = await Gateway.to(shared().url);
    try {
      gateway.refused = /^\/service\/cameras/;
      await page.goto(address(friend.origin, streamId, "", gateway.url));
      await expect(frame.getByText("Cannot fetch camera and server information")).toBeVisible({ timeout: 30_000 });
    } finally {
      await gateway.close();
    }
  });
});

test.describe("pages that nobody invited", () => {
  test("cannot frame the player or the application, directly or around an invited page", async ({ page }) => {
    const { sid, streamId } = await setUp();
    stranger.credentials = { sid };
    friend.credentials = { sid };
    const refused: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("frame-ancestors")) refused.push(message.text());
    });
    await page.goto(address(stranger.origin, streamId));
    await expect.poll(() => refused.length).toBe(1);
    await expect(page.locator("#state")).toHaveText("nothing yet");
    expect(stranger.tokensGiven).toBe(0);

    const around = `${stranger.origin}/hostile.html?frame=${encodeURIComponent(address(friend.origin, streamId))}`;
    await page.goto(around);
    await expect.poll(() => refused.length).toBe(2);
    expect(friend.tokensGiven).toBe(0);

    await page.goto(`${stranger.origin}/hostile.html?frame=${encodeURIComponent(`${shared().url}/#/stage`)}`);
    await expect.poll(() => refused.length).toBe(3);
  });

  test("their messages are not heard, nor is rubbish of the invited page", async ({ page }) => {
    const { sid, streamId, cameraName } = await setUp();
    const other = await setUp();
    // The host gives no credential until the end of the test.
    friend.credentials = { sid: 5, jwt: ["a.b.c"] };
    const bearers = bearersOf(page);
    await page.goto(address(friend.origin, streamId));
    const frame = page.frameLocator("#player");
    const waiting = frame.getByText("Waiting for the host page to sign in…");
    await expect(waiting).toBeVisible({ timeout: 30_000 });
    await expect(page.locator("#state")).toHaveText("awaiting-auth");

    const post = encodeURIComponent(JSON.stringify({ sid: other.sid }));
    await page.evaluate(async (source) => {
      const sibling = document.createElement("iframe");
      sibling.src = source;
      document.body.append(sibling);
      await new Promise((resolve) => sibling.addEventListener("load", resolve));
      const posted = new Promise<void>((resolve) =>
        addEventListener("message", (event) => event.data === "posted" && resolve()),
      );
      sibling.contentWindow?.postMessage("now", "*");
      await posted;
    }, `${stranger.origin}/hostile.html?post=${post}`);
    await page.evaluate((recorder) => {
      const target = document.querySelector<HTMLIFrameElement>("#player")?.contentWindow;
      for (const rubbish of [null, "sid", 7, [], { sid: "" }, { jwt: {} }, { sid: { toString: 1 } }, { token: "x" }])
        target?.postMessage(rubbish, recorder);
    }, shared().url);
    expect(bearers).toEqual([]);
    await expect(waiting).toBeVisible();

    // Messages arrive in order: a message of the others would have arrived by now.
    friend.credentials = { sid };
    await page.evaluate("sendCredentials()");
    await expect(frame.getByRole("button", { name: new RegExp(`^${cameraName}, `) })).toBeVisible({ timeout: 60_000 });
    expect(new Set(bearers)).toEqual(new Set([`Bearer ${sid}`]));
  });

  test("a window that a page opens takes no credentials from it", async ({ page, context }) => {
    const { sid, streamId } = await setUp();
    await page.goto(`${stranger.origin}/hostile.html`);
    const opening = context.waitForEvent("page");
    await page.evaluate(
      ([target, credential]) => {
        const opened = window.open(target);
        setInterval(() => opened?.postMessage({ sid: credential }, "*"), 20);
      },
      [playerAddress(streamId), sid],
    );
    const opened = await opening;
    const bearers = bearersOf(opened);
    await expect(opened.getByText("Waiting for the host page to sign in…")).toBeVisible({ timeout: 30_000 });
    // It is cut off from its opener, and ignores its messages in any case.
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    expect(bearers).not.toContain(`Bearer ${sid}`);
  });
});
