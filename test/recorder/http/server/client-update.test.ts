import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
const page = (title: string): string => `<meta property="csp-nonce" nonce="" /><title>${title}</title>`;
beforeAll(async () => {
  mkdirSync(join(folder, "client"), { recursive: true });
  writeFileSync(join(folder, "client/index.html"), page("own"));
  writeFileSync(join(folder, "client/own.js"), "own");
  house = await TestHouse.open({}, folder);
  await house.addUser("manager", "Manager");
});
afterAll(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await house.ask("DELETE", "/service/ui", { as: "admin" });
});

interface Part {
  readonly name: string;
  readonly text: string;
  readonly mode?: number;
}
async function zip(parts: readonly Part[]): Promise<Buffer> {
  const file = new ZipFile();
  for (const { name, text, mode = 0o100644 } of parts) file.addBuffer(Buffer.from(text), name, { mode });
  file.end();
  return buffer(file.outputStream);
}
const upload = (body: Buffer, as = "admin", type = "application/zip") =>
  house.recorder.app.inject({
    method: "POST",
    url: "/service/ui",
    headers: { authorization: house.basic(as), "content-type": type },
    payload: body,
  });
const titleNow = async () => /<title>(.*)<\/title>/.exec((await house.ask("GET", "/")).body)?.[1];
const good = () =>
  zip([
    { name: "index.html", text: page("new") },
    { name: "assets/app-abcdefgh.js", text: "new" },
  ]);

describe("the client update", () => {
  it("serves the new client at once, with its own files and no others", async () => {
    expect(await titleNow()).toBe("own");
    expect((await upload(await good())).statusCode).toBe(204);
    expect(await titleNow()).toBe("new");
    const script = await house.ask("GET", "/assets/app-abcdefgh.js");
    expect([script.statusCode, script.body]).toEqual([200, "new"]);
    expect((await house.ask("GET", "/own.js")).json()).toMatchObject({ code: "route/unknown" });
    expect((await house.ask("GET", "/")).headers["content-security-policy"]).toContain("nonce-");
  });

  it("goes back to the client that the recorder came with, and says when there is nothing to go back from", async () => {
    await upload(await good());
    expect((await house.ask("DELETE", "/service/ui", { as: "admin" })).statusCode).toBe(204);
    expect(await titleNow()).toBe("own");
    expect(
      readdirSync(join(house.services.config.data, "uploaded-client")).filter((name) => /^[0-9a-f]{16}$/.test(name)),
    ).toEqual([]);
    expect((await house.ask("DELETE", "/service/ui", { as: "admin" })).json()).toMatchObject({ code: "client/none" });
  });

  it("is for administrators only", async () => {
    expect((await upload(await good(), "manager")).statusCode).toBe(403);
    expect(await titleNow()).toBe("own");
  });

  it.each<[string, () => Promise<Buffer>]>([
    ["no zip", async () => Buffer.from("PK but not really")],
    ["nothing", async () => zip([])],
    ["no page", async () => zip([{ name: "app.js", text: "x" }])],
    ["another product's page", async () => zip([{ name: "index.html", text: "<title>x</title>" }])],
    [
      "a link",
      async () =>
        zip([
          { name: "index.html", text: page("new") },
          { name: "passwd", text: "/etc/passwd", mode: 0o120777 },
        ]),
    ],
    ["a name that leads out", async () => leadOut(await zip([{ name: "xx/evil.js", text: page("new") }]))],
    ["half an archive", async () => (await good()).subarray(0, 120)],
  ])("refuses %s and changes nothing", async (_name, make) => {
    const body = await make();
    const answer = await upload(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "client/bad-file" });
    expect(await titleNow()).toBe("own");
    const name = createHash("sha256").update(body).digest("hex").slice(0, 16);
    expect(existsSync(join(house.services.config.data, "uploaded-client", name))).toBe(false);
    expect(existsSync(join(folder, "evil.js"))).toBe(false);
  });

  it("outlives a file that can be neither read nor written: nothing fails when nobody listens any more", async () => {
    const body = await zip([
      { name: "a/b.js", text: "x" },
      { name: "a", text: "x" },
    ]);
    body.writeUInt32LE(0, body.indexOf("PK\x03\x04", 4)); // before the second file's content; the directory stays whole
    expect((await upload(body)).statusCode).toBe(400);
    expect(await titleNow()).toBe("own");
  });

  it("asks a session for its user's own password once more, and slows down whoever guesses", async () => {
    const signedIn = await house.signIn("admin", house.adminPassword);
    const { id } = signedIn.json<{ id: string }>();
    const body = await good();
    const send = (headers: Record<string, string>) =>
      house.recorder.app.inject({
        method: "POST",
        url: "/service/ui",
        headers: { authorization: `Bearer ${id}`, "content-type": "application/zip", ...headers },
        payload: body,
      });
    const confirm = (password: string) => ({ "x-confirm-password": Buffer.from(password).toString("base64") });
    for (const headers of [{}, confirm(""), confirm("not it"), { "x-confirm-password": "%%%" }]) {
      const answer = await send(headers);
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: "session/confirm" }]);
      expect(await titleNow()).toBe("own");
    }
    expect((await send(confirm(house.adminPassword))).statusCode).toBe(204);
    expect(await titleNow()).toBe("new");
    // The session continues: only the upload was refused.
    const me = await house.ask("GET", "/service/sessions/me", { headers: { authorization: `Bearer ${id}` } });
    expect(me.statusCode).toBe(200);
    const codes: string[] = [];
    for (let round = 0; round < 12; round += 1)
      codes.push((await send(confirm(`guess ${round}`))).json<{ code: string }>().code);
    expect(codes[0]).toBe("session/confirm");
    expect(codes.at(-1)).toBe("session/locked");
  });

  describe("uploaded twice at the same time", () => {
    const uploads = () => join(house.services.config.data, "uploaded-client");
    const client = (title: string, more: readonly Part[] = []) =>
      zip([{ name: "index.html", text: page(title) }, { name: `assets/${title}-abcdefgh.js`, text: title }, ...more]);
    /** The files that are served; no other files remain. */
    const served = async (): Promise<string | undefined> => {
      const title = await titleNow();
      for (const one of ["first", "second"])
        expect((await house.ask("GET", `/assets/${one}-abcdefgh.js`)).statusCode).toBe(one === title ? 200 : 404);
      const kept = readdirSync(uploads());
      expect(kept).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
      const files = readdirSync(join(uploads(), kept[0] ?? ""), { recursive: true, encoding: "utf8" });
      expect(new Set(files)).toEqual(new Set(["assets", join("assets", `${title}-abcdefgh.js`), "index.html"]));
      // The client that the next start uses.
      expect(await house.services.settings.internal("client")).toBe(kept[0]);
      return title;
    };

    it("is one of both, whole", async () => {
      const bodies = [await client("first"), await client("second")];
      const answers = await Promise.all(bodies.map((body) => upload(body)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
      expect(["first", "second"]).toContain(await served());
    });

    it("is the one, when it is the same", async () => {
      const body = await client("first");
      const answers = await Promise.all([upload(body), upload(body), upload(body)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
      expect(await served()).toBe("first");
    });

    it("is the good one, when the other one is broken", async () => {
      const broken = await client("second", [{ name: "link", text: "/etc/passwd", mode: 0o120777 }]);
      for (const bodies of [
        [await client("first"), broken],
        [broken, await client("first")],
      ]) {
        const answers = await Promise.all(bodies.map((body) => upload(body)));
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(bodies[0] === broken ? [400, 204] : [204, 400]);
        expect(await served()).toBe("first");
      }
    });

    it("is gone, when the client is taken back meanwhile, or whole", async () => {
      await upload(await client("first"));
      const [put, back] = await Promise.all([
        upload(await client("second")),
        house.ask("DELETE", "/service/ui", { as: "admin" }),
      ]);
      expect([put.statusCode, back.statusCode]).toEqual([204, 204]);
      if ((await titleNow()) === "own") expect(readdirSync(uploads())).toEqual([]);
      else expect(await served()).toBe("second");
    });
  });

  it("refuses what is not sent as a zip", async () => {
    expect((await upload(Buffer.from("{}"), "admin", "application/json")).statusCode).toBe(415);
  });

  it("is still there after a restart, and a lost upload falls back to the own client", async () => {
    await upload(await good());
    await house.recorder.close();
    house = await TestHouse.open({}, folder);
    expect(await titleNow()).toBe("new");
    await house.recorder.close();
    const uploads = join(folder, "uploaded-client");
    for (const name of readdirSync(uploads))
      if (/^[0-9a-f]{16}$/.test(name)) rmSync(join(uploads, name), { recursive: true });
    house = await TestHouse.open({}, folder);
    expect(await titleNow()).toBe("own");
  });
});

/** The zip writer refuses such names itself, so the finished archive is patched. */
function leadOut(archive: Buffer): Buffer {
  const bent = Buffer.from(archive);
  for (let at = bent.indexOf("xx/evil.js"); at >= 0; at = bent.indexOf("xx/evil.js", at + 1))
    bent.write("../evil.js", at);
  return bent;
}
