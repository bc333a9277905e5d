import { exportJobList } from "#protocol/rest/export-job.ts";
import type { HttpClient } from "#transport/http.ts";

/**
 * Fingerprints of the keys that sign exports, to show: the recorder's, or those of the streams' servers on the aggregator,
 * which exports nothing itself. null: nobody answered.
 */
export async function keyFingerprints(http: HttpClient, streamIds: readonly string[]): Promise<string | null> {
  const owned = streamIds.filter((id) => http.ownerOf(id) !== "");
  const servers = owned.length === 0 ? [http] : http.split(owned).map(([id = ""]) => http.near(id));
  const answers = await Promise.all(servers.map((each) => each.json({ path: "/service/exports" }, exportJobList)));
  const told = answers.flatMap((answer) => (answer.ok ? [answer.value.fingerprint] : []));
  return told.length === 0 ? null : told.filter((each) => each !== "").join(", ");
}
