import { type Browser, expect, type Page, test } from "@playwright/test";
import { openPanel } from "../../pages/admin-pages.ts";
import { enterStage, SignInPage } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { keepCameras } from "../../support/kept-cameras.ts";
import { EVENT_SOCKET_PATH } from "#transport/event-socket.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

/** A recorder of its own: the test renames and removes cameras, signs users out, and stops the recorder itself. */
let recorder: TestRecorder;
let admin: Api;
const PASSWORD = "correct horse battery";

test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  recorder = await TestRecorder.fresh();
  await keepCameras(recorder, ["Yard", "Corridor", "Lobby"]);
  admin = await Api.signedIn(recorder.url, "admin", recorder.password);
  await addUser("watcher", "Viewer");
});
test.afterAll(async () => {
  await recorder.stop();
  recorder.remove();
});

const cameras = async (): Promise<readonly CameraAnswer[]> =>
  (await admin.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras;
async function idOf(name: string): Promise<string> {
  const found = (await cameras()).find((camera) => camera.name === name);
  if (!found) throw new Error(`no camera ${name}`);
  return found.id;
}

const enter = (page: Page, username: string, password: string, url = recorder.url): Promise<StagePage> =>
  enterStage(page, { url, password }, { username });

/** Enters, and waits until the page hears the server's events: what happens before that is loaded, not told. */
async function listening(page: Page, entering: () => Promise<unknown>): Promise<void> {
  const opened = page.waitForEvent("websocket", { predicate: (socket) => socket.url().includes(EVENT_SOCKET_PATH) });
  const greeted = opened.then((socket) => socket.waitForEvent("framereceived"));
  await entering();
  await greeted;
}

/** Another browser, with its own cookies and storage. */
async function another(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
}

async function addUser(username: string, role: string): Promise<string> {
  const { id } = await admin.post<{ id: string }>("/service/users", { username, password: PASSWORD, role });
  return id;
}

const reloadButton = (page: Page) => page.getByRole("button", { name: "Reload", exact: true });

test("a camera that one browser renames has the new name on the other's panel and stage", async ({ page, browser }) => {
  const watching = await another(browser);
  const seen = await enter(watching, "watcher", PASSWORD);
  await seen.add("Yard");

  await enter(page, "admin", recorder.password);
  await page.goto(`${recorder.url}/#/cameras`);
  await openPanel(page, "Yard");
  await page.getByRole("button", { name: "Edit camera name" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Yard behind");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();

  await expect(seen.tile("Yard behind")).toBeVisible();
  await expect(seen.camera("Yard behind")).toBeVisible();
  await expect(seen.tile("Yard")).toBeHidden();
  await admin.patch(`/service/cameras/${await idOf("Yard behind")}`, { name: "Yard" });
  await expect(seen.tile("Yard")).toBeVisible();
  await watching.context().close();
});

test("a camera that is removed leaves the other's panel", async ({ page }) => {
  const stage = await enter(page, "watcher", PASSWORD);
  await expect(stage.camera("Lobby")).toBeVisible();
  await admin.delete(`/service/cameras/${await idOf("Lobby")}`);
  await expect(stage.camera("Lobby")).toBeHidden();
});

test("changed permissions load the other's page anew: their session goes on with the new rights", async ({ page }) => {
  const id = await addUser("rising", "Viewer");
  await listening(page, () => enter(page, "rising", PASSWORD));
  const loaded = page.waitForEvent("load");
  await admin.patch(`/service/users/${id}`, { role: "Manager" });
  await loaded;
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "System Report" })).toBeVisible();
});

// The page gives up after some seconds without its socket: on an overloaded machine it has no list by then.
test("what happens between loading and the first opening of the socket is caught up with: a camera, then a role", {
  tag: "@alone",
}, async ({ page }) => {
  const gateway = await Gateway.to(recorder.url);
  const user = await addUser("early", "Viewer");
  const id = await idOf("Corridor");
  try {
    gateway.socketsDown = true;
    const stage = await enter(page, "early", PASSWORD, gateway.url);
    await expect(stage.camera("Corridor")).toBeVisible();
    let loads = 0;
    page.on("load", () => (loads += 1));
    await admin.patch(`/service/cameras/${id}`, { name: "Corridor early" });
    await expect(stage.camera("Corridor")).toBeVisible();
    gateway.restore();
    await expect(stage.camera("Corridor early")).toBeVisible({ timeout: 3_000 });
    // The same rights are no reason to begin anew.
    expect(loads).toBe(0);

    gateway.socketsDown = true;
    await page.reload();
    await expect(stage.camera("Corridor early")).toBeVisible();
    const loaded = page.waitForEvent("load");
    await admin.patch(`/service/users/${user}`, { role: "Manager" });
    gateway.restore();
    await loaded;
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: "System Report" })).toBeVisible();
  } finally {
    await gateway.close();
    await admin.patch(`/service/cameras/${id}`, { name: "Corridor" });
  }
});

test("a user who is deleted is signed out at once", async ({ page }) => {
  const id = await addUser("leaving", "Viewer");
  await listening(page, () => enter(page, "leaving", PASSWORD));
  await admin.delete(`/service/users/${id}`);
  await expect(new SignInPage(page).username).toBeVisible();
  await expect(page.getByText("You were signed out because your account was deleted.")).toBeVisible();
});

test("whose session an administrator ends is told so", async ({ page }) => {
  const id = await addUser("ended", "Viewer");
  await listening(page, () => enter(page, "ended", PASSWORD));
  const { sessions } = await admin.get<{ sessions: { id: string; userId: string }[] }>("/service/sessions");
  await admin.delete(`/service/sessions/${sessions.find(({ userId }) => userId === id)?.id}`);
  await expect(page.getByText("An administrator has signed you out.")).toBeVisible();
});

test("who is signed out by a new password is told so, and no longer once signed in again", async ({ page }) => {
  const id = await addUser("reset", "Viewer");
  await listening(page, () => enter(page, "reset", PASSWORD));
  await admin.patch(`/service/users/${id}`, { password: `${PASSWORD} 2` });
  const why = page.getByText("You were signed out because the password of your account was changed.");
  await expect(why).toBeVisible();
  await new SignInPage(page).signIn("reset", `${PASSWORD} 2`);
  await expect(page.getByRole("button", { name: "Signed in as reset" })).toBeVisible();
  await expect(why).toBeHidden();
});

test("flaps of the network: what happened meanwhile shows right after each, and nobody dies", {
  tag: "@alone",
}, async ({ page }) => {
  const gateway = await Gateway.to(recorder.url);
  const id = await idOf("Corridor");
  try {
    const stage = await enter(page, "watcher", PASSWORD, gateway.url);
    await expect(stage.camera("Corridor")).toBeVisible();
    for (const [flap, fault] of (["sockets", "everything", "sockets", "everything", "everything"] as const).entries()) {
      const before = gateway.upgrades;
      if (fault === "sockets") {
        gateway.socketsDown = true;
        gateway.cutSockets();
      } else gateway.cut();
      await admin.patch(`/service/cameras/${id}`, { name: `Corridor ${flap}` });
      gateway.restore();
      // The test with a simulated clock shows the limit of one second (test/app/bindings/flaps.test.ts); here the
      // recorder runs beside the test on two cores.
      await expect(stage.camera(`Corridor ${flap}`)).toBeVisible({ timeout: 3_000 });
      // A page that loads its lists anew may show the name before its socket is back.
      await expect.poll(() => gateway.upgrades).toBeGreaterThan(before);
    }
    gateway.delayMs = 400;
    gateway.cutSockets();
    await admin.patch(`/service/cameras/${id}`, { name: "Corridor" });
    await expect(stage.camera("Corridor")).toBeVisible();
    await expect(reloadButton(page)).toBeHidden();
  } finally {
    await gateway.close();
    await admin.patch(`/service/cameras/${id}`, { name: "Corridor" });
  }
});

test("the socket stays away while the server answers: dialogs and navigation go, Reload is left and works", async ({
  page,
}) => {
  const gateway = await Gateway.to(recorder.url);
  try {
    const stage = await enter(page, "watcher", PASSWORD, gateway.url);
    await expect(stage.camera("Corridor")).toBeVisible();
    // In a text field a question mark is typed as text.
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    gateway.socketsDown = true;
    gateway.cutSockets();
    const cutAtMs = Date.now();
    await expect(reloadButton(page)).toBeVisible({ timeout: 30_000 });
    expect(Date.now() - cutAtMs).toBeGreaterThan(10_000 + 3_000);
    await expect(page.getByText("The server answers, but its live events do not.")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("banner")).toBeHidden();
    gateway.restore();
    await reloadButton(page).click();
    await expect(stage.camera("Corridor")).toBeVisible();
  } finally {
    await gateway.close();
  }
});

test("a clock that is a minute off is warned of, with the difference", async ({ page }) => {
  await page.clock.setSystemTime(Date.now() - 60_000);
  await enter(page, "watcher", PASSWORD);
  await page.getByRole("button", { name: "Clock warning" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(/(59|60|61) seconds/);
});

test("the greeting is dismissed once; an agreement locks signing in until it is accepted", async ({
  page,
  browser,
}) => {
  await admin.patch("/service/settings", { greeting: "Mind the step.", agreement: "Only on duty." });
  const signIn = new SignInPage(page);
  await signIn.open(recorder.url);
  await signIn.username.fill("watcher");
  await signIn.password.fill(PASSWORD);
  await expect(signIn.submit).toBeDisabled();
  await page.getByText("I accept the access agreement").click();
  await signIn.submit.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Mind the step.");
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  await expect(dialog).toBeHidden();

  // The sign-in page of another user is told of the change without reloading anything.
  await admin.patch("/service/settings", { greeting: "", agreement: "" });
  const fresh = await another(browser);
  await fresh.goto(recorder.url);
  await expect(fresh.getByText("I accept the access agreement")).toBeHidden();
  await fresh.context().close();
});

test("the recorder stops: Reload after its death, and the wall comes back by itself with it", async ({ page }) => {
  const stage = await enter(page, "watcher", PASSWORD);
  await expect(stage.camera("Corridor")).toBeVisible();
  await recorder.stop();
  await expect(reloadButton(page)).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText("The server has not answered for a while.")).toBeVisible();
  await recorder.start();
  await expect(stage.camera("Corridor")).toBeVisible({ timeout: 60_000 });
});
