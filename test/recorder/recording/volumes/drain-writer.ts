/** A process that drains one of two volumes and records on the other until it is killed. argv: folder, volume that goes, first ms. */
import { join } from "node:path";
import { Recordings } from "#recorder/recording/recordings.ts";
import { SyntheticCamera } from "../synthetic-camera.ts";
import { volume } from "./volumes-fixture.ts";

const [, , above = "", going = "a", startMs = "0"] = process.argv;
const volumes = ["a", "b"].map((name) =>
  volume(name, join(above, name), { role: name === going ? "drain" : "record" }),
);
const recordings = await Recordings.open({
  recordingsDir: join(above, "data"),
  volumes,
  segmentMs: 2000,
  onDiskState: () => undefined,
  onLog: (level, text, detail) => {
    if (level !== "info") process.stderr.write(`${level} ${text} ${JSON.stringify(detail)}\n`);
  },
});
await recordings.reconciled;
const recorder = await recordings.recorder("live", "1", "continuous");
recorder.begin({ codec: "h264", audio: null });
const source = new SyntheticCamera({ startMs: Number(startMs), frameBytes: 3000 });
setInterval(() => recorder.push(source.frame()), 20);
process.stdout.write("open\n");
