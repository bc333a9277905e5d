/** A process that thins out what it has until it is killed. argv: folder, what */
import { begin, later, rule } from "./thinning-fixture.ts";

const [, , dir = "", what = "keys"] = process.argv;
const one = await later(dir, {
  onLog: (level, text, detail) => {
    if (level !== "info") process.stderr.write(`${level} ${text} ${JSON.stringify(detail)}\n`);
  },
});
await one.thinner.set(rule({ what: what === "keys" ? "keys" : "motion" }));
process.stdout.write("open\n");
begin(one);
// It stays until it is killed.
setInterval(() => undefined, 1000);
