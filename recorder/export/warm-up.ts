import { Kysely } from "kysely";
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import { videoConfigOf } from "#recorder/formats/codec-config.ts";
import type { IndexTables } from "#recorder/recording/index/schema/index-tables.ts";
import { migrateIndex } from "#recorder/recording/index/schema/sqlite-migrations.ts";
import type { RecordedVideo } from "#recorder/recording/segments/recorded-sample.ts";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { lengthPrefixed, splitAnnexB } from "#recorder/formats/annex-b.ts";
import { encodeHead } from "./head-encoder.ts";

const SIDE_PX = 64;
const FPS = 15;

/**
 * What a process has to do once, done before somebody waits for it: it loads codecs and the database, and runs the code
 * path of an export's first frames. It takes some dozen ms, leaves nothing behind and never throws: an export will
 * report itself what is missing.
 */
export async function warmUp(): Promise<void> {
  try {
    goOnce();
    const db = new Kysely<IndexTables>({ dialect: sqliteDialect({ file: ":memory:" }) });
    await migrateIndex(db);
    await db.destroy();
  } catch {
    // see above
  }
}

/** Three tiny grey frames, of which the last two are encoded again. */
function goOnce(): void {
  const canvas = new Canvas(SIDE_PX, SIDE_PX, "yuv420p");
  const encoder = new X264Encoder({ widthPx: SIDE_PX, heightPx: SIDE_PX, framesPerSecond: FPS, gopFrames: FPS });
  const pictures: RecordedVideo[] = [];
  for (let n = 0; n < 3; n++)
    encoder.encode(canvas.frame((n * 90_000) / FPS), n === 0, ({ data, pts, key }) => {
      const nals = splitAnnexB(data);
      const config = pictures[0]?.config ?? videoConfigOf("h264", nals);
      if (!config) return;
      const durationUs = 1e6 / FPS;
      pictures.push({ kind: "video", wallMs: pts / 90, durationUs, key, data: lengthPrefixed(nals), config });
    });
  encoder.close();
  canvas.close();
  const [first, second] = pictures;
  if (first && second) encodeHead(pictures, second.wallMs, first.config);
}
