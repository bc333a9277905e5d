import { callsOf } from "../../ground/requests.mjs";

const ROLES = ["Live Viewer", "Viewer", "Manager"];
const PASSWORD = "correct horse battery";
const LEFT_OUT = /discoverable|\/sessions\/|\/trusted|license|\/ui$/;

/** A13: whoever may not see a camera learns nothing of it, whatever is asked. */
export const foreignCameras = {
  id: "A13",
  tried:
    "every reading call of the recorder's own OpenAPI, by 3 roles, with the ids of a camera that they may see and of one that they may not",
  bar: "no answer names the other camera (but the rights of the own account); calls with its ids are refused; the same calls with the own one are not all refused",
  isQuick: true,
  async run(ground) {
    const port = await ground.cameras(2);
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const streams = await recorder.addCameras(port, 2);
    const { cameras } = await recorder.must("GET", "/service/cameras");
    const sides = streams.map((stream) => {
      const camera = cameras.find(({ primaryStream }) => primaryStream.id === stream);
      return { camera: camera.id, stream, name: camera.name };
    });
    const [own, other] = sides;
    const range = { start: Date.now() - 60_000, stop: Date.now() };
    const mark = {
      cameraId: other.camera,
      streamId: other.stream,
      time: range.start,
      name: "secret",
      description: "secret",
    };
    await recorder.ask("POST", "/service/bookmarks", { body: mark });
    const calls = callsOf(await recorder.must("GET", "/service/openapi.json")).filter(
      ({ method, path }) => method === "GET" && !LEFT_OUT.test(path),
    );
    const faults = [];
    let cells = 0;
    let admitted = 0;
    for (const [at, role] of ROLES.entries()) {
      const cameraScopes = [{ id: other.camera, scope: [] }];
      const body = { username: `narrow${at}`, password: PASSWORD, role, cameraScopes };
      await recorder.must("POST", "/service/users", { body });
      const token = (await recorder.signIn(`narrow${at}`, PASSWORD)).value.id;
      for (const { path } of calls)
        for (const side of path.includes("{") ? sides : [own]) {
          const id = path.includes("/cameras/") ? side.camera : side.stream;
          const query = path.endsWith("export") ? `?start=${range.start}&stop=${range.stop}` : "";
          const url = path.replace("{streamId}", side.stream).replaceAll(/\{\w+\}/g, id) + query;
          const answer = await recorder.ask("GET", url, { token });
          cells += 1;
          const isForeign = path.includes("{") && side === other;
          if (isForeign && answer.status < 400)
            faults.push(`${role}: GET ${path} of the other camera: ${answer.status}`);
          if (!isForeign && answer.status < 400) admitted += 1;
          // Which cameras an account may not see is part of its own rights.
          const said = answer.text.replaceAll(url, "").replaceAll(/"cameraScopes":\[[^\]]*\]\}?\]?/g, "");
          if (!isForeign && [other.camera, other.stream].some((word) => new RegExp(`"${word}"`).test(said)))
            faults.push(`${role}: GET ${path} names the other camera`);
        }
    }
    for (const fault of faults) ground.say(fault);
    const figure = `${faults.length} faults in ${cells} cells (${admitted} admitted), besides the matrix of the unit tests`;
    return { figure, held: faults.length === 0 && admitted > 50 };
  },
};
