import { fail, ok, type Result } from "#base/result.ts";
import { say } from "./errors.ts";

/** Names that are only required: camera, stream, stage. */
export function requiredName(typed: string, of: "camera" | "stream" | "stage"): Result<string, string> {
  const name = typed.trim();
  return name === "" ? fail(say(`${of}_name_required`)) : ok(name);
}
