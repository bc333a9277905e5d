/** The command line: turns flags into settings by key, and names the command to run instead of the server. */
import { fail, ok, type Result } from "#base/result.ts";
import { environmentName, flagName, type Option, options } from "./options.ts";

export interface Capture {
  readonly url: string;
  readonly file: string;
  readonly seconds: number;
  readonly hasPictures: boolean;
}

export interface CommandLine {
  readonly action: "run" | "help" | "check-config" | "print-config" | "reset-password" | "capture-camera";
  /** what `capture-camera` captures */
  readonly capture: Capture | null;
  /** path of the JSON file, null = none given */
  readonly configFile: string | null;
  readonly flags: ReadonlyMap<string, string>;
}

const byFlag = new Map<string, Option>(options.map((option) => [flagName(option.key), option]));
const actions = new Map<string, CommandLine["action"]>([
  ["--help", "help"],
  ["-h", "help"],
  ["--check-config", "check-config"],
  ["--print-config", "print-config"],
  ["--reset-password", "reset-password"],
]);

const CAPTURE = "--capture-camera";
const CAPTURE_SECONDS = { usual: 20, most: 600 };

/** `--capture-camera URL FILE`, with `--capture-seconds N` and `--capture-pictures` before or behind it. */
function parseCapture(words: readonly string[]): Result<Capture, string> {
  const [url, file] = words.slice(words.indexOf(CAPTURE) + 1);
  if (url === undefined || file === undefined || file.startsWith("--"))
    return fail(`${CAPTURE} needs an address and a file`);
  if (!/^rtsps?:/i.test(url)) return fail(`${CAPTURE} needs an address that begins with rtsp:// or rtsps://`);
  const at = words.indexOf("--capture-seconds");
  const seconds = at < 0 ? CAPTURE_SECONDS.usual : Number(words[at + 1]);
  if (!(seconds > 0 && seconds <= CAPTURE_SECONDS.most))
    return fail(`--capture-seconds needs a number up to ${CAPTURE_SECONDS.most}`);
  const others = [CAPTURE, url, file, "--capture-pictures", "--capture-seconds", words[at + 1]];
  const unknown = words.find((word) => !others.includes(word));
  if (unknown !== undefined) return fail(`unknown argument ${unknown} beside ${CAPTURE}; see --help`);
  return ok({ url, file, seconds, hasPictures: words.includes("--capture-pictures") });
}

/** Reads `--flag value`, `--flag=value` and `--no-flag`; returns a problem as a line. */
export function parseCommandLine(words: readonly string[]): Result<CommandLine, string> {
  const flags = new Map<string, string>();
  if (words.includes(CAPTURE)) {
    const capture = parseCapture(words);
    return capture.ok ? ok({ action: "capture-camera", configFile: null, flags, capture: capture.value }) : capture;
  }
  let action: CommandLine["action"] = "run";
  let configFile: string | null = null;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const wanted = actions.get(word);
    if (wanted) {
      action = wanted;
      continue;
    }
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    const off = byFlag.get(name.replace(/^--no-/, "--"));
    if (name.startsWith("--no-") && off?.kind === "flag" && equals < 0) {
      flags.set(off.key, "false");
      continue;
    }
    const option = byFlag.get(name);
    if (!option && name !== "--config") return fail(`unknown argument ${name}; see --help`);
    if (option?.kind === "flag" && equals < 0) {
      flags.set(option.key, "true");
      continue;
    }
    const value = equals < 0 ? words[++index] : word.slice(equals + 1);
    if (value === undefined) return fail(`${name} needs a value`);
    if (option) flags.set(option.key, value);
    else configFile = value;
  }
  return ok({ action, configFile, flags, capture: null });
}

/** The text of `--help`. */
export function helpText(): string {
  const lines = [
    "Proscenium: a recorder for cameras and the wall to watch them on.",
    "",
    "Usage: proscenium [--data DIR] [--port PORT] [--no-demo] [--config FILE] ...",
    "",
    "  --help             this text",
    "  --config FILE      JSON file with settings by their names below, nested or dotted",
    "                     (environment: PROSCENIUM_CONFIG; config.json in the data folder is read by itself)",
    "  --check-config     says whether the settings are right, and ends",
    "  --print-config     prints them, secrets masked, and ends",
    "  --reset-password   gives the account admin a new password, prints it, and ends",
    "  --capture-camera URL FILE [--capture-seconds N] [--capture-pictures]",
    "                     writes down for N seconds [20] what a camera at an rtsp:// address says and sends, and ends;",
    "                     name and password, and what is in pictures and sound, are left out (docs/cameras.md)",
    "",
    "Defaults are overruled by the file, the file by the environment, the environment by flags.",
    "A variable with _FILE appended names a file that holds the value.",
    "",
  ];
  for (const option of options) {
    const fallback = Array.isArray(option.fallback) ? "" : String(option.fallback);
    const flag =
      option.kind === "flag"
        ? `${flagName(option.key)}, --no-${flagName(option.key).slice(2)}`
        : `${flagName(option.key)} ${option.kind.toUpperCase()}`;
    lines.push(
      `  ${flag}`,
      `      ${option.help}${fallback === "" ? "" : ` [${fallback}]`}; ${option.key}, ${environmentName(option.key)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
