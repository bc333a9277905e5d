import { beforeEach, expect, test } from "vitest";
import { DirectRoutes } from "#transport/direct-routes.ts";

const server = { orchidId: "n", uri: "https://nvr.example/north/" };
let nowMs = 0;
let pinged: string[] = [];
let tell: (answers: boolean) => void = () => undefined;
let roads: DirectRoutes;
beforeEach(() => {
  nowMs = 0;
  pinged = [];
  roads = new DirectRoutes(
    () => nowMs,
    (url) => {
      pinged.push(url);
      return new Promise((resolve) => (tell = resolve));
    },
  );
});
const wait = (method: "GET" | "POST" = "GET", of = server) => roads.waitMs(of, method, 30_000);

test("a server without an address of its own is never asked directly", () => {
  expect(wait("GET", { orchidId: "n", uri: "" })).toBeNull();
});

test("until it has answered, questions wait a little, and changes take the sure way while it is looked for", async () => {
  expect(wait()).toBe(4_000);
  expect(roads.waitMs(server, "HEAD", 1_000)).toBe(1_000);
  expect([wait("POST"), wait("POST")]).toEqual([null, null]);
  expect(pinged).toEqual(["https://nvr.example/north/ping"]);
  tell(true);
  await Promise.resolve();
  expect([wait(), wait("POST")]).toEqual([30_000, 30_000]);
});

test("a silent one is left alone for a minute, then looked for aside until it answers", async () => {
  roads.heard(server);
  roads.silent(server);
  nowMs = 59_999;
  expect(wait()).toBeNull();
  expect(pinged).toEqual([]);
  nowMs = 60_000;
  expect([wait(), wait()]).toEqual([null, null]);
  expect(pinged).toEqual(["https://nvr.example/north/ping"]);
  tell(false);
  await Promise.resolve();
  nowMs = 119_999;
  expect(wait()).toBeNull();
  expect(pinged).toHaveLength(1);
  nowMs = 120_000;
  expect(wait()).toBeNull();
  tell(true);
  await Promise.resolve();
  expect(wait("POST")).toBe(30_000);
});

test("another address of the same server is another road", () => {
  roads.silent(server);
  expect(wait("GET", { ...server, uri: "https://other.example" })).toBe(4_000);
  expect(wait()).toBeNull();
});
