import { type Api, type CameraAnswer, eventually } from "./api.ts";
import { demoPassword } from "./demo-password.ts";

export interface SecondCamera extends CameraAnswer {
  readonly streams: readonly {
    readonly id: string;
    readonly name: string;
    readonly rtsp?: string;
    readonly status?: { readonly streamState: string };
  }[];
}
interface DemoStream {
  /** the beginning of the demo camera's name */
  readonly demo: string;
  readonly path: "main" | "small";
}

const all = async (api: Api): Promise<readonly SecondCamera[]> =>
  (await api.get<{ cameras: SecondCamera[] }>("/service/cameras")).cameras;

/** The address and the login of a demo camera's stream, as an administrator would type them. */
export async function demoConnection(
  api: Api,
  dataDir: string,
  of: DemoStream,
): Promise<{ readonly uri: string; readonly username: string; readonly password: string }> {
  const demo = (await all(api)).find(({ name }) => name.startsWith(of.demo));
  const uri = demo?.streams.find(({ rtsp }) => rtsp?.endsWith(of.path))?.rtsp;
  if (uri === undefined) throw new Error(`no demo camera ${of.demo}`);
  return { uri, username: "admin", password: demoPassword(dataDir) };
}

/**
 * Registers a demo camera's stream a second time, as Generic RTSP under a name of its own, so that changes to it
 * disturb no other spec. Resolves with its id once it runs; the caller deletes it. `demos`: the recorder that owns the
 * demo camera, with its data folder, when that is not the recorder that gets the new camera. `port`: of a relay to it, which
 * makes it another camera than the one that has its own port.
 */
export async function secondCamera(
  api: Api,
  dataDir: string,
  of: DemoStream & { readonly name: string; readonly port?: number },
  demos: Api = api,
): Promise<SecondCamera> {
  const connection = await demoConnection(demos, dataDir, of);
  const address = new URL(connection.uri);
  if (of.port !== undefined) address.port = String(of.port);
  const { id } = await api.post<SecondCamera>("/service/cameras", {
    driver: "Generic RTSP",
    name: of.name,
    connection: { ...connection, uri: address.href },
  });
  const made = await eventually(
    `${of.name} runs`,
    async () => (await all(api)).find((camera) => camera.id === id),
    (camera) => camera?.streams[0]?.status?.streamState === "running",
    60_000,
  );
  if (!made) throw new Error("the camera is gone");
  return made;
}
