/** Where a camera's streams are once the camera answers at another address, or was replaced by another one. */
import type { StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { isSameServer } from "./camera-address.ts";
import type { NewCamera, NewStream } from "./camera-making.ts";

/**
 * The changes of each stream, by its id; streams that are not named stay as they are. `oldUri`: the camera's old
 * address.
 */
export function streamsMoved(
  rows: readonly StreamRow[],
  made: Pick<NewCamera, "uri" | "streams">,
  oldUri: string,
): ReadonlyMap<string, Partial<StreamRow>> {
  const onvif = rows.filter((row) => row.profile_token !== "");
  const profileOf = (row: StreamRow) => made.streams.find(({ profileToken }) => profileToken === row.profile_token);
  // No profile token is known there: it is another model, and its profiles are matched with our streams in their order.
  const isOtherModel = !onvif.some(profileOf);
  const changes = new Map<string, Partial<StreamRow>>();
  for (const [at, row] of onvif.entries()) {
    const profile = isOtherModel ? made.streams[at] : profileOf(row);
    changes.set(row.id, profile ? taken(row, profile, isOtherModel) : { uri: lost(row, made) });
  }
  for (const row of rows)
    if (row.profile_token === "") changes.set(row.id, { uri: rebased(row.uri, oldUri, made.uri) });
  return changes;
}

const taken = (row: StreamRow, profile: NewStream, isOtherModel: boolean): Partial<StreamRow> =>
  isOtherModel
    ? {
        uri: profile.uri,
        profile_token: profile.profileToken,
        fixed: profile.fixed ? 1 : 0,
        configuration: JSON.stringify({ ...(JSON.parse(row.configuration) as object), ...profile.configuration }),
      }
    : { uri: profile.uri };

/**
 * The camera no longer has this profile: the same path is tried there, and the stream's status will show the result.
 */
const lost = (row: StreamRow, made: Pick<NewCamera, "uri" | "streams">): string =>
  at(row.uri, new URL(made.streams[0]?.uri ?? made.uri));

/** A stream's address on the camera's new host; if it was the camera's own address it becomes the new one. */
function rebased(uri: string, oldBase: string, newBase: string): string {
  if (uri === oldBase) return newBase;
  return isSameServer(uri, oldBase) ? at(uri, new URL(newBase)) : uri;
}

/** The same path on another server. */
function at(uri: string, server: URL): string {
  const url = new URL(uri);
  url.protocol = server.protocol;
  url.hostname = server.hostname;
  // Set separately: assigning a host without a port would keep the old port.
  url.port = server.port;
  return url.href;
}
