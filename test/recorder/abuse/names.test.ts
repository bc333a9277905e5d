import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disposition } from "#recorder/http/files/disposition.ts";
import { verificationPage } from "#recorder/export/verification-page.ts";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { onvifFacts } from "#test/support/onvif-facts.ts";
import { TestHouse } from "../support/test-house.ts";

/** Names that some interpreter would run, or that break a line, end a quote or deceive a reader. */
const HOSTILE_NAMES = JSON.parse(
  readFileSync(new URL("../../fixtures/hostile-names.json", import.meta.url), "utf8"),
) as readonly string[];

let house: TestHouse;
let camera = "";
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
  camera = (await house.addCamera("Gate")).camera.id;
});
afterAll(() => house.close());

describe("names that are weapons", () => {
  it("are at least sixty", () => expect(HOSTILE_NAMES.length).toBeGreaterThanOrEqual(60));

  it("are data in every answer, or refused by name: never a page, a header or a fault", async () => {
    for (const name of HOSTILE_NAMES) {
      const answers = [
        await house.ask("PATCH", `/service/cameras/${camera}`, { as: "admin", body: { name } }),
        await house.ask("POST", "/service/stages", { as: "admin", body: { name } }),
        await house.ask("POST", "/service/users", {
          as: "admin",
          body: { username: name, password: "correct horse battery", role: "Viewer" },
        }),
        await house.ask("GET", "/service/cameras", { as: "admin" }),
        await house.ask("GET", "/service/stages", { as: "admin" }),
      ];
      for (const answer of answers) {
        expect(answer.statusCode, `${JSON.stringify(name)} ${answer.body}`).toBeLessThan(500);
        if (answer.body !== "") expect(answer.headers["content-type"]).toMatch(/^application\/json/);
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(answer.headers["content-security-policy"]).toContain("sandbox");
        expect(Object.keys(answer.headers)).not.toContain("set-cookie");
      }
    }
    expect((await house.ask("GET", "/service/cameras", { as: "admin" })).statusCode).toBe(200);
  });

  it("are plain lines of text as what an ONVIF camera says of itself", { timeout: 120_000 }, async () => {
    const facts = onvifFacts();
    const device = new OnvifDevice(facts, "demo", null, () => true);
    facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
    const connection = { uri: `${facts.baseUri}/onvif/device_service`, username: "admin", password: "demo" };
    const made = await house.ask("POST", "/service/cameras", { as: "admin", body: { driver: "ONVIF", connection } });
    const { id } = made.json<{ id: string }>();
    try {
      for (const name of HOSTILE_NAMES) {
        Object.assign(facts, { model: name, manufacturer: name, serial: name });
        const answer = await house.ask("PATCH", `/service/cameras/${id}`, { as: "admin", body: { connection } });
        expect(answer.statusCode, `${JSON.stringify(name)} ${answer.body}`).toBeLessThan(500);
        expect(answer.headers["content-type"]).toMatch(/^application\/json/);
        if (answer.statusCode !== 200) continue;
        const { configuration } = answer.json<{ camera: { configuration: { Model: string } } }>().camera;
        expect(configuration.Model.length).toBeLessThanOrEqual(200);
        expect(configuration.Model, JSON.stringify(name)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        // A name without invisible characters is stored exactly: nothing is escaped twice, nothing is removed.
        if (/^[\x20-\x7e]+$/.test(name)) expect(configuration.Model).toBe(name.trim().slice(0, 100));
      }
    } finally {
      await device.close();
    }
  });

  it("make one line of the log each, which is JSON", () => {
    const folder = join(house.folder, "logs");
    const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"));
    expect(lines.length).toBeGreaterThan(60);
    for (const line of lines) {
      expect(() => JSON.parse(line) as unknown, line).not.toThrow();
      // oxlint-disable-next-line no-control-regex -- looks for just these
      expect(/[\u0000-\u0008\u000b-\u001f]/.test(line)).toBe(false);
    }
  });

  it("make file names that stay one header and one name", () => {
    for (const name of HOSTILE_NAMES) {
      const value = disposition(`${name}.mkv`);
      const form = /^attachment; filename="([ !#-[\]-~]*)"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/;
      const plain = form.exec(value)?.[1] ?? "";
      expect(plain, JSON.stringify(value)).toMatch(/\.mkv$/);
      expect(plain).not.toMatch(/[/:*?<>|%]/);
    }
  });

  it("meet no innerHTML on the page that verifies an export", () => {
    expect(verificationPage()).not.toMatch(/innerHTML|document\.write|insertAdjacentHTML|eval\(/);
  });
});
