import { Kysely, sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";
import { TestHouse } from "../support/test-house.ts";
import { newDatabase, server, START } from "./databases.ts";

describe.skipIf(server === "")("two writers that wait for each other in PostgreSQL", () => {
  it("a removal that has to give way is done again", async () => {
    const url = await newDatabase();
    const index = await openIndex({ recordingsDir: "", databaseUrl: url });
    const other = new Kysely<unknown>({ dialect: await postgresDialect(url, "recordings") });
    const ids = [
      await index.createSegment({ streamId: "x", startMs: START, file: "x/0.mp4" }),
      await index.createSegment({ streamId: "y", startMs: START, file: "y/0.mp4" }),
    ];
    const removed: Promise<void>[] = [];
    await other.transaction().execute(async (tx) => {
      // The other connection checks for a deadlock first, so it is the one that is aborted.
      await sql`set local deadlock_timeout = '1min'`.execute(tx);
      await sql`select 1 from stream where id = 'y' for update`.execute(tx);
      removed.push(index.removeSegments(ids));
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`.execute(tx);
        expect(rows).toHaveLength(1);
      });
      await sql`update stream set camera = 'seen' where id = 'x'`.execute(tx);
    });
    await Promise.all(removed);
    const usage = await index.usage();
    expect(usage.map(({ streamId, cameraId, segments }) => [streamId, cameraId, segments])).toEqual([
      ["x", "seen", 0],
      ["y", "", 0],
    ]);
    await other.destroy();
    await index.close();
  });
});

describe.skipIf(server === "")(
  "a recorder whose database is PostgreSQL (where PROSCENIUM_TEST_POSTGRES names a server)",
  () => {
    it("keeps its accounts, cameras, stages and events there, also over a restart", async () => {
      const url = await newDatabase();
      const first = await TestHouse.open({ "database.url": url });
      await first.addUser("vera", "Viewer");
      const { camera, stream } = await first.addCamera("Gate");
      const body = { name: "Yard", stageMatrix: [[{ camera: { id: camera.id } }]] };
      const made = await first.ask("POST", "/service/stages", { as: "vera", body });
      expect(made.statusCode, made.body).toBe(201);
      await first.services.index.putEvent({ streamId: stream.id, startMs: START, stopMs: START + 10, score: 1 });
      await first.stop();

      const again = await TestHouse.open({ "database.url": url }, first.folder);
      expect(again.recorder.firstPassword).toBeNull();
      const answers = await Promise.all(
        ["cameras", "stages", "archives", `events/camera-stream?start=${START - 1}&stop=${START + 1000}`].map((path) =>
          again.ask("GET", `/service/${path}`, { as: "vera" }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(answers.map(({ body: text }) => text)).toEqual([
        expect.stringContaining("Gate"),
        expect.stringContaining("Yard"),
        expect.anything(),
        expect.stringContaining(String(START)),
      ]);
      await again.close();
    });

    it("takes times and lengths that are no whole milliseconds", async () => {
      const house = await TestHouse.open({ "database.url": await newDatabase() });
      const { camera } = await house.addCamera("Gate");
      const row = { type: "Edge", message: "", stream_id: null, camera_id: null };
      for (const when_ms of [START, START + 1, START + 2])
        await house.services.store
          .insertInto("server_events")
          .values({ ...row, id: `e${when_ms}`, when_ms })
          .execute();
      // 0.7 days is not a whole number of ms in floating point.
      const change = { retention: 0.7 * 86_400_000 };
      const patched = await house.ask("PATCH", `/service/cameras/${camera.id}`, { as: "admin", body: change });
      expect(patched.json()).toMatchObject({ camera: { retention: 60_480_000 } });
      const range = `start=${START}.5&stop=${START + 1}.5`;
      const listed = await house.ask("GET", `/service/events/server?${range}&eventType=Edge`, { as: "admin" });
      expect(listed.json()).toMatchObject({ events: [{ when: START + 1 }] });
      for (const path of [
        "server/report",
        "archives/per-day",
        "archives",
        "events/camera-stream",
        "bookmarks",
        "locks",
      ])
        expect((await house.ask("GET", `/service/${path}?${range}`, { as: "admin" })).statusCode, path).toBe(200);
      await house.close();
    });
  },
);
