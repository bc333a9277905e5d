import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());

it("answers HEAD of the page like GET, without a body", async () => {
  for (const url of ["/", "/index.html"]) {
    const [head, get] = [await house.ask("HEAD", url), await house.ask("GET", url)];
    expect(head.statusCode).toBe(get.statusCode);
    expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    expect(head.body).toBe("");
  }
});

it("answers HEAD of what GET answers, to whom GET answers it, without a body", async () => {
  const { camera } = await house.addCamera("Gate");
  await house.addUser("vera", "Viewer");
  const open = ["/ping", "/livez", "/service/time", "/service/version"];
  for (const as of [undefined, "vera", "admin"])
    for (const url of [
      ...open,
      "/service/cameras",
      `/service/cameras/${camera.id}`,
      "/service/users",
      "/service/none",
    ]) {
      const who = as === undefined ? {} : { as };
      const [head, get] = [await house.ask("HEAD", url, who), await house.ask("GET", url, who)];
      expect([head.statusCode, head.headers["content-type"]], `${url} as ${as}`).toEqual([
        get.statusCode,
        get.headers["content-type"],
      ]);
      expect(head.body).toBe("");
    }
});
