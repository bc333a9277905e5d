/** Entry of the recorder. Node keeps the compiled code of its hundred modules where it can (from 22.8 on): a restart is quicker. */
import module from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") module.enableCompileCache();
// Only now: what is imported before is not kept.
const { runCommand } = await import("./command.ts");
await runCommand(dirname(fileURLToPath(import.meta.url)), process.argv.slice(2));
