/** An export from a mount whose server stops answering (Debian: bindfs, as root): it ends, and says what it is without. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ExportJob } from "#recorder/export/export-job.ts";
import { ReachableVolumes } from "#recorder/export/reachable-volumes.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { SegmentReader } from "#recorder/recording/segments/reading/segment-reader.ts";
import { eventually } from "#test/support/eventually.ts";
import { canHang } from "#test/support/machine/hanging-mount.ts";
import { openRecordings, temporaryFolder } from "../recording/fixture.ts";
import { volume } from "../recording/volumes/volumes-fixture.ts";
import { codedFrames } from "./coded-camera.ts";

const isThere = canHang("an export from a mount that hangs");

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const STOP = START + 20_000;
const SOON_MS = 500;

describe.skipIf(!isThere)("an export from a volume that does not answer", () => {
  const folder = { dir: "", remove: (): void => undefined };
  let recordings: Recordings;
  let mount: ChildProcess;
  beforeEach(async () => {
    Object.assign(folder, temporaryFolder());
    for (const name of ["b", "mount"]) mkdirSync(join(folder.dir, name));
    mount = spawn("bindfs", ["-f", join(folder.dir, "b"), join(folder.dir, "mount")], { stdio: "ignore" });
    const isMounted = () => spawnSync("mountpoint", ["-q", join(folder.dir, "mount")]).status === 0;
    await eventually(isMounted, "it is mounted", 10_000);
    const volumes = [volume("a", join(folder.dir, "a"))];
    recordings = await openRecordings(join(folder.dir, "data"), { volumes, segmentMs: 5000 });
    const yard = await recordings.recorder("yard", "1", "continuous");
    yard.begin({ codec: "h264", audio: null });
    for (const unit of codedFrames({ count: 15 * 20, startMs: START, gopFrames: 15 })) yard.push(unit);
    await recordings.stop("yard");
  });
  afterEach(async () => {
    mount.kill("SIGCONT");
    await recordings.close();
    execFileSync("umount", ["-l", join(folder.dir, "mount")]);
    mount.kill("SIGKILL");
    folder.remove();
  });

  /** Those of the files lie on the mount. */
  async function moved(
    isMeant: (at: number) => boolean,
  ): Promise<{ readonly startMs: number; readonly stopMs: number }> {
    const rows = (await recordings.index.segmentsBetween("yard", START, STOP)).filter((_row, at) => isMeant(at));
    for (const row of rows) {
      const to = join(folder.dir, "b", row.file);
      mkdirSync(dirname(to), { recursive: true });
      renameSync(join(folder.dir, "a", row.file), to);
      await recordings.index.moveSegment(row.id, "a", "b");
    }
    return { startMs: rows[0]?.startMs ?? 0, stopMs: rows.at(-1)?.endMs ?? 0 };
  }
  function started(volumes: ReachableVolumes): ReturnType<ExportJob["run"]> {
    volumes.use({
      recordingsDir: "",
      volumes: [volume("a", join(folder.dir, "a")), volume("b", join(folder.dir, "mount"))],
    });
    const spec = {
      recordingsDir: "",
      streams: [{ streamId: "yard", cameraName: "Yard" }],
      startMs: START,
      stopMs: STOP,
      format: "mkv" as const,
      outFile: join(folder.dir, "out.mkv"),
      signingKey: null,
      dewarpScript: "",
      recorderName: "Test recorder",
      zone: "UTC",
    };
    const reader = new SegmentReader(volumes.folders, recordings.index, null, () => volumes.away, volumes.whileThere);
    return new ExportJob(spec, reader, () => undefined).run();
  }

  it("ends as soon as it is told so, without what lies there", { timeout: 30_000 }, async () => {
    const part = await moved((at) => at === 2);
    mount.kill("SIGSTOP");
    const volumes = new ReachableVolumes();
    const made = started(volumes);
    // It waits for the disk until then.
    expect(await Promise.race([made, new Promise((resolve) => setTimeout(() => resolve("waits"), SOON_MS))])).toBe(
      "waits",
    );
    volumes.tell(["b"]);
    const answer = await made;
    expect(answer).toMatchObject({ ok: true, value: { notReachable: [{ streamId: "yard", ...part }] } });
  });

  it("ends by itself when a read takes too long, and says which volume it is where there is nothing else", {
    timeout: 30_000,
  }, async () => {
    await moved(() => true);
    mount.kill("SIGSTOP");
    expect(await started(new ReachableVolumes(SOON_MS))).toMatchObject({
      ok: false,
      error: { code: "archive/none", cause: { code: "archive/volume-not-reachable", params: { name: "b" } } },
    });
  });

  it("that answers again is whole", { timeout: 30_000 }, async () => {
    await moved((at) => at === 2);
    const volumes = new ReachableVolumes();
    volumes.tell(["b"]);
    volumes.tell([]);
    expect(await started(volumes)).toMatchObject({ ok: true, value: { notReachable: [], files: [{ frames: 300 }] } });
  });
});
