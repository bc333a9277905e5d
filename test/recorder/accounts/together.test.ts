/** Right passwords are never refused for coming together, and nobody keeps the owner of an account out by guessing at it. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

const PEOPLE = 12;
let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
  for (let i = 0; i < PEOPLE; i += 1) await house.addUser(`person${i}`, "Viewer");
  await house.addUser("owner", "Manager");
}, 60_000);
afterAll(() => house.close());
beforeEach(() => house.services.store.deleteFrom("lockouts").execute());

const signIn = (username: string, password: string, address: string, cookie = "") =>
  house.recorder.app.inject({
    method: "POST",
    url: "/service/sessions/user",
    remoteAddress: address,
    headers: {
      "content-type": "application/json",
      ...(cookie === "" ? {} : { cookie, "sec-fetch-site": "same-origin" }),
    },
    payload: { username, password, cookie: "session" },
  });
const RIGHT = "correct horse battery";
const statuses = async (answers: readonly Promise<{ statusCode: number }>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode);
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

it("64 right sign-ins at once pass, of one account or of many behind one address", { timeout: 60_000 }, async () => {
  const one = Array.from({ length: 64 }, () => signIn("owner", RIGHT, "10.1.1.1"));
  expect(await statuses(one)).toEqual(times(64, 200));
  const many = Array.from({ length: PEOPLE * 2 }, (_, i) => signIn(`person${i % PEOPLE}`, RIGHT, "10.1.1.2"));
  expect(await statuses(many)).toEqual(times(PEOPLE * 2, 200));
});

it("16 connections with the right password at once pass by Basic too", async () => {
  const asks = Array.from({ length: 16 }, () =>
    house.ask("GET", "/service/sessions/me", { headers: { authorization: house.basic("owner", RIGHT) } }),
  );
  expect(await statuses(asks)).toEqual(times(16, 200));
});

it("of wrong ones that come together only the free tries are checked", async () => {
  const answers = await statuses(Array.from({ length: 50 }, (_, i) => signIn("owner", `guess ${i}`, "10.1.2.1")));
  expect(answers.filter((status) => status === 401)).toHaveLength(5);
  expect(answers.filter((status) => status === 429)).toHaveLength(45);
});

it("who guesses at an account cannot keep a device out in which its owner has signed in before", async () => {
  const first = await signIn("owner", RIGHT, "10.1.3.1");
  const device = first.cookies.find(({ name }) => name === "proscenium_device");
  expect(device).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/", maxAge: 400 * 86_400 });
  const mark = `proscenium_device=${device?.value ?? ""}`;
  for (let i = 0; i < 8; i += 1) await signIn("owner", `guess ${i}`, `10.1.4.${i}`);
  expect((await signIn("owner", RIGHT, "10.1.3.1")).statusCode).toBe(429);
  expect((await signIn("owner", RIGHT, "10.1.3.1", mark)).statusCode).toBe(200);
  // The owner's success does not loosen the brake of those who guess.
  expect((await signIn("owner", "guess", "10.1.4.1")).statusCode).toBe(429);
});

it("a device has a brake of its own, and a mark of another account or a forged one is none", async () => {
  const other = await signIn("person1", RIGHT, "10.1.5.1");
  const mark = other.cookies.find(({ name }) => name === "proscenium_device")?.value ?? "";
  for (let i = 0; i < 8; i += 1) await signIn("owner", `guess ${i}`, "10.1.6.1");
  for (const foreign of [mark, "v1:AAAA", "x"])
    expect((await signIn("owner", RIGHT, "10.1.6.2", `proscenium_device=${foreign}`)).statusCode).toBe(429);
  const guesses: number[] = [];
  for (let i = 0; i < 7; i += 1)
    guesses.push((await signIn("person1", `guess ${i}`, `10.1.7.${i}`, `proscenium_device=${mark}`)).statusCode);
  expect(guesses).toEqual([...times(5, 401), ...times(2, 429)]);
});

it("who guesses without a pause from the same address does not take the place of a device that is known", async () => {
  const limited = await TestHouse.open({ "http.requests-per-minute": "6000" });
  await limited.addUser("owner", "Manager");
  const ask = (password: string, cookie = "") =>
    limited.ask("POST", "/service/sessions/user", { body: { username: "owner", password }, headers: { cookie } });
  const mark = (await ask(PASSWORD)).cookies.find(({ name }) => name === "proscenium_device")?.value ?? "";
  const guesses = await Promise.all(Array.from({ length: 320 }, (_, at) => ask(`guess ${at}`)));
  expect(guesses.at(-1)?.json()).toMatchObject({ code: "server/too-many-requests" });
  expect((await ask(PASSWORD)).statusCode).toBe(429);
  expect((await ask(PASSWORD, `proscenium_device=${mark.slice(0, -8)}AAAAAAAA`)).statusCode).toBe(429);
  expect((await ask(PASSWORD, `proscenium_device=${mark}`)).statusCode).toBe(200);
  await limited.close();
});
