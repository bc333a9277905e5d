/** What is wrong with a command line, as data; its text is for the terminal only, which is English. */

export type CommandLineProblem =
  | { readonly code: "unknown-argument"; readonly argument: string }
  /** beside `--capture-camera`, which takes fewer than the others */
  | { readonly code: "unknown-beside-capture"; readonly argument: string }
  | { readonly code: "value-missing"; readonly flag: string }
  | { readonly code: "file-missing"; readonly flag: string }
  | { readonly code: "capture-incomplete" }
  | { readonly code: "capture-address" }
  | { readonly code: "capture-seconds"; readonly mostS: number }
  | { readonly code: "replace-without-restore" };

/** One line. */
export function commandLineProblemText(problem: CommandLineProblem): string {
  switch (problem.code) {
    case "unknown-argument":
      return `unknown argument ${problem.argument}; see --help`;
    case "unknown-beside-capture":
      return `unknown argument ${problem.argument} beside --capture-camera; see --help`;
    case "value-missing":
      return `${problem.flag} needs a value`;
    case "file-missing":
      return `${problem.flag} needs the name of a file`;
    case "capture-incomplete":
      return "--capture-camera needs an address and a file";
    case "capture-address":
      return "--capture-camera needs an address that begins with rtsp:// or rtsps://";
    case "capture-seconds":
      return `--capture-seconds needs a number up to ${problem.mostS}`;
    case "replace-without-restore":
      return "--replace belongs to --restore FILE";
  }
}
