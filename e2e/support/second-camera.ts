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
  /** how the demo camera's name begins */
  readonly demo: string;
  readonly path: "main" | "small";
}

const all = async (api: Api): Promise<readonly SecondCamera[]> =>
  (await api.get<{ cameras: SecondCamera[] }>("/service/cameras")).cameras;

/** Where a demo camera's stream is had and with which login, as an administrator would type it. */
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
 * A demo camera's stream registered a second time, as Generic RTSP under a name of its own: what is done to it disturbs
 * nobody. Answers it once it runs; whoever asks deletes it. `demos`: the recorder whose demo camera it is, with that data
 * folder, when it is not the one that gets the camera.
 */
export async function secondCamera(
  api: Api,
  dataDir: string,
  of: DemoStream & { readonly name: string },
  demos: Api = api,
): Promise<SecondCamera> {
  const { id } = await api.post<SecondCamera>("/service/cameras", {
    driver: "Generic RTSP",
    name: of.name,
    connection: await demoConnection(demos, dataDir, of),
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
