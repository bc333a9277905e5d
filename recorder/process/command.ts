/** Executes the command line: reads it, prints the address and the first password, ends on signals. */
import { englishText } from "#domain/failures/english.ts";
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Aggregator, createAggregator } from "./aggregator.ts";
import { captureToFile } from "./capture-camera.ts";
import { type Capture, type CommandLine, helpText, parseCommandLine } from "#recorder/config/cli.ts";
import { commandLineProblemText } from "#recorder/config/command-line-problem.ts";
import { loadConfig, printableConfig } from "#recorder/config/config.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import type { BucketPut } from "#protocol/rest/server/bucket.ts";
import { readArchiveFile, takeInArchive } from "./console/restore-archive.ts";
import { backup, restore, settingsInBackup, verifyAudit } from "./console/console-commands.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { createRelay } from "./relay/relay.ts";
import { resetPassword } from "./console/reset-password.ts";
import { cannotListen, cannotReadConfig, cannotWriteFolder } from "./console/start-troubles.ts";
import { startReturning } from "./watch/free-memory.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exit(2);
}

/** `--config`, otherwise PROSCENIUM_CONFIG, otherwise config.json in the data folder if it exists. */
function readConfigFile({ configFile, flags }: CommandLine): string | null {
  const named = configFile ?? process.env.PROSCENIUM_CONFIG ?? null;
  const data = flags.get("data") ?? process.env.PROSCENIUM_DATA ?? ".data";
  const path = named ?? join(resolve(data), "config.json");
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isMissing = "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (isMissing && named === null) return null;
    return fail([isMissing ? `no such config file: ${path}` : cannotReadConfig(error)]);
  }
}

/**
 * Ends with a line when a folder of ours cannot be created or written: the database would only say that it cannot be
 * opened.
 */
function needFolders({ edition, data, recordings }: Config): void {
  const folders = edition === "aggregator" ? { data } : { data, recordings };
  for (const [key, folder] of Object.entries(folders)) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      fail([cannotWriteFolder(key, error)]);
    }
  }
}

/** What keeps it from starting and can be mended is said in a sentence. */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartRefused) return fail([error.message]);
    throw error;
  }
}

/** The client lies beside the recorder in a build. */
function clientDirOf(scriptDir: string): string {
  const beside = join(scriptDir, "..", "client");
  return existsSync(beside) ? beside : join(scriptDir, "client");
}

function create(config: Config, scriptDir: string): Promise<Recorder | Aggregator> {
  const options = { config, scriptDir, clientDir: clientDirOf(scriptDir) };
  if (config.edition === "aggregator") return createAggregator(options);
  return createRecorder({
    ...options,
    say: (line) => {
      if (line !== "") print(`demo cameras: ${line}`);
    },
  });
}

/** `archive`: of `--restore-archive`; null = no such thing was asked */
async function run(config: Config, scriptDir: string, archive: BucketPut | null = null): Promise<void> {
  needFolders(config);
  const recorder = await orRefused(() => create(config, scriptDir));
  let closing: Promise<void> | null = null;
  const close = (): void => {
    closing ??= recorder.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, close);
  process.on("uncaughtException", (error) => {
    if (error instanceof StartRefused) fail([error.message]);
    recorder.services.log.fatal(
      { err: error },
      `a bug ended the ${config.edition === "aggregator" ? "aggregator" : "recorder"}`,
    );
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  });
  try {
    await recorder.listen();
  } catch (error) {
    await recorder.close();
    fail([cannotListen(config, error)]);
  }
  startReturning();
  print(`${config.name} is at ${recorder.url}`);
  if (recorder.firstPassword !== null) {
    print("This is its first start. The administrator is");
    print("  username: admin");
    print(`  password: ${recorder.firstPassword}`);
    print("It is shown only now; --reset-password makes another one.");
  }
  if (archive === null) return;
  if ("bucket" in recorder.services) print(await takeInArchive(recorder.services.bucket, archive));
  else print("An aggregator has no recordings: nothing was taken in.");
}

/** What a relay is told to do beside running would be done with what a server keeps: a relay keeps nothing. */
const FOR_RELAYS: readonly CommandLine["action"][] = ["run", "check-config", "print-config"];

async function runRelay(config: Config, scriptDir: string): Promise<void> {
  const relay = await createRelay({ config, scriptDir }).catch((error: unknown) =>
    fail([error instanceof StartRefused ? error.message : cannotListen(config, error)]),
  );
  const end = (): void => void relay.close().then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  process.on("uncaughtException", (error) => {
    relay.log.fatal({ err: error }, "a bug ended the relay");
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  });
  startReturning();
  print(`${config.name} is a relay of ${config.relay.recorders.join(" and ")}, at ${relay.url}`);
}

/** Says in one line what came, so that nobody has to read the file. */
async function capture({ file, ...order }: Capture): Promise<void> {
  const end = await captureToFile(order, file).catch((error: unknown) =>
    fail([`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`]),
  );
  const { video, pictures, keyPictures, packets, trouble } = end;
  const size = video ? `${video.codec} ${video.width} x ${video.height}, ` : "";
  print(
    `${size}${pictures} pictures, ${keyPictures} of them key pictures, ${packets.received} packets, ${packets.lost} lost`,
  );
  if (trouble) print(englishText(trouble));
  print(`written to ${file}`);
}

/**
 * `scriptDir`: folder of the bundled scripts, `media.js` and the others. Resolves when the recorder runs or the command
 * is done.
 */
export async function runCommand(scriptDir: string, words: readonly string[]): Promise<void> {
  const line = parseCommandLine([...words]);
  if (!line.ok) fail([commandLineProblemText(line.error)]);
  if (line.value.action === "help") {
    process.stdout.write(helpText());
    return;
  }
  if (line.value.capture) return capture(line.value.capture);
  const { action, file, replaces } = line.value;
  const own = readConfigFile(line.value);
  const config = loadConfig({
    // A new machine gets the settings of the old one.
    file: own ?? (action === "restore" ? await orRefused(() => settingsInBackup(file)) : null),
    environment: process.env,
    flags: line.value.flags,
  });
  if (!config.ok) fail(config.error);
  await execute(action, config.value, { scriptDir, file, replaces });
}

async function execute(
  action: CommandLine["action"],
  config: Config,
  { scriptDir, file, replaces }: { readonly scriptDir: string; readonly file: string; readonly replaces: boolean },
): Promise<void> {
  // What is written is for its user only, also by the processes that are started.
  if (action !== "check-config" && action !== "print-config") process.umask(0o077);
  const printAll = (lines: readonly string[]): void => lines.forEach(print);
  if (config.edition === "relay" && !FOR_RELAYS.includes(action))
    fail(["A relay keeps nothing: this is for a recorder or an aggregator."]);
  if (action === "check-config") print("The configuration is right.");
  else if (action === "print-config") print(printableConfig(config));
  else if (action === "reset-password")
    print(`username: admin\npassword: ${await orRefused(() => resetPassword(config))}`);
  else if (action === "backup") printAll(await orRefused(() => backup(config, scriptDir, file)));
  else if (action === "restore") printAll(await orRefused(() => restore(config, file, replaces)));
  else if (action === "verify-audit") {
    const { isWhole, lines } = await orRefused(() => verifyAudit(config));
    printAll(lines);
    if (!isWhole) process.exitCode = 1;
  } else if (action === "restore-archive") {
    const archive = await orRefused(() => Promise.resolve().then(() => readArchiveFile(file)));
    await run(config, scriptDir, archive);
  } else if (config.edition === "relay") await runRelay(config, scriptDir);
  else await run(config, scriptDir);
}
