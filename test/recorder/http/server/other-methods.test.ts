/** Known paths requested with a method that they do not have, and OPTIONS. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
let house: TestHouse;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-methods-"));
  mkdirSync(join(folder, "client"));
  writeFileSync(join(folder, "client", "own.js"), "own");
  house = await TestHouse.open({}, folder);
  await house.addUser("viola", "Viewer");
});
afterAll(() => house.close());

const allowed = ({ headers }: { headers: Record<string, number | string | string[] | undefined> }): string[] =>
  [headers.allow ?? ""].flat().join(", ").split(", ");
/** The declared routes by path, in the form of requests; without wildcards and the client. */
const paths = () => {
  const found = new Map<string, { methods: string[]; isOpen: boolean }>();
  for (const { method, url, access } of house.recorder.routes) {
    if (url.includes("*")) continue;
    const path = url.replaceAll(/:\w+/g, "unknown");
    const known = found.get(path) ?? { methods: [], isOpen: false };
    known.methods.push(method);
    known.isOpen ||= access === "public";
    found.set(path, known);
  }
  return [...found];
};

describe("a known path", () => {
  it("answers the methods that it does not have with 405 and those that it has", async () => {
    expect(paths().length).toBeGreaterThan(50);
    for (const [path, { methods }] of paths())
      for (const method of METHODS.filter((each) => each !== "HEAD" && !methods.includes(each))) {
        const answer = await house.ask(method, path, { as: "viola" });
        expect([answer.statusCode, answer.json()], `${method} ${path}`).toMatchObject([
          405,
          { code: "request/method", reason: `Expected ${allowed(answer).join(" or ")}.` },
        ]);
        expect(
          allowed(answer)
            .filter((each) => each !== "HEAD" || methods.includes("HEAD"))
            .sort(),
        ).toEqual([...methods, "OPTIONS"].sort());
      }
  });

  it("names HEAD where it has it, and only there", async () => {
    for (const [path] of paths()) {
      const names = allowed(await house.ask("OPTIONS", path, { as: "viola" })).includes("HEAD");
      expect((await house.ask("HEAD", path, { as: "viola" })).statusCode === 405, path).toBe(!names);
    }
  });

  it("answers OPTIONS with its methods and nothing else, to whichever page asks", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await house.ask("OPTIONS", "/service/cameras", { as: "viola", headers });
    expect([answer.statusCode, answer.body, answer.headers.allow]).toEqual([204, "", "GET, HEAD, POST, OPTIONS"]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("does not look at a body that comes along, and still asks where a change comes from", async () => {
    const raw = '{"half": ';
    expect((await house.ask("PUT", "/service/version", { as: "viola", raw })).statusCode).toBe(405);
    const type = { "content-type": "application/nonsense" };
    expect((await house.ask("PUT", "/service/version", { as: "viola", raw, headers: type })).statusCode).toBe(405);
    const foreign = { origin: "https://evil.example" };
    const cookie = `proscenium_sid=${(await house.signIn("viola")).json<{ id: string }>().id}`;
    const refused = await house.ask("PUT", "/service/version", { headers: { ...foreign, cookie } });
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: "access/origin" }]);
  });
});

describe("whoever has not signed in", () => {
  it("is told of open paths only which methods they have", async () => {
    const all = paths();
    expect(all.filter(([, { isOpen }]) => isOpen).map(([path]) => path)).toContain("/service/sessions/user");
    for (const [path, { isOpen, methods }] of all)
      for (const method of ["OPTIONS", ...METHODS].filter((each) => !methods.includes(each) && each !== "HEAD")) {
        const answer = await house.ask(method, path);
        const status = !isOpen ? 401 : method === "OPTIONS" ? 204 : 405;
        expect([answer.statusCode, "allow" in answer.headers], `${method} ${path}`).toEqual([status, isOpen]);
      }
  });
});

describe("a path that is not known", () => {
  it.each(["/service/nowhere", "/nowhere.js", "/service/cameras/a/b/c/d/e/f"])(
    "%s: 404 by every method",
    async (path) => {
      for (const method of ["OPTIONS", ...METHODS])
        for (const as of [undefined, "viola"]) {
          const answer = await house.ask(method, path, as === undefined ? {} : { as });
          expect([answer.statusCode, "allow" in answer.headers], method).toEqual([404, false]);
        }
    },
  );

  it("a file of the client is one that is known", async () => {
    expect((await house.ask("GET", "/own.js")).statusCode).toBe(200);
    const posted = await house.ask("POST", "/own.js");
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await house.ask("OPTIONS", "/")).headers.allow).toBe("GET, HEAD, OPTIONS");
  });
});
