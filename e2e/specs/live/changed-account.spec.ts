/** An administrator changes the account of somebody who is at work (issue 25): what they may do is new, or they read why they are out. */
import { expect, type Page, test } from "@playwright/test";
import { enterStage, SignInPage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { EVENT_SOCKET_PATH } from "#transport/event-socket.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(120_000);

const PASSWORD = "correct horse battery";
const made: string[] = [];
let admin: Api;
test.beforeAll(async () => {
  admin = await Api.signedIn(shared().url, "admin", shared().password);
});
test.afterAll(async () => {
  for (const id of made) await admin.request("DELETE", `/service/users/${id}`);
});

const nameOf = (role: string): string => `${role}${Date.now()}`;
async function addViewer(username: string): Promise<string> {
  const { id } = await admin.post<{ id: string }>("/service/users", { username, password: PASSWORD, role: "Viewer" });
  made.push(id);
  return id;
}

/** At the stage, and told of events: what happens before that is loaded, not told. */
async function atWork(page: Page, username: string): Promise<StagePage> {
  const opened = page.waitForEvent("websocket", { predicate: (socket) => socket.url().includes(EVENT_SOCKET_PATH) });
  const greeted = opened.then((socket) => socket.waitForEvent("framereceived"));
  const stage = await enterStage(page, { url: shared().url, password: PASSWORD }, { username });
  await greeted;
  return stage;
}

test("a camera is taken from somebody at work: the page loads anew without it, and they stay signed in", async ({
  page,
}) => {
  const username = nameOf("narrowed");
  const id = await addViewer(username);
  const stage = await atWork(page, username);
  await expect(stage.camera("Corridor")).toBeVisible();
  const { cameras } = await admin.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const corridor = cameras.find(({ name }) => name === "Corridor")?.id;
  const loaded = page.waitForEvent("load");
  await admin.patch(`/service/users/${id}`, { cameraScopes: [{ id: corridor, scope: [] }] });
  await loaded;
  await expect(stage.camera("Yard")).toBeVisible();
  await expect(stage.camera("Corridor")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Signed in as ${username}` })).toBeVisible();
});

test("somebody at work is given another name: they are signed out, read why, and sign in by the new one", async ({
  page,
}) => {
  const username = nameOf("maiden");
  const id = await addViewer(username);
  await atWork(page, username);
  await admin.patch(`/service/users/${id}`, { username: `${username}x` });
  await expect(page.getByText("You were signed out because your account was changed.")).toBeVisible();
  await new SignInPage(page).signIn(`${username}x`, PASSWORD);
  await expect(page.getByRole("button", { name: `Signed in as ${username}x` })).toBeVisible();
});
