/** An owner and its mirror tell each other what they know beside recordings, over HTTP, and both keep it. */
import { expect, it } from "vitest";
import { both, eachWithPair, MINUTE, mirror, owner, SINCE, streamId } from "./mirror-pair.ts";

eachWithPair();

it("marks are at both, once, whoever they were made at; and what is removed at one of them is gone at both", async () => {
  await owner.mark("bookmarks", "red car");
  await owner.mark("locks", "case 7");
  await mirror.mark("bookmarks", "van");
  for (let times = 0; times < 3; times++) await both();
  for (const one of [owner, mirror]) {
    expect(await one.texts("bookmarks")).toEqual(["red car", "van"]);
    expect(await one.texts("locks")).toEqual(["case 7"]);
    expect((await one.marks("locks"))[0]?.createdBy).toBe("admin");
    expect(one.told.splice(0).filter((type) => type === "marks-modified")).not.toEqual([]);
  }

  await mirror.remove("bookmarks", "red car");
  await owner.remove("locks", "case 7");
  await both();
  mirror.begin();
  await both();
  for (const one of [owner, mirror]) {
    expect([await one.texts("bookmarks"), await one.texts("locks")]).toEqual([["van"], []]);
    expect(one.told).toEqual(["marks-modified"]);
  }
});

it("a bookmark has the text that was given to it last, and is removed by who may remove it where it is", async () => {
  await owner.mark("bookmarks", "red car");
  await both();
  // Each changes it while the other one is away.
  await mirror.rename("red car", "blue car");
  await owner.rename("red car", "green car");
  await both();
  await both();
  for (const one of [owner, mirror]) expect(await one.texts("bookmarks")).toEqual(["green car"]);
  await mirror.rename("green car", "white car");
  await both();
  expect(await owner.texts("bookmarks")).toEqual(["white car"]);

  for (const one of [owner, mirror]) await one.test.addUser("vera", "Viewer");
  const [copy] = await mirror.marks("bookmarks");
  const asked = await mirror.test.ask("DELETE", `/service/bookmarks/${copy?.id}`, { as: "vera" });
  expect(asked.statusCode).toBeGreaterThanOrEqual(403);
  await both();
  expect(await owner.texts("bookmarks")).toEqual(["white car"]);
  // It was renamed at one after it was removed at the other: it stays.
  await owner.remove("bookmarks", "white car");
  await mirror.rename("white car", "black car");
  await both();
  await both();
  for (const one of [owner, mirror]) expect(await one.texts("bookmarks")).toEqual(["black car"]);
});

it("what a standby has handed back to the owner goes on to the mirror, and its removal, too", async () => {
  const { index } = owner.test.services;
  await owner.mark("bookmarks", "van");
  await both();
  const made = { streamId, createdMs: SINCE, createdBy: "u", author: "mona" };
  await index.giveBookmark({ ...made, timeMs: SINCE, text: "of the standby" }, "standby 5 1");
  await index.giveLock({ ...made, fromMs: SINCE, toMs: SINCE + MINUTE, note: "case 8" }, "standby 6 1");
  await both();
  expect([await mirror.texts("bookmarks"), await mirror.texts("locks")]).toEqual([
    ["of the standby", "van"],
    ["case 8"],
  ]);
  expect((await mirror.marks("locks"))[0]?.createdBy).toBe("mona");
  await mirror.remove("locks", "case 8");
  await both();
  expect(await owner.texts("locks")).toEqual([]);
});

it("what cannot be fetched is said once, and fetched later", async () => {
  await owner.mark("bookmarks", "red car");
  await owner.event("away", Date.now() - 1000);
  mirror.begin(() => Date.now() - 5 * MINUTE);
  await mirror.take(owner);
  mirror.begin();
  owner.door.misbehave = (path, response) => {
    if (!path.includes("kind=events")) return false;
    response.writeHead(500).end();
    return true;
  };
  for (let times = 0; times < 2; times++) await mirror.take(owner);
  expect([mirror.warned, await mirror.events()]).toEqual([
    ["what a mirror has beside recordings cannot be fetched"],
    [],
  ]);
  owner.door.misbehave = () => false;
  await mirror.take(owner);
  expect([await mirror.events(), await mirror.texts("bookmarks")]).toEqual([["away"], ["red car"]]);
});

it("nobody hears of what is not shared", async () => {
  const own = await mirror.test.addCamera("Own");
  await mirror.test.services.index.putEvent({ streamId: own.stream.id, startMs: SINCE, stopMs: SINCE + 1, score: 0 });
  const { standby, index } = mirror.test.services;
  const of = owner.test.services.uuid;
  expect(await standby?.notes.list(of, "motion", 0, { stream: own.stream.id })).toEqual([]);
  await mirror.moved(0, 1);
  expect(await standby?.notes.list(of, "motion", 0, {})).toMatchObject([{ streamId }]);
  expect(await standby?.notes.taken(of, "motion", ["1", "2"])).toBe(0);
  expect(await index.events(null, 0, Number.MAX_SAFE_INTEGER)).toHaveLength(2);
});
