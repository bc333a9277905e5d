import { randomOf } from "../../ground/random.mjs";
import { callsOf, requestFor } from "../../ground/requests.mjs";

const AT_ONCE = 12;
/** More than this share must get beyond the sign-in, or the figure says nothing. */
const LEAST_ADMITTED = 0.9;
/** These end the test's own account, or search the network of whoever runs it. */
const LEFT_OUT = /^\/service\/(sessions|discoverable|trusted)/;

/** R12: whatever is asked, a program gets an answer that names its own fault. */
export const requests = {
  id: "R12",
  tried:
    "Requests generated from the recorder's own OpenAPI, many values wrong (without sessions, the search for devices and the issuer)",
  bar: "no answer of 5xx (a camera that does not answer: 502 or 504 with a code), none without the shape of an error, none after 30 s",
  isQuick: true,
  async run(ground) {
    const count = ground.size(10_000, 600);
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const known = await furnish(recorder, await ground.cameras(2));
    const calls = callsOf(await recorder.must("GET", "/service/openapi.json")).filter(
      ({ path }) => !LEFT_OUT.test(path),
    );
    const random = randomOf(ground.seed);
    const faults = [];
    let admitted = 0;
    let byCameras = 0;
    let done = 0;
    let sent = 0;
    const next = async () => {
      while (sent < count) {
        sent += 1;
        const { method, url, type, raw } = requestFor(random.of(calls), random, known);
        const said = `${method} ${url.slice(0, 200)} ${(raw ?? "").slice(0, 200)}`;
        try {
          const answer = await recorder.ask(method, url, { raw, type });
          if (answer.status !== 401) admitted += 1;
          if (isCamera(answer)) byCameras += 1;
          if (answer.status < 300) done += 1;
          const isNamed = typeof answer.value?.code === "string" && typeof answer.value.reason === "string";
          if (answer.status >= 500 && !isCamera(answer))
            faults.push(`${answer.status}: ${said}: ${answer.text.slice(0, 200)}`);
          else if (answer.status >= 400 && method !== "HEAD" && !isNamed)
            faults.push(`no code: ${answer.status} ${said}: ${answer.text.slice(0, 200)}`);
        } catch (error) {
          faults.push(`${String(error)}: ${said}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (!(await recorder.isReady())) faults.push("not ready afterwards");
    if (admitted < count * LEAST_ADMITTED) faults.push(`only ${admitted} of ${count} were signed in`);
    for (const fault of faults.slice(0, 20)) ground.say(fault);
    return {
      figure: `${faults.length} faults in ${count} requests (${done} succeed), ${byCameras} of 502 or 504 for cameras, seed ${ground.seed}`,
      held: faults.length === 0,
    };
  },
};

/** A camera that does not answer is the camera's fault: 502 and 504 with a code say so. */
const isCamera = ({ status, value }) => [502, 504].includes(status) && typeof value?.code === "string";

/** One of each thing, so that calls reach what lies behind "unknown"; resolves with the ids. */
async function furnish(recorder, rtspPort) {
  const known = await recorder.addCameras(rtspPort, 2);
  const { cameras } = await recorder.must("GET", "/service/cameras");
  known.push(...cameras.map(({ id }) => id));
  const account = { username: "guest", password: "correct horse battery", role: "Viewer" };
  const things = { stages: { name: "one" }, groups: { name: "one" }, users: account };
  for (const [path, body] of Object.entries(things)) {
    const answer = await recorder.ask("POST", `/service/${path}`, { body });
    if (answer.value?.id !== undefined) known.push(answer.value.id);
  }
  return known;
}
