/** The index names the volume of each file: where the settings call a volume otherwise now, the index follows. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { VolumeIndex } from "../index/recording-index.ts";
import type { CleanedVolume } from "../keeping/cleaner.ts";

/** How many of the newest files are looked for: some may have been removed. */
const LOOKED_FOR = 20;

interface RenamedVolumes {
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** volumes that hold recordings and are not among those of the settings */
  readonly unknown: readonly string[];
}

/** `names`: of all volumes of the settings; `there`: those that can be looked at. */
export async function followRenames(
  index: VolumeIndex,
  names: readonly string[],
  there: readonly Pick<CleanedVolume, "name" | "path">[],
): Promise<RenamedVolumes> {
  const renamed: { from: string; to: string }[] = [];
  const unknown: string[] = [];
  for (const from of await index.volumesInUse()) {
    if (names.includes(from)) continue;
    const to = await holderOf(index, from, there);
    if (to === null) unknown.push(from);
    else {
      await index.renameVolume(from, to);
      renamed.push({ from, to });
    }
  }
  return { renamed, unknown };
}

async function holderOf(
  index: VolumeIndex,
  name: string,
  there: readonly Pick<CleanedVolume, "name" | "path">[],
): Promise<string | null> {
  for (const { file } of await index.newestOf(name, LOOKED_FOR))
    for (const volume of there)
      if (
        await stat(join(volume.path, file)).then(
          () => true,
          () => false,
        )
      )
        return volume.name;
  return null;
}
