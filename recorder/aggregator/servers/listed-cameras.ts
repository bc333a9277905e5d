/** The cameras of a server in the short form in which pages list them: a quarter of the bytes, without addresses. */
import { actionsOn, showsPictures } from "#domain/accounts/access.ts";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import type { ListedCameraWrite } from "#protocol/rest/cameras/listed-camera.ts";
import type { ServerViewer } from "./server-shapes.ts";
import type { WatchedServer } from "./watched-server.ts";

type Short = Omit<ListedCameraWrite, "permissions">;

/** By camera: a change of one makes another object of it, and the other thousands keep their short form. */
const made = new WeakMap<Camera, Short>();

type Listed = ListedCameraWrite & { readonly orchidId: string };

/** The visible ones of these cameras of a server, in their order, each with what the user may do with it; absent: all of the server. */
export function listCameras(
  { record, state }: Pick<WatchedServer, "record" | "state">,
  { rights }: Pick<ServerViewer, "rights">,
  cameras: readonly Camera[] = state.cameras,
): readonly Listed[] {
  return cameras.flatMap((one) => {
    const own = rights(one.id);
    if (!showsPictures(own.scope)) return [];
    const short = made.get(one) ?? shortForm(one);
    made.set(one, short);
    return [{ ...short, orchidId: record.id, permissions: { actions: actionsOn(own.scope, own) } }];
  });
}

/** What a reader takes for granted is left out. */
function shortForm(one: Camera): Short {
  const { id, name, driver, configuration, capabilities, features, primaryStream, streams, recordedFor } = one;
  const displayModel = one.displayModel ?? configuration.Model;
  const { PTZ } = capabilities.camera;
  return {
    id,
    name,
    driver,
    ...(displayModel === undefined ? {} : { displayModel }),
    ...(PTZ ? { capabilities: { camera: { PTZ } } } : {}),
    ...(features.ptz ? { features: { ptz: features.ptz } } : {}),
    ...(primaryStream ? { primaryStream: shortPrimary(primaryStream) } : {}),
    ...(recordedFor ? { recordedFor } : {}),
    streams: streams.map(shortStream),
  };
}

const shortPrimary = ({ id, status }: NonNullable<Camera["primaryStream"]>): NonNullable<Short["primaryStream"]> => ({
  id,
  ...(status ? { status: { streamState: status.streamState } } : {}),
});

type Stream = Camera["streams"][number];

function shortStream(one: Stream): NonNullable<Short["streams"]>[number] {
  const { id, name, active, recordWhenSecondary, isMasked, dewarpConfiguration, recordingConfiguration, status } = one;
  const { mode } = recordingConfiguration;
  const video = status?.video;
  return {
    id,
    name,
    ...(active ? {} : { active }),
    ...(recordWhenSecondary ? { recordWhenSecondary } : {}),
    ...(isMasked ? { isMasked } : {}),
    ...(Object.keys(dewarpConfiguration).length > 0 ? { dewarpConfiguration } : {}),
    ...(mode === undefined ? {} : { recordingConfiguration: { mode } }),
    ...(video ? { status: { video: sizeOf(video) } } : {}),
  };
}

const sizeOf = ({ width, height, framesPerSecond }: NonNullable<NonNullable<Stream["status"]>["video"]>) => ({
  width,
  height,
  framesPerSecond,
});
