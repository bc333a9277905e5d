import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let streamId = "";
let cameraId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  await house.addUser("hugo", "Manager");
  const { camera, stream } = await house.addCamera("Gate");
  streamId = stream.id;
  cameraId = camera.id;
});
afterAll(() => house.close());

const ticketFor = async (path: string, camera?: string) =>
  (
    await house.ask("POST", "/service/tickets", {
      as: "hugo",
      body: { path, ...(camera === undefined ? {} : { cameraId: camera }) },
    })
  ).json<{ url: string; expiresIn: number }>();

describe("tickets", () => {
  it("open exactly one address, once", async () => {
    const { url, expiresIn } = await ticketFor("/service/log?format=text");
    expect(expiresIn).toBe(60);
    expect((await house.ask("GET", url.replace("text", "gzip"))).statusCode).toBe(401);
    expect((await house.ask("GET", url)).statusCode).toBe(200);
    expect((await house.ask("GET", url)).statusCode).toBe(401);
  });

  it("are looked at by HEAD without being used up, and change nothing", async () => {
    const { url } = await ticketFor(`/service/streams/${streamId}/export?start=1000&stop=20000&format=mkv`, cameraId);
    expect((await house.ask("HEAD", url)).statusCode).toBe(404);
    expect((await house.ask("GET", url)).json()).toMatchObject({
      code: "archive/none",
      reason: "no archives in region",
    });
    const post = await ticketFor("/service/stages");
    expect((await house.ask("POST", post.url, { body: { name: "x" } })).statusCode).toBe(401);
  });

  it("are bound to the camera that was named", async () => {
    const other = await house.addCamera("Other");
    const { url } = await ticketFor(`/service/streams/${streamId}/status`, other.camera.id);
    expect((await house.ask("GET", url)).statusCode).toBe(403);
  });

  it("end with the session that bought them", async () => {
    const { id } = (await house.signIn("hugo")).json<{ id: string }>();
    const headers = { authorization: `Bearer ${id}` };
    const bought = await house.ask("POST", "/service/tickets", { headers, body: { path: "/service/log" } });
    await house.ask("DELETE", "/service/sessions/me", { headers });
    expect((await house.ask("GET", bought.json<{ url: string }>().url)).statusCode).toBe(401);
  });

  it("that were bought without a session end with the password that bought them", async () => {
    const id = await house.addUser("boas", "Manager");
    const bought = await house.ask("POST", "/service/tickets", { as: "boas", body: { path: "/service/log" } });
    await house.services.users.patch(id, { password: "another staple entirely" });
    expect((await house.ask("GET", bought.json<{ url: string }>().url)).statusCode).toBe(401);
  });

  it("are for paths of the API only", async () => {
    for (const path of ["/", "https://evil.example/service/x", "/service/a b", "//service/x"]) {
      const answer = await house.ask("POST", "/service/tickets", { as: "hugo", body: { path } });
      expect(answer.statusCode).toBe(400);
    }
  });
});
