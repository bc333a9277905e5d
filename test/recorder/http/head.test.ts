import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "./test-house.ts";

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
