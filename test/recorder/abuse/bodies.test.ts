/** Abuse case A22: body members that no route offers, prototypes, and values of wrong types. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorBody } from "#protocol/rest/error.ts";
import { TestHouse } from "../support/test-house.ts";

let house: TestHouse;
const ids: Record<string, string> = {};
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Gate");
  Object.assign(ids, { camera: camera.id, stream: stream.id, user: await house.addUser("hugo", "Viewer") });
  await house.addUser("eve", "Administrator");
});
afterAll(() => house.close());

const pathOf = (url: string): string =>
  url
    .replace("/cameras/:id", `/cameras/${ids.camera}`)
    .replace("/streams/:id", `/streams/${ids.stream}`)
    .replace("/users/:id", `/users/${ids.user}`)
    .replace(":streamId", ids.stream ?? "")
    .replaceAll(/:\w+/g, "unknown");

/** Everything that a body could have changed, as the administrator sees it. */
async function state(): Promise<string> {
  const paths = ["cameras", "users", "stages", "settings"];
  const answers = await Promise.all(paths.map((path) => house.ask("GET", `/service/${path}`, { as: "admin" })));
  return answers.map(({ body }) => body.replaceAll(/"timestamp":\d+/g, "")).join("\n");
}

const raw: readonly string[] = [
  "null",
  "[]",
  "0",
  '"text"',
  "[[]]",
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"name":{"toString":"x"}}',
  '{"name":["a","b"],"username":["a"],"password":{"$ne":""},"role":["Administrator"]}',
  '{"username":{"$gt":""},"password":{"$gt":""}}',
  '{"name":"x","name":1,"admin":true}',
  '{"id":1e400}',
  `{"name":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
];

it("on every route that takes JSON are refused, and change nothing", { timeout: 60_000 }, async () => {
  const before = await state();
  // Routes without `consumes` take JSON; moving a camera or ending a session takes no body at all.
  const routes = house.recorder.routes.filter(
    ({ method, url, consumes }) =>
      url.startsWith("/service/") && /^(POST|PUT|PATCH)$/.test(method) && consumes.includes("application/json"),
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, url } of routes)
    for (const body of raw) {
      const answer = await house.ask(method, pathOf(url), { as: "admin", raw: body });
      const what = `${method} ${url} ${body.slice(0, 60)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      expect(answer.statusCode, what).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, what).toBeLessThan(500);
      expect(errorBody.safeParse(answer.json()).success, what).toBe(true);
    }
  expect(await state()).toBe(before);
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

describe("what nobody may assign", () => {
  it.each([
    ["PATCH", "/service/users/USER", { superUser: true }],
    ["PATCH", "/service/users/USER", { admin: true }],
    ["PATCH", "/service/users/USER", { id: "x" }],
    ["PATCH", "/service/users/USER", { passwordHash: "x" }],
    ["POST", "/service/users", { username: "new1", password: "long enough words", role: "Viewer", superUser: true }],
    ["PATCH", "/service/cameras/CAMERA", { permissions: { actions: { ptz: true } } }],
    ["PATCH", "/service/cameras/CAMERA", { demoKey: "yard" }],
    ["POST", "/service/stages", { name: "x", ownerId: "admin" }],
    ["POST", "/service/sessions/user", { username: "hugo", password: "correct horse battery", role: "Administrator" }],
  ])("%s %s %j", async (method, path, body) => {
    const url = path.replace("USER", ids.user ?? "").replace("CAMERA", ids.camera ?? "");
    const answer = await house.ask(method, url, { as: "eve", body });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({ code: "request/invalid" });
  });
});
