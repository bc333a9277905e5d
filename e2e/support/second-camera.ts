import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Api, type CameraAnswer, eventually } from "./api.ts";

export interface SecondCamera extends CameraAnswer {
  readonly streams: readonly {
    readonly id: string;
    readonly name: string;
    readonly rtsp?: string;
    readonly status?: { readonly streamState: string };
  }[];
}

/**
 * A demo camera's stream registered a second time, as Generic RTSP under a name of its own: what is done to it disturbs
 * nobody. Answers it once it runs; whoever asks deletes it.
 */
export async function secondCamera(
  api: Api,
  dataDir: string,
  of: { readonly name: string; readonly demo: string; readonly path: "main" | "small" },
): Promise<SecondCamera> {
  const all = async (): Promise<readonly SecondCamera[]> =>
    (await api.get<{ cameras: SecondCamera[] }>("/service/cameras")).cameras;
  const demo = (await all()).find(({ name }) => name.startsWith(of.demo));
  const uri = demo?.streams.find(({ rtsp }) => rtsp?.endsWith(of.path))?.rtsp;
  if (uri === undefined) throw new Error(`no demo camera ${of.demo}`);
  // The demo cameras want a login, as cameras do; theirs is made at the first start.
  const password = readFileSync(join(dataDir, "demo/password"), "utf8").trim();
  const { id } = await api.post<SecondCamera>("/service/cameras", {
    driver: "Generic RTSP",
    name: of.name,
    connection: { uri, username: "admin", password },
  });
  const made = await eventually(
    `${of.name} runs`,
    async () => (await all()).find((camera) => camera.id === id),
    (camera) => camera?.streams[0]?.status?.streamState === "running",
    60_000,
  );
  if (!made) throw new Error("the camera is gone");
  return made;
}
