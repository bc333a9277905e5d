import { setTimeout as pause } from "node:timers/promises";
import { recordsSince, segmentsOf } from "../../ground/archives.mjs";
import { msUntil, seconds } from "../../ground/waiting.mjs";
import { view } from "../../ground/viewers.mjs";

const CAMERAS = 4;
const HOLE_LIMIT_MS = 200;

/** R19: more is asked than the machine can do. Recording comes first; who is refused hears when to come back. */
export const overload = {
  id: "R19",
  tried:
    "200 callers at once ask for pictures and lists without a pause while 40 others watch by RTSP and 4 cameras record",
  bar: "recordings without a hole; only 200, 429 and 503, each refusal with Retry-After; ready again within 10 s",
  async run(ground) {
    const lastsMs = ground.size(30_000, 5000);
    const port = await ground.cameras(CAMERAS);
    const recorder = await ground.recorder({
      args: ["--http-requests-per-minute", "0", "--http-overload-delay", "1000"],
    });
    const streams = await recorder.addCameras(port, CAMERAS);
    const account = { username: "admin", password: recorder.password, token: (await recorder.signIn()).value.id };
    const { token } = account;
    const viewers = [];
    for (let at = 0; at < ground.size(40, 8); at += 1)
      viewers.push(await view("RTSP", recorder, streams[at % CAMERAS], account));
    ground.onEnd(() => viewers.forEach((viewer) => viewer.close()));
    const fromMs = Date.now();
    const endMs = fromMs + lastsMs;
    const statuses = new Map();
    let withoutTime = 0;
    const ask = async (at) => {
      while (Date.now() < endMs) {
        const path =
          at % 4 === 0 ? "/service/cameras" : `/service/streams/${streams[at % CAMERAS]}/frame?width=${160 + at}`;
        const answer = await recorder.ask("GET", path, { token }).catch(() => null);
        const status = answer?.status ?? "no answer";
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if ([429, 503].includes(status) && answer.headers.get("retry-after") === null) withoutTime += 1;
        if (status !== 200) await pause(50);
      }
    };
    await Promise.all(Array.from({ length: ground.size(200, 40) }, (_, at) => ask(at)));
    const overMs = Date.now();
    const ready = await msUntil(() => recorder.isReady(), 10_000);
    const isRecorded = await msUntil(() => recordsSince(recorder, streams, overMs), 15_000, { everyMs: 200 });
    const holes = (await segmentsOf(recorder, streams)).flatMap((all) =>
      all.slice(1).map(({ start }, at) => (start > fromMs ? start - all[at].end : 0)),
    );
    const hole = Math.max(0, ...holes);
    const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
    const figure = `${counts}; ${withoutTime} refusals without a time; longest hole ${seconds(hole)}; ready after ${ready === null ? "never" : seconds(ready)}`;
    const isNamed = withoutTime === 0 && [...statuses.keys()].every((status) => [200, 429, 503].includes(status));
    const isSafe = isRecorded !== null && hole <= HOLE_LIMIT_MS;
    return { figure, held: isNamed && isSafe && ready !== null };
  },
};
