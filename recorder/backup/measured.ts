import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";

/** Size and checksum. */
export async function measured(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { bytes: statSync(file).size, sha256: hash.digest("hex") };
}
