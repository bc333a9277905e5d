import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let cameraId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  cameraId = (await house.addCamera("Hall")).camera.id;
});
afterAll(() => house.close());

interface Noun {
  readonly url: string;
  readonly added: () => Record<string, unknown>;
  readonly changed: Record<string, unknown>;
  /** when it is removed */
  readonly name: string;
}
const nouns: Readonly<Record<string, Noun>> = {
  user: {
    url: "/service/users",
    added: () => ({ username: "uma", password: PASSWORD, role: "Viewer" }),
    changed: { role: "Manager" },
    name: "uma",
  },
  "camera-group": {
    url: "/service/groups",
    added: () => ({ name: "Yard" }),
    changed: { name: "Yards" },
    name: "Yards",
  },
  view: {
    url: "/service/views",
    added: () => ({
      name: "Door",
      camera: { id: cameraId },
      look: { mode: 1, view: { pan: 0, tilt: 45, zoom: 1 }, shift: 0 },
    }),
    changed: { name: "Doors" },
    name: "Doors",
  },
  stage: {
    url: "/service/stages",
    added: () => ({ name: "Gate", stageMatrix: [] }),
    changed: { name: "Gates" },
    name: "Gates",
  },
};

const journal = async (target: string) =>
  (await house.services.store.selectFrom("audit").selectAll().where("target", "=", target).execute()).map(
    ({ action, username, detail }) => ({ action, username, detail: JSON.parse(detail) as unknown }),
  );

test.each(Object.entries(nouns))("the journal has who added, changed and removed a %s", async (noun, given) => {
  const made = await house.ask("POST", given.url, { as: "admin", body: given.added() });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ id: string }>();
  const path = `${given.url}/${id}`;
  expect((await house.ask("PATCH", path, { as: "admin", body: given.changed })).statusCode).toBe(200);
  expect((await house.ask("DELETE", path, { as: "admin" })).statusCode).toBe(204);
  expect(await journal(id)).toEqual([
    { action: `${noun}-added`, username: "admin", detail: noun === "user" ? { role: "Viewer" } : {} },
    { action: `${noun}-modified`, username: "admin", detail: { changed: Object.keys(given.changed) } },
    { action: `${noun}-removed`, username: "admin", detail: { name: given.name } },
  ]);
  const { entries } = (await house.ask("GET", `/service/audit?action=${noun}-removed`, { as: "admin" })).json<{
    entries: { targetName: string }[];
  }>();
  expect(entries[0]?.targetName).toBe(given.name);
});

test.each(Object.entries(nouns))("what is refused of a %s is not in the journal", async (_noun, { url, changed }) => {
  expect((await house.ask("PATCH", `${url}/nobody`, { as: "admin", body: changed })).statusCode).toBe(404);
  expect((await house.ask("DELETE", `${url}/nobody`, { as: "admin" })).statusCode).toBe(404);
  expect(await journal("nobody")).toEqual([]);
});
