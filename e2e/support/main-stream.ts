import type { Api, CameraAnswer } from "./api.ts";

interface Stream {
  readonly id: string;
  readonly name: string;
  readonly dewarpConfiguration: Record<string, unknown>;
  readonly configuration: {
    readonly Video: Record<string, string | number>;
    readonly Audio: Record<string, string | number>;
  };
  readonly recordingConfiguration: { readonly bgseg: { readonly boxArea: number } };
  readonly status?: { readonly streamState: string; readonly video?: { readonly width: number } | null };
}
interface Full extends CameraAnswer {
  readonly streams: readonly Stream[];
}

/** A demo camera by the beginning of its name, with its primary stream and that one's path in the API. */
export async function mainStreamOf(
  api: Api,
  name: string,
): Promise<{ readonly camera: Full; readonly stream: Stream; readonly path: string }> {
  const { cameras } = await api.get<{ cameras: Full[] }>("/service/cameras");
  const camera = cameras.find((each) => each.name.startsWith(name));
  const stream = camera?.streams.find(({ id }) => id === camera.primaryStream?.id);
  if (!camera || !stream) throw new Error(`no camera ${name} with a primary stream`);
  return { camera, stream, path: `/service/cameras/${camera.id}/streams/${stream.id}` };
}
