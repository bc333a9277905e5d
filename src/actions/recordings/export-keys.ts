import { exportJobList } from "#protocol/rest/recordings/export-job.ts";
import type { KeyFingerprint } from "#state/export-store.ts";
import type { HttpClient } from "#transport/http.ts";

/**
 * Fingerprints of the keys that sign exports, for display: the recorder's, or on the aggregator, which exports nothing
 * itself, those of the streams' servers. Servers that did not answer or have no key are left out.
 */
export async function keyFingerprints(
  http: HttpClient,
  streamIds: readonly string[],
): Promise<readonly KeyFingerprint[]> {
  const owned = streamIds.filter((id) => http.ownerOf(id) !== "");
  const servers =
    owned.length === 0
      ? [{ at: http, serverId: "" }]
      : http.split(owned).map(([id = ""]) => ({ at: http.near(id), serverId: http.ownerOf(id) }));
  const told = await Promise.all(
    servers.map(async ({ at, serverId }) => {
      const answer = await at.json({ path: "/service/exports" }, exportJobList);
      return { serverId, fingerprint: answer.ok ? answer.value.fingerprint : "" };
    }),
  );
  return told.filter(({ fingerprint }) => fingerprint !== "");
}
