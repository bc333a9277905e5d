/** Converts a camera of the API to the form of the stores. */
import { actionsOn, basePermissions } from "#domain/accounts/access.ts";
import { DEFAULT_DEWARP_CONFIG, type DewarpConfig, parseDewarpConfig } from "#domain/dewarp/config.ts";
import type { SinglePlayerArguments } from "#domain/stage/single-player-arguments.ts";
import type { ListedCamera } from "#protocol/rest/cameras/listed-camera.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import type { UserFacts } from "#state/session-store.ts";

/** `only`: the single player's page knows only this stream of its camera, and PTZ only by its option. */
export type OnlyStream = Pick<SinglePlayerArguments, "streamId" | "ptz" | "serverId">;

export function cameraFacts(
  camera: ListedCamera,
  by: {
    readonly user: UserFacts;
    readonly orchidId: string;
    readonly showDewarp: boolean;
    readonly only: Omit<OnlyStream, "serverId"> | null;
  },
): CameraFacts {
  return narrowed(wholeFacts(camera, by), by.only);
}

function wholeFacts(
  camera: ListedCamera,
  { user, orchidId, showDewarp }: { readonly user: UserFacts; readonly orchidId: string; readonly showDewarp: boolean },
): CameraFacts {
  const ptz = camera.features.ptz ?? camera.capabilities.camera.PTZ;
  const moves = ptz !== undefined && (ptz.pan || ptz.tilt || ptz.zoom);
  return {
    id: camera.id,
    orchidId,
    name: camera.name === "" ? camera.id : camera.name,
    driver: camera.driver,
    model: camera.displayModel ?? camera.configuration.Model ?? "",
    primaryStreamId: camera.primaryStream?.id ?? null,
    streams: camera.streams.map(({ id, name, active, status, recordingConfiguration, recordWhenSecondary }) => ({
      id,
      name,
      active,
      widthPx: status?.video?.width ?? null,
      heightPx: status?.video?.height ?? null,
      framesPerSecond: status?.video?.framesPerSecond ?? null,
      isWatched:
        active &&
        (id === camera.primaryStream?.id || recordWhenSecondary === true) &&
        recordingConfiguration.mode === "ALL_FEATURES_MODE",
    })),
    state: camera.primaryStream?.status?.streamState ?? "unknown",
    // When a recorder does not send it, the session's scope decides.
    actions:
      camera.permissions?.actions ??
      actionsOn(
        basePermissions(user.role, user.scope),
        user.scope?.cameraScopes.find(({ id }) => id === camera.id),
      ),
    ptz: moves
      ? {
          pan: ptz.pan,
          tilt: ptz.tilt,
          zoom: ptz.zoom,
          relativeFov: ptz.relativeFOV,
          maxPresets: ptz.maxPresets,
          ...(ptz.steps ? { steps: true } : {}),
        }
      : null,
    ...(camera.recordedFor ? { recordedFor: camera.recordedFor.name } : {}),
    isMasked: camera.streams.some((each) => each.isMasked === true),
    hasDewarp: camera.streams.some((each) => each.dewarpConfiguration?.enable === true),
    dewarp: dewarpOf(camera, showDewarp),
  };
}

/** When something fetches the camera again (an event, a socket that was away), the page's restriction still applies. */
function narrowed(facts: CameraFacts, only: Omit<OnlyStream, "serverId"> | null): CameraFacts {
  if (only === null || !facts.streams.some(({ id }) => id === only.streamId)) return facts;
  return {
    ...facts,
    primaryStreamId: only.streamId,
    streams: facts.streams.filter(({ id }) => id === only.streamId),
    ...(only.ptz ? {} : { ptz: null, actions: { ...facts.actions, ptz: false } }),
  };
}

/**
 * The primary stream's settings where they are on, otherwise another stream's; a rejected configuration counts as none.
 */
function dewarpOf(camera: ListedCamera, always: boolean): DewarpConfig | null {
  const primary = camera.primaryStream?.id;
  const streams = [...camera.streams].sort((a, b) => Number(b.id === primary) - Number(a.id === primary));
  const read = streams.flatMap(({ dewarpConfiguration }) => {
    const config = parseDewarpConfig(dewarpConfiguration ?? {});
    return config.ok ? [config.value] : [];
  });
  return read.find(({ enable }) => enable) ?? (always ? (read[0] ?? DEFAULT_DEWARP_CONFIG) : null);
}
