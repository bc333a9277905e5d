import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());

/** A refused caller reads what the route expects, and never the values that they have sent. */
it.each([
  ["POST /service/users", { username: "zoe", password: "s3cret-of-zoe", role: "God" }, /^role: .*"Viewer"/],
  ["POST /service/users", { username: "zoe", password: 7, role: "Viewer" }, /^password: .*expected string/],
  ["PATCH /service/settings", { passwordMinLength: 3 }, /^passwordMinLength: .*>=4/],
  ["POST /service/stages", { name: "x".repeat(5000) }, /^name: at most 200 characters$/],
  ["POST /service/stages", { name: "Gate\nand yard" }, /^name: no control characters or line breaks$/],
  [
    "POST /service/license-session/activation",
    { code: "x", location: " \t" },
    /^location: a location is more than blanks/,
  ],
  ["POST /service/tickets", { path: "/service/ping", secret: "s3cret" }, /"secret"/],
] as const)("%s %j", async (route, body, reason) => {
  const [method = "", url = ""] = route.split(" ");
  const answer = await house.ask(method, url, { as: "admin", body });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "request/invalid", reason: expect.stringMatching(reason) as string });
  expect(answer.body).not.toMatch(/s3cret-of|s3cret"\s*[,}]|God/);
});

it("whoever is refused for now is told when to come back, and nobody else is", async () => {
  const { stream } = await house.addCamera("Gate");
  // There is no media process in this house.
  const later = await house.ask("GET", `/service/streams/${stream.id}/frame`, { as: "admin" });
  expect([later.statusCode, later.headers["retry-after"]]).toEqual([503, "5"]);
  const never = await house.ask("GET", "/service/streams/none/frame", { as: "admin" });
  expect([never.statusCode, never.headers["retry-after"]]).toEqual([404, undefined]);
});

it("what a hand can paste wrong is said by codes that screens have words for in every language", async () => {
  const refusalOf = async (name: string) =>
    (await house.ask("POST", "/service/stages", { as: "admin", body: { name } })).json<{ cause: unknown }>().cause;
  expect(await refusalOf("x".repeat(201))).toMatchObject({
    code: "field/too-long",
    params: { field: "name", most: 200 },
  });
  expect(await refusalOf("Gate\nand yard")).toMatchObject({ code: "field/one-line", params: { field: "name" } });
});
