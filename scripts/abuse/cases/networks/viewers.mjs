import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median, megabytes, rssOf } from "../../ground/memory.mjs";
import { KINDS, view } from "../../ground/viewers.mjs";
import { askedToWaitS } from "../../told-to-wait.mjs";

const GROWTH_LIMIT = 0.05;
const AT_ONCE = 8;
const MINUTES = 3;
/** What happens before is the warm-up: caches and heaps fill. */
const WARM_SHARE = 0.4;

/** R27: people come and go for a long time. `--minutes N` says for how long. */
export const comingViewers = {
  id: "R27",
  tried:
    "8 viewers at once by events, media socket, RTSP and WebRTC come and go without a pause while 2 cameras record",
  bar: "memory of all processes grows by at most 5 % after the first 40 % of the time",
  async run(ground) {
    const minutes = ground.minutes ?? ground.size(MINUTES, 0.2);
    const port = await ground.cameras(2);
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const streams = await recorder.addCameras(port, 2);
    const token = (await recorder.signIn()).value.id;
    const account = { username: "admin", password: recorder.password, token };
    const pids = () => [recorder.pid, ...recorder.children().values()];
    const before = String(pids());
    const fromMs = performance.now();
    const endMs = fromMs + minutes * 60_000;
    const share = () => (performance.now() - fromMs) / (endMs - fromMs);
    const samples = [];
    let views = 0;
    let refused = 0;
    let failed = 0;
    const visit = async (at) => {
      for (let turn = at; performance.now() < endMs; turn += 1)
        try {
          const viewer = await view(KINDS[turn % KINDS.length], recorder, streams[turn % 2], account);
          viewer.close();
          views += 1;
        } catch (error) {
          // Who comes again so fast that the places of those who left are not free yet is asked to come later, and does.
          const waitS = askedToWaitS(error);
          if (waitS !== null) {
            refused += 1;
            await pause(waitS * 1000);
            continue;
          }
          failed += 1;
          ground.say(String(error));
        }
    };
    const look = setInterval(() => {
      const sum = pids().reduce((all, pid) => all + rssOf(pid), 0);
      samples.push({ share: share(), bytes: sum });
    }, 500);
    ground.onEnd(() => clearInterval(look));
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => visit(at)));
    clearInterval(look);
    const isSame = String(pids()) === before;
    if (!isSame) for (const line of troubles(recorder)) ground.say(line);
    const within = (from, to) =>
      median(samples.filter((one) => one.share >= from && one.share < to).map(({ bytes }) => bytes));
    const [first, last] = [within(WARM_SHARE, WARM_SHARE + 0.2), within(0.8, 1)];
    const growth = last / first - 1;
    const figure = `${minutes} min, ${views} views, ${refused} asked to come later, ${failed} failed: ${megabytes(first)} to ${megabytes(last)} (${(growth * 100).toFixed(1)} %)${isSame ? "" : ", a process has ended"}`;
    return { figure, held: growth <= GROWTH_LIMIT && failed === 0 && views > 20 && isSame };
  },
};

/** What the recorder has written about errors. */
function troubles(recorder) {
  const folder = join(recorder.folder, "logs");
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  return lines.filter((line) => /"level":(50|60)/.test(line)).slice(0, 20);
}
