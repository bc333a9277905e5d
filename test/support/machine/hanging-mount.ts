/** Whether a FUSE server (Debian: bindfs, as root) can be mounted here, and stopped in the middle: a network mount that hangs. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `what`: is not tested where it cannot; that is said. */
export function canHang(what: string): boolean {
  const can = process.platform === "linux" && process.getuid?.() === 0 && canMount();
  if (!can) console.warn(`bindfs cannot be used here: ${what} is not tested`);
  return can;
}

/** Containers often have no `/dev/fuse`, or may not mount. */
function canMount(): boolean {
  const above = mkdtempSync(join(tmpdir(), "can-mount-"));
  const [real, mount] = [join(above, "real"), join(above, "mount")];
  for (const folder of [real, mount]) mkdirSync(folder);
  try {
    if (spawnSync("bindfs", [real, mount], { timeout: 10_000 }).status !== 0) return false;
    return spawnSync("umount", [mount], { timeout: 10_000 }).status === 0;
  } finally {
    rmSync(above, { recursive: true, force: true });
  }
}
