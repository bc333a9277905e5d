import { answerIn, exchange, oddRequest } from "../../ground/odd-requests.mjs";
import { randomOf } from "../../ground/random.mjs";
import { callsOf, requestFor } from "../../ground/requests.mjs";

const AT_ONCE = 12;
const LIMIT_MS = 40_000;
/** These end the test's own account, or search the network of whoever runs it. */
const LEFT_OUT = /^\/service\/(sessions|discoverable|trusted)/;
/** A camera that does not answer, and a server that has much to do, say so by a code. */
const NAMED = [502, 503, 504];

/** A27: whatever is written to the port of HTTP, an answer comes that names the fault. */
export const httpSweep = {
  id: "A27",
  tried:
    "requests to every call of the recorder's own OpenAPI with odd first lines, headers, bodies and line ends, written by hand",
  bar: "no answer of 5xx (but 502 to 504 with a code), each refusal in the shape of an error, no connection that ends without a word or stays open for 40 s, no process ends",
  isQuick: true,
  async run(ground) {
    const count = ground.size(20_000, 600);
    const args = ["--http-requests-per-minute", "0"];
    const recorder = await ground.recorder({ args });
    const processes = JSON.stringify([...recorder.children()]);
    const calls = callsOf(await recorder.must("GET", "/service/openapi.json")).filter(
      ({ path }) => !LEFT_OUT.test(path),
    );
    const token = (await recorder.signIn()).value.id;
    const random = randomOf(ground.seed);
    const faults = [];
    const statuses = new Map();
    let sent = 0;
    const next = async () => {
      while (sent < count) {
        const call = calls[sent++ % calls.length];
        const text = oddRequest(requestFor(call, random, []), random, token);
        const { isEnded, hasLeft, answer } = await exchange(recorder.port, text, LIMIT_MS);
        const read = answerIn(answer, isHead(text));
        const kind = read === null ? 0 : Math.floor(read.status / 100);
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
        const why = faultOf(read, { isEnded, hasLeft }, text);
        if (why !== null) faults.push(`${why}: ${JSON.stringify(text.slice(0, 300))}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (!(await recorder.isReady())) faults.push("not ready afterwards");
    if (JSON.stringify([...recorder.children()]) !== processes) faults.push("a process has ended");
    for (const fault of faults.slice(0, 20)) ground.say(fault);
    const refused = statuses.get(4) ?? 0;
    return {
      figure: `${faults.length} faults in ${count} requests (${statuses.get(2) ?? 0} succeed, ${refused} are refused), seed ${ground.seed}`,
      held: faults.length === 0 && refused > count / 4,
    };
  },
};

/** Null: none. */
function faultOf(read, { isEnded, hasLeft }, text) {
  if (!isEnded) return `open after ${LIMIT_MS / 1000} s`;
  if (read === null) return hasLeft ? null : "ended without a word";
  const { status, isJson, body } = read;
  if (status < 400 || (body === "" && (isHead(text) || isForSocket(text)))) return null;
  // The recorder of the cases is built without pages.
  if (status === 503 && body.startsWith("The client")) return null;
  const isNamed = isJson && namesItself(body);
  if (status >= 500 && !(isNamed && NAMED.includes(status))) return `status ${status}`;
  return isNamed ? null : `no code (${status} ${body.slice(0, 100)})`;
}

/** What refuses a websocket is read by nobody: browsers say that there is none. */
const isForSocket = (text) => /^Upgrade: websocket/m.test(text);
const isHead = (text) => text.startsWith("HEAD ");

function namesItself(body) {
  try {
    const { code, reason } = JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
    return typeof code === "string" && typeof reason === "string";
  } catch {
    return false;
  }
}
