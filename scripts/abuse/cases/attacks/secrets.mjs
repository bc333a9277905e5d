import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { callsOf } from "../../ground/requests.mjs";

const CANARY = "canary-Pa55-of-a-camera";
const PERSON = "canary-Pa55-of-a-person";

/** A6: passwords are nowhere to be read: not in answers, logs, metrics, files or the lists of processes. */
export const secrets = {
  id: "A6",
  tried:
    "the password of a camera, of two accounts and the word of a session, looked for in every answer, log, metric, command line and file of the recorder",
  bar: "found nowhere",
  isQuick: true,
  async run(ground) {
    const port = await ground.cameras(2, { password: CANARY });
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0", "--log-level", "debug"] });
    const known = await recorder.addCameras(port, 2, { password: CANARY });
    await recorder.must("POST", "/service/users", { body: { username: "guest", password: PERSON, role: "Viewer" } });
    const token = (await recorder.signIn()).value.id;
    const { cameras } = await recorder.must("GET", "/service/cameras", { token });
    // Things go wrong, too: wrong words, a camera that refuses, a request that is cut short.
    await recorder.signIn("guest", `${PERSON}x`);
    await recorder.ask("GET", `/service/cameras?sid=${token}`, { token: "" });
    const connection = { uri: `rtsp://user:${CANARY}@127.0.0.1:${port}/none`, username: "user", password: CANARY };
    await recorder.ask("POST", "/service/cameras", { token, body: { driver: "Generic RTSP", connection } });
    await recorder.ask("POST", "/service/cameras", { token, raw: `{"connection":{"password":"${CANARY}"` });
    const words = { camera: CANARY, person: PERSON, admin: recorder.password, session: token };
    const found = [];
    let looked = 0;
    const look = (where, text) => {
      looked += 1;
      for (const [name, word] of Object.entries(words)) if (text.includes(word)) found.push(`${name} in ${where}`);
    };
    const ids = [...known, ...cameras.map(({ id }) => id)];
    for (const { method, path } of callsOf(await recorder.must("GET", "/service/openapi.json", { token })))
      for (const id of path.includes("{") ? ids : [""]) {
        if (method !== "GET" || /discoverable/.test(path)) continue;
        const answer = await recorder.ask("GET", path.replaceAll(/\{\w+\}/g, id), { token });
        look(`GET ${path}`, answer.text + JSON.stringify([...answer.headers]));
      }
    for (const pid of [recorder.pid, ...recorder.children().values()])
      look(`command line of ${pid}`, readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    look("output", recorder.log.replace(/password:\s+\S+/, ""));
    for (const entry of readdirSync(recorder.folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith(".mp4")) look(entry.name, textOf(join(entry.parentPath, entry.name)));
    for (const one of found) ground.say(one);
    return { figure: `${found.length} found in ${looked} places`, held: found.length === 0 && looked > 50 };
  },
};

/** "": the recorder has taken the file away since it was listed, as it does with its probes. */
function textOf(file) {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}

/** With another last character, whatever that is. */
const changed = (ticket) => ticket.slice(0, -1) + (ticket.endsWith("A") ? "E" : "A");

/** A3: what a browser has in its address bar and history opens nothing a second time. */
export const tickets = {
  id: "A3",
  tried: "tickets of addresses: used twice, at another address, by another method, changed, after the sign-out",
  bar: "each opens its address once, and nothing else",
  isQuick: true,
  async run(ground) {
    const recorder = await ground.recorder();
    const token = (await recorder.signIn()).value.id;
    const path = "/service/log?format=text";
    const buy = async () => (await recorder.must("POST", "/service/tickets", { token, body: { path } })).ticket;
    const open = async (url, method = "GET") => (await recorder.ask(method, url, { token: "" })).status;
    const first = await buy();
    const right = await open(`${path}&ticket=${first}`);
    const wrong = {
      "a second time": await open(`${path}&ticket=${first}`),
      "another address": await open(`/service/users?ticket=${await buy()}`),
      "another query": await open(`/service/log?format=json&ticket=${await buy()}`),
      "another method": await open(`${path}&ticket=${await buy()}`, "DELETE"),
      changed: await open(`${path}&ticket=${changed(await buy())}`),
      "as a bearer": (await recorder.ask("GET", "/service/users", { token: await buy() })).status,
    };
    const last = await buy();
    await recorder.must("DELETE", "/service/sessions/me", { token });
    wrong["after the sign-out"] = await open(`${path}&ticket=${last}`);
    const opened = Object.entries(wrong).filter(([, status]) => status < 400);
    for (const [name, status] of opened) ground.say(`${name}: ${status}`);
    const count = Object.keys(wrong).length;
    return {
      figure: `right: ${right}; ${opened.length} of ${count} others open`,
      held: right === 200 && opened.length === 0,
    };
  },
};
