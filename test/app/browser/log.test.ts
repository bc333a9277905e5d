import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#app/browser/log.ts";

afterEach(() => void vi.restoreAllMocks());

test.each([
  ["NONE", []],
  ["ERROR", ["error ERROR"]],
  ["WARN", ["error ERROR", "warn WARN"]],
  ["LOG", ["error ERROR", "warn WARN", "log INFO", "log LOG"]],
  ["TRACE", ["error ERROR", "warn WARN", "log INFO", "log LOG", "log DEBUG", "log TRACE"]],
] as const)("the level %s lets through", (level, expected) => {
  const written: string[] = [];
  for (const sink of ["error", "warn", "log"] as const)
    vi.spyOn(console, sink).mockImplementation((text: unknown) => void written.push(`${sink} ${String(text)}`));
  const log = createLog(level);
  for (const at of ["ERROR", "WARN", "INFO", "LOG", "DEBUG", "TRACE"] as const) log(at, at);
  expect(written).toEqual(expected);
});
