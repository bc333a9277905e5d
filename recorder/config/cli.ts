/** The command line: turns flags into settings by key, and names the command to run instead of the server. */
import { fail, ok, type Result } from "#base/result.ts";
import type { CommandLineProblem } from "./command-line-problem.ts";
import { environmentName, flagName, type Option, options } from "./options.ts";

type Action =
  | "run"
  | "help"
  | "check-config"
  | "print-config"
  | "reset-password"
  | "backup"
  | "restore"
  | "restore-archive"
  | "verify-audit"
  | "capture-camera";

export interface Capture {
  readonly url: string;
  readonly file: string;
  readonly seconds: number;
  readonly hasPictures: boolean;
}

export interface CommandLine {
  readonly action: Action;
  /** of the action: the file to write or to read; "" = it takes none */
  readonly file: string;
  /** --replace: what is in the data folder is put aside */
  readonly replaces: boolean;
  /** what `capture-camera` captures; null = another action */
  readonly capture: Capture | null;
  /** path of the JSON file, null = none given */
  readonly configFile: string | null;
  readonly flags: ReadonlyMap<string, string>;
}

const byFlag = new Map<string, Option>(options.map((option) => [flagName(option.key), option]));
const actions = new Map<string, Action>([
  ["--help", "help"],
  ["-h", "help"],
  ["--check-config", "check-config"],
  ["--print-config", "print-config"],
  ["--reset-password", "reset-password"],
  ["--verify-audit", "verify-audit"],
]);
const actionsOnFiles = new Map<string, Action>([
  ["--backup", "backup"],
  ["--restore", "restore"],
  ["--restore-archive", "restore-archive"],
]);

const CAPTURE = "--capture-camera";
const CAPTURE_SECONDS = { usual: 20, most: 600 };

/** `--capture-camera URL FILE`, with `--capture-seconds N` and `--capture-pictures` before or behind it. */
function parseCapture(words: readonly string[]): Result<Capture, CommandLineProblem> {
  const [url, file] = words.slice(words.indexOf(CAPTURE) + 1);
  if (url === undefined || file === undefined || file.startsWith("--")) return fail({ code: "capture-incomplete" });
  if (!/^rtsps?:/i.test(url)) return fail({ code: "capture-address" });
  const at = words.indexOf("--capture-seconds");
  const seconds = at < 0 ? CAPTURE_SECONDS.usual : Number(words[at + 1]);
  if (!(seconds > 0 && seconds <= CAPTURE_SECONDS.most))
    return fail({ code: "capture-seconds", mostS: CAPTURE_SECONDS.most });
  const others = [CAPTURE, url, file, "--capture-pictures", "--capture-seconds", words[at + 1]];
  const unknown = words.find((word) => !others.includes(word));
  if (unknown !== undefined) return fail({ code: "unknown-beside-capture", argument: unknown });
  return ok({ url, file, seconds, hasPictures: words.includes("--capture-pictures") });
}

/** Reads `--flag value`, `--flag=value` and `--no-flag`. */
export function parseCommandLine(words: readonly string[]): Result<CommandLine, CommandLineProblem> {
  const flags = new Map<string, string>();
  if (words.includes(CAPTURE)) {
    const capture = parseCapture(words);
    if (!capture.ok) return capture;
    return ok({ action: "capture-camera", file: "", replaces: false, configFile: null, flags, capture: capture.value });
  }
  let action: Action = "run";
  let file = "";
  let replaces = false;
  let configFile: string | null = null;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const wanted = actions.get(word);
    if (wanted) {
      action = wanted;
      continue;
    }
    if (word === "--replace") {
      replaces = true;
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
    const onFile = actionsOnFiles.get(name);
    if (!option && !onFile && name !== "--config") return fail({ code: "unknown-argument", argument: name });
    if (option?.kind === "flag" && equals < 0) {
      flags.set(option.key, "true");
      continue;
    }
    const value = equals < 0 ? words[++index] : word.slice(equals + 1);
    if (value === undefined || (onFile && (value === "" || value.startsWith("--"))))
      return fail({ code: onFile ? "file-missing" : "value-missing", flag: name });
    if (onFile) {
      action = onFile;
      file = value;
    } else if (option) flags.set(option.key, value);
    else configFile = value;
  }
  if (replaces && action !== "restore") return fail({ code: "replace-without-restore" });
  return ok({ action, file, replaces, configFile, flags, capture: null });
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
    "  --backup FILE      writes accounts, stages, settings, keys and the index of recordings into FILE, and ends;",
    "                     the server may run meanwhile",
    "  --restore FILE     puts such a file into an empty data folder, and ends; the server must not run",
    "    --replace        ... into one that is not empty: what is there is put aside",
    "  --restore-archive FILE",
    "                     starts with the archive in a bucket that FILE describes, and takes the recordings there into the",
    "                     index (docs/storage.md)",
    "  --verify-audit     says whether an entry of the audit was changed or removed, and ends (status 1: yes)",
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
