/** What the command line asks for: reads it, prints the address and the first password, ends on signals. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CommandLine, helpText, parseCommandLine } from "./cli.ts";
import { type Config, loadConfig, printableConfig } from "./config.ts";
import { clientDirOf, Recorder } from "./recorder.ts";
import { resetPassword } from "./reset-password.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exit(2);
}

/** `--config`, else PROSCENIUM_CONFIG, else config.json in the data folder when it is there. */
function readConfigFile({ configFile, flags }: CommandLine): string | null {
  const named = configFile ?? process.env.PROSCENIUM_CONFIG ?? null;
  if (named !== null) {
    if (!existsSync(named)) fail([`no such config file: ${named}`]);
    return readFileSync(named, "utf8");
  }
  const data = flags.get("data") ?? process.env.PROSCENIUM_DATA ?? ".data";
  const beside = join(resolve(data), "config.json");
  return existsSync(beside) ? readFileSync(beside, "utf8") : null;
}

async function run(config: Config, scriptDir: string): Promise<void> {
  const recorder = await Recorder.create({
    config,
    scriptDir,
    clientDir: clientDirOf(scriptDir),
    say: (line) => {
      if (line !== "") print(`demo cameras: ${line}`);
    },
  });
  let closing: Promise<void> | null = null;
  const close = (): void => {
    closing ??= recorder.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, close);
  process.on("uncaughtException", (error) => {
    recorder.services.log.fatal({ err: error }, "a bug ended the recorder");
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  });
  try {
    await recorder.listen();
  } catch (error) {
    await recorder.close();
    fail([`Cannot listen on ${config.host}:${config.port}: ${error instanceof Error ? error.message : String(error)}`]);
  }
  print(`${config.name} is at ${recorder.url}`);
  if (recorder.firstPassword !== null) {
    print("This is its first start. The administrator is");
    print("  username: admin");
    print(`  password: ${recorder.firstPassword}`);
    print("It is shown only now; --reset-password makes another one.");
  }
}

/** `scriptDir`: folder of the bundled scripts, `media.js` and the others. Resolves when the recorder runs, or what was asked is done. */
export async function runCommand(scriptDir: string, words: readonly string[]): Promise<void> {
  const line = parseCommandLine([...words]);
  if (!line.ok) fail([line.error]);
  if (line.value.action === "help") {
    process.stdout.write(helpText());
    return;
  }
  const config = loadConfig({
    file: readConfigFile(line.value),
    environment: process.env,
    flags: line.value.flags,
  });
  if (!config.ok) fail(config.error);
  if (line.value.action === "check-config") print("The configuration is right.");
  else if (line.value.action === "print-config") print(printableConfig(config.value));
  else if (line.value.action === "reset-password")
    print(`username: admin\npassword: ${await resetPassword(config.value)}`);
  else await run(config.value, scriptDir);
}
