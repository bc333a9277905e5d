import { failure } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StageServer } from "./stage-server.ts";

let server: StageServer;
beforeEach(async () => void (server = await StageServer.open()));
afterEach(() => server.close());

describe("saved stages", () => {
  test("are listed by name, and one of another version takes none with it", async () => {
    const { saved } = await server.user();
    expect(saved.get().list.map((each) => each.name)).toEqual(["Stage 2", "stage 10", "Stage of the future"]);
  });

  test("show on the stage; cameras on both keep their cells, missing ones keep their places", async () => {
    const { actions, saved, stage, stageStore, shown } = await server.user();
    const kept = stage.add("1/2");
    expect(actions.select("a")).toEqual({ ok: true, value: { missing: 0 } });
    expect(shown()).toEqual(["1", "2"]);
    expect(stageStore.get().grid.cells[1]?.id).toBe(kept);
    expect(new Set(stageStore.get().grid.cells.map((each) => each.id)).size).toBe(2);
    expect(actions.select("b")).toEqual({ ok: true, value: { missing: 1 } });
    expect(shown()).toEqual(["2", "99"]);
    expect(saved.get().cycle.currentStage).toBe("b");
  });

  test("are seen when they are chosen: a camera of both that was looked at alone takes its place again", async () => {
    const { actions, stage, stageStore } = await server.user();
    const both = stage.add("1/2");
    stage.setEnlarged(both);
    stage.setFull(both);
    actions.select("a");
    expect(stageStore.get().grid.cells.some(({ id }) => id === both)).toBe(true);
    expect(stageStore.get()).toMatchObject({ enlargedTileId: null, fullTileId: null });
  });

  test("of another version say so and leave the stage as it is", async () => {
    const { actions, shown, stage, stageStore } = await server.user();
    actions.select("a");
    const looked = stageStore.get().grid.cells[0]?.id ?? null;
    stage.setEnlarged(looked);
    const refused = actions.select("x");
    expect(refused.ok).toBe(false);
    expect(refused.ok ? "" : refused.error.code).toBe("stage/not-shown");
    expect(shown()).toEqual(["1", "2"]);
    expect(stageStore.get().enlargedTileId).toBe(looked);
  });

  test("with more players than allowed release the rest with the text", async () => {
    const { actions, dialogs, shown } = await server.user(1);
    actions.select("a");
    expect(shown()).toEqual(["1"]);
    expect(dialogs.get().queue).toEqual([
      {
        kind: "message",
        title: "limitTitle",
        text: failure("stage/camera-limit", { n: 1 }),
        ofStage: true,
      },
    ]);
  });

  test("are created, edited by shadows, updated, shared and removed", async () => {
    const { actions, saved, stage } = await server.user();
    expect(await actions.create("  ", false)).toEqual({ ok: false, error: failure("stage/name-required") });
    stage.add("1/3");
    expect(await actions.create(" New ", false)).toEqual({ ok: true, value: null });
    expect(server.asked.at(-1)).toMatchObject({ method: "POST", body: { name: "New", shared: false } });
    expect(saved.get().cycle.currentStage).toBe("n");

    actions.beginEdit("b");
    actions.setShadow("b", { name: "" });
    expect(await actions.saveEdit("b")).toEqual({ ok: false, error: failure("stage/name-required") });
    actions.setShadow("b", { name: "Renamed", shared: true });
    expect((await actions.saveEdit("b")).ok).toBe(true);
    expect(server.asked.at(-1)).toMatchObject({ method: "PATCH", path: "/service/stages/b" });
    expect(server.asked.at(-1)?.body).toEqual({ name: "Renamed", shared: true });
    expect(saved.get().list.find((each) => each.id === "b")).toMatchObject({ name: "Renamed", shadowName: null });

    await actions.update("a");
    expect(JSON.stringify(server.asked.at(-1)?.body.stageMatrix)).toContain('"id":"3"');
    await actions.setShared("a", false);
    expect(server.asked.at(-1)?.body).toEqual({ shared: false });
    await actions.remove("a");
    expect(saved.get().list.some((each) => each.id === "a")).toBe(false);
    expect(saved.get().cycle.currentStage).toBeNull();
  });

  test("keep an open edit when the list is fetched again", async () => {
    const { actions, saved } = await server.user();
    actions.beginEdit("b");
    actions.setShadow("b", { name: "Half typed" });
    await actions.load();
    expect(saved.get().list.find((each) => each.id === "b")?.shadowName).toBe("Half typed");
    actions.cancelEdit("b");
    expect(saved.get().list.find((each) => each.id === "b")?.shadowName).toBeNull();
  });

  test("edited by two at a time: what the second has not touched is as the first made it", async () => {
    const { actions, saved } = await server.user();
    actions.beginEdit("b");
    actions.setShadow("b", { name: "Mine" });
    server.stages = server.stages.map((each) => (each.id === "b" ? { ...each, shared: true } : each));
    await actions.load();
    expect(saved.get().list.find((each) => each.id === "b")).toMatchObject({ shadowName: "Mine", shadowShared: true });
    await actions.saveEdit("b");
    expect(server.asked.at(-1)?.body).toEqual({ name: "Mine" });

    actions.beginEdit("a");
    actions.setShadow("a", { shared: false });
    server.stages = server.stages.map((each) => (each.id === "a" ? { ...each, name: "Theirs" } : each));
    await actions.load();
    await actions.saveEdit("a");
    expect(server.asked.at(-1)?.body).toEqual({ shared: false });
  });

  test.each(["create", "update"] as const)(
    "%s: another stage that comes while it is saved is the current one",
    async (how) => {
      const { actions, saved, shown } = await server.user();
      actions.select("b");
      const late = how === "create" ? actions.create("New", false) : actions.update("b");
      // Chosen by the cycle, or by hand.
      actions.select("a");
      expect(await late).toEqual({ ok: true, value: null });
      expect([saved.get().cycle.currentStage, shown()]).toEqual(["a", ["1", "2"]]);
    },
  );

  test("keep what is typed when an update that was begun before is answered", async () => {
    const { actions, saved } = await server.user();
    const late = actions.update("b");
    actions.beginEdit("b");
    actions.setShadow("b", { name: "Half typed" });
    await late;
    expect(saved.get().list.find((each) => each.id === "b")?.shadowName).toBe("Half typed");
  });
});
