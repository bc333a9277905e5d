import { type Failure, refuse } from "./failures/failure.ts";
import { ok, type Result } from "#base/result.ts";

/** Names whose only rule is that they are required: camera, stream, stage, view, patrol. */
export function requiredName(
  typed: string,
  of: "camera" | "stream" | "stage" | "view" | "patrol",
): Result<string, Failure> {
  const name = typed.trim();
  return name === "" ? refuse(`${of}/name-required`) : ok(name);
}
