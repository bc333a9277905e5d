/** Times in the names of exported files. */
import { namedZone } from "../timeline/named-zone.ts";
import { formatLocal, zoneName } from "../timeline/zone.ts";

/**
 * "2026-03-29 12-00-00 +0200", by the clock of a zone (IANA name). The offset tells apart the two runs of an hour that
 * comes twice. "2026-03-29 10-00-00Z" in UTC, and for a zone that is not known here.
 */
export function exportStamp(timeMs: number, zone: string): string {
  const offsets = namedZone(zone);
  const local = formatLocal(timeMs, offsets, "yyyy-MM-dd HH:mm:ss").replaceAll(":", "-");
  const offset = zoneName(timeMs, offsets).slice("UTC".length).replace(":", "");
  return offset === "" ? `${local}Z` : `${local} ${offset}`;
}
