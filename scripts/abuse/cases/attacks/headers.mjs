import { callsOf } from "../../ground/requests.mjs";

const MISSING = [
  "/.git/config",
  "/package.json",
  "/recorder/main.js.map",
  "/assets/app.js.map",
  "/..%2f..%2fetc%2fpasswd",
];

/** A10 and A24: no answer can be framed by strangers, guessed at, kept by a browser or read by another page. */
export const headers = {
  id: "A10",
  tried:
    "headers of the page, of every reading call and of refusals; leftovers after the sign-out; files that nobody should get",
  bar: "frame-ancestors, nosniff and no referrer everywhere; no-store on what needs a session; Clear-Site-Data at the sign-out; no stack, no source",
  isQuick: true,
  async run(ground) {
    const port = await ground.cameras(1);
    const recorder = await ground.recorder({ args: ["--http-requests-per-minute", "0"] });
    const ids = await recorder.addCameras(port, 1);
    const token = (await recorder.signIn()).value.id;
    const faults = [];
    let looked = 0;
    const look = ({ status, headers: got, text }, where, isOpen) => {
      looked += 1;
      const want = (name, pattern) => {
        if (!pattern.test(got.get(name) ?? "")) faults.push(`${where}: ${status} ${name}: ${got.get(name)}`);
      };
      want("x-content-type-options", /^nosniff$/);
      want("content-security-policy", /frame-ancestors/);
      want("referrer-policy", /no-referrer|same-origin/);
      if (!isOpen) want("cache-control", /no-store/);
      if (/\bat .+\.(js|ts):\d+|node:internal/.test(text)) faults.push(`${where}: a stack`);
    };
    for (const { method, path } of callsOf(await recorder.must("GET", "/service/openapi.json"))) {
      if (/discoverable|\/ui/.test(path)) continue;
      const url = path.replaceAll(/\{\w+\}/g, ids[0]);
      if (method === "GET") look(await recorder.ask("GET", url, { token }), `GET ${path}`, false);
      look(
        await recorder.ask(method, url, { token: "", raw: ["GET", "HEAD"].includes(method) ? undefined : "{" }),
        `${method} ${path}, nobody`,
        false,
      );
    }
    look(await recorder.ask("GET", "/", { token: "" }), "the page", true);
    for (const path of MISSING) {
      const answer = await recorder.ask("GET", path, { token: "" });
      look(answer, path, true);
      if (answer.status === 200 && !answer.text.includes("<title>")) faults.push(`${path}: ${answer.status}`);
    }
    const trace = await recorder.ask("OPTIONS", "/service/users", { token: "" });
    if (trace.headers.get("access-control-allow-origin") !== null) faults.push("any page may ask");
    const out = await recorder.ask("DELETE", "/service/sessions/me", { token });
    if (!/"(cache|storage|\*)"/.test(out.headers.get("clear-site-data") ?? "")) faults.push("no Clear-Site-Data");
    for (const fault of faults.slice(0, 30)) ground.say(fault);
    return { figure: `${faults.length} faults in ${looked} answers`, held: faults.length === 0 && looked > 80 };
  },
};
