import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { TestHouse } from "../support/test-house.ts";
import { place, TwoClusters } from "./clusters.ts";
import { START } from "./databases.ts";

it.skipIf(place === null)(
  "the primary of PostgreSQL dies and its standby is promoted (where PostgreSQL is installed): nothing that was said to be stored is lost, recording goes on without a gap, and the same process serves again by itself",
  { timeout: 120_000 },
  async () => {
    const clusters = await TwoClusters.open();
    const folder = mkdtempSync(join(tmpdir(), "proscenium-failover-"));
    const flags = { "database.url": clusters.url };
    const house = await TestHouse.open(flags);
    const disk: string[] = [];
    const onDiskState = ({ state }: { state: string }): void => void disk.push(state);
    const recordings = await openRecordings(folder, { databaseUrl: clusters.url, onDiskState });
    try {
      const { camera, stream } = await house.addCamera("Gate");
      const rename = (name: string) =>
        house.ask("PATCH", `/service/cameras/${camera.id}`, { as: "admin", body: { name } });
      const recorder = await recordings.recorder(stream.id, camera.id, "continuous");
      recorder.begin({ codec: "h264", audio: null });
      // Each time it is as if the camera began anew: with a new file.
      const record = (seconds: number, atS: number): void => {
        for (const unit of new SyntheticCamera({ startMs: START + atS * 1000 }).seconds(seconds)) recorder.push(unit);
      };
      record(20, 0);
      await recordings.flush();
      expect((await rename("Gate of the morning")).statusCode).toBe(200);

      clusters.leadToStandby();
      // The first calls may still meet connections that broke.
      const misled = [];
      for (let call = 0; call < 5; call += 1) misled.push((await rename("Gate of a standby")).json().code);
      expect([...new Set(misled)]).toEqual(["server/database-away"]);
      clusters.leadToPrimary();
      await expect.poll(async () => (await rename("Gate of noon")).statusCode, { timeout: 10_000 }).toBe(200);
      await recordings.flush();

      await clusters.killPrimary();
      const refused = await rename("Gate of nobody");
      expect(refused.statusCode).toBeGreaterThanOrEqual(500);
      expect(refused.json()).toMatchObject({ code: expect.any(String), reason: expect.any(String) });
      // The next file cannot begin: what comes then waits, for longer than a disk would be waited for.
      record(30, 20);
      await expect.poll(() => disk.at(-1), { timeout: 30_000 }).toBe("unwritable");
      record(20, 50);

      clusters.promote();
      await expect.poll(async () => (await rename("Gate of the evening")).statusCode, { timeout: 30_000 }).toBe(200);
      record(5, 70);
      await recordings.stop(stream.id);
      const seen = videosOf(await all(recordings.reader.samples(stream.id, 0)));
      expect(Math.round(seen.reduce((sum, { durationUs }) => sum + durationUs, 0) / 1e6)).toBe(75);
      const runs = await recordings.index.usage();
      expect(runs.map(({ streamId }) => streamId)).toEqual([stream.id]);
      // It holds its database there, too.
      await expect
        .poll(() => TestHouse.open(flags).then((other) => other.close().then(() => "opened"), String), {
          timeout: 30_000,
        })
        .toContain("in use by another server");

      await house.stop();
      const again = await TestHouse.open(flags, house.folder);
      expect(again.services.cameras.all().map(({ name }) => name)).toEqual(["Gate of the evening"]);
      await again.close();
    } finally {
      await recordings.close();
      await clusters.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
