/** Cross-site attacks on every route that changes state: the victim's cookie with a foreign page (abuse case A7). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedAccess } from "#test/recorder/http/access-table.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let cookie = "";
let ids: { camera: string; stream: string; user: string } = { camera: "", stream: "", user: "" };
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Gate");
  ids = { camera: camera.id, stream: stream.id, user: await house.addUser("hugo", "Manager") };
  const session = await house.signIn("admin", house.adminPassword);
  cookie = `proscenium_sid=${session.json<{ id: string }>().id}`;
});
afterAll(() => house.close());

/** Everything that an attack could have changed, as the administrator sees it. */
async function state(): Promise<string> {
  const paths = ["cameras", "users", "stages", "settings", "sessions", "exports", "low-bandwidth/streams"];
  const answers = await Promise.all(
    paths.map((path) => house.ask("GET", `/service/${path}`, { headers: { host: "rec", cookie } })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 200));
  return answers.map(({ body }) => body.replaceAll(/"(expiresIn|timestamp)":\d+/g, "")).join("\n");
}

const pathOf = (url: string): string =>
  url
    .replace("/cameras/:id", `/cameras/${ids.camera}`)
    .replace("/streams/:id", `/streams/${ids.stream}`)
    .replace("/users/:id", `/users/${ids.user}`)
    .replace(":streamId", ids.stream)
    .replaceAll(/:\w+/g, "unknown");

/**
 * The requests that a foreign page can cause a browser to send; all with the victim's cookie, as if SameSite did not
 * exist.
 */
const attacks: readonly [string, Record<string, string>, string][] = [
  ["a form", { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" }, "name=x"],
  ["a text/plain form", { origin: "https://evil.example", "content-type": "text/plain" }, '{"name":"x"}'],
  ["a sandboxed frame", { origin: "null", "content-type": "application/json" }, '{"name":"x"}'],
  ["no Origin, cross-site", { "sec-fetch-site": "cross-site", "content-type": "application/json" }, '{"name":"x"}'],
  ["no Origin, same-site", { "sec-fetch-site": "same-site", "content-type": "application/json" }, '{"name":"x"}'],
  ["neither", { "content-type": "application/json" }, '{"name":"x"}'],
];

const changing = Object.entries(expectedAccess).filter(([route]) => !/^(GET|HEAD) /.test(route));

describe.each(attacks)("%s", (_name, headers, raw) => {
  it("changes nothing on any route", async () => {
    const before = await state();
    for (const [route] of changing) {
      const [method = "", url = ""] = route.split(" ");
      const answer = await house.ask(method, pathOf(url), { raw, headers: { host: "rec", cookie, ...headers } });
      expect([403, 415], `${route}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode);
    }
    expect(await state()).toBe(before);
  });
});

it("a GET, whoever asks for it, changes nothing", async () => {
  const before = await state();
  const reading = Object.keys(expectedAccess).filter((route) => route.startsWith("GET "));
  for (const route of reading)
    await house.ask("GET", pathOf(route.slice(4)), {
      headers: { host: "rec", cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    });
  expect(await state()).toBe(before);
});

it("answers tell browsers that no other site may read, frame or sniff them", async () => {
  for (const route of Object.keys(expectedAccess).filter((one) => one.startsWith("GET "))) {
    const { headers } = await house.ask("GET", pathOf(route.slice(4)), { headers: { host: "rec", cookie } });
    expect(headers["cross-origin-resource-policy"], route).toBe("same-origin");
    expect(headers["x-content-type-options"], route).toBe("nosniff");
    expect(headers["content-security-policy"], route).toContain("frame-ancestors 'none'");
    expect(headers["access-control-allow-origin"], route).toBeUndefined();
  }
});
