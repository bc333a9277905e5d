/** Checks whether a folder can become a volume, before it is one, so that administrators are told what is wrong with it. */
import { rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { VolumeDoubt } from "#protocol/rest/server/volumes.ts";
import { PROBE_FILE, probeDisk } from "#recorder/core/folder-watch.ts";
import type { VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { VolumeIndex } from "#recorder/recording/index/recording-index.ts";
import { diskSpaceOf } from "#recorder/recording/keeping/cleaner.ts";
import { makeVolumeFolder } from "#recorder/recording/volumes/volume.ts";
import { tagIn } from "#recorder/recording/volumes/volume-tag.ts";
import { isDiskFull, isMissing } from "#recorder/store/disk-full.ts";

/** A disk that does not answer is waited for no longer. */
const ANSWER_MS = 5000;

interface VolumeCheck {
  readonly spec: VolumeSpec;
  readonly others: readonly VolumeSpec[];
  readonly reports: readonly Pick<VolumeReport, "name" | "device">[];
  readonly index: Pick<VolumeIndex, "volumeTag" | "volumesInUse">;
  /** doubts that the administrator has read and accepts */
  readonly accept: readonly VolumeDoubt[];
}

/** Makes the folder when only its last part is missing. */
export async function checkVolume(check: VolumeCheck): Promise<Result<null, Failure>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result<null, Failure>>((resolve) => {
    timer = setTimeout(() => resolve(refuse("volume/no-answer", { path: check.spec.path })), ANSWER_MS);
  });
  try {
    return await Promise.race([looked(check), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function looked(check: VolumeCheck): Promise<Result<null, Failure>> {
  const { path } = check.spec;
  const before = await kindOf(path);
  if (before === "missing" && (await kindOf(dirname(path))) !== "folder") return refuse("volume/no-folder", { path });
  if (before === "other") return refuse("volume/not-folder", { path });
  try {
    await makeVolumeFolder(path);
    await probeDisk(join(path, PROBE_FILE));
  } catch (error) {
    if (isDiskFull(error)) return refuse("volume/full", { path });
    return refuse("volume/not-writable", { path, cause: diskCause(error) });
  }
  const answer = await known(check);
  // The folder was made for nothing.
  if (!answer.ok && before === "missing") await rmdir(path).catch(() => undefined);
  return answer;
}

/** What the disk or its file system says, in its own words where no row is for it. */
function diskCause(error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? DISK_CODES[String(error.code)] : undefined;
  return code ? failure(code) : failure("other/message", { message: String(error).slice(0, WORDS_MAX) });
}
const WORDS_MAX = 200;
const DISK_CODES: Readonly<Record<string, "disk/no-permission" | "disk/read-only" | "disk/no-such-folder">> = {
  EACCES: "disk/no-permission",
  EPERM: "disk/no-permission",
  EROFS: "disk/read-only",
  ENOENT: "disk/no-such-folder",
};

async function known({ spec, others, reports, index, accept }: VolumeCheck): Promise<Result<null, Failure>> {
  const { name, path } = spec;
  const tag = await tagIn(path);
  for (const other of others)
    if (tag !== null && (await index.volumeTag(other.name)) === tag)
      return refuse("volume/is-volume", { name: other.name });
  const own = await index.volumeTag(name);
  const former = await index.volumesInUse();
  if (own !== null && own !== tag && former.includes(name)) return refuse("volume/former-name", { name });
  const tags = [own, ...(await Promise.all(former.map((one) => index.volumeTag(one))))];
  if (tag !== null && !tags.includes(tag) && !accept.includes("foreign")) return refuse("volume/foreign", { path });
  const { dev } = await stat(path);
  for (const other of others) {
    const report = reports.find((one) => one.name === other.name);
    const device = report ? report.device : (await stat(other.path)).dev;
    if (device === dev && !accept.includes("same-disk")) return refuse("volume/same-disk", { name: other.name });
  }
  const { freeBytes } = await diskSpaceOf(path);
  return freeBytes > spec.reserveBytes ? ok(null) : refuse("volume/full", { path });
}

async function kindOf(path: string): Promise<"folder" | "other" | "missing"> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "other";
  } catch (error) {
    if (isMissing(error)) return "missing";
    // The first try to write there tells what is wrong.
    return "folder";
  }
}
