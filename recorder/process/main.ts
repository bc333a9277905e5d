/**
 * Entry of the recorder. Where it can (from Node 22.8 on), Node caches the compiled code of its hundred modules, so
 * that a restart is quicker.
 */
import module from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") module.enableCompileCache();
// Imported only now, because modules that are imported before are not cached.
const { runCommand } = await import("./command.ts");
await runCommand(dirname(fileURLToPath(import.meta.url)), process.argv.slice(2));
