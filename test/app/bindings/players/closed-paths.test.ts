import { expect, test } from "vitest";
import { ClosedPaths } from "#app/bindings/players/closed-paths.ts";
import { failure, type Failure } from "#domain/failures/failure.ts";

const failed = (why: Failure) => ({ failure: why, recoverable: false, retryAfterMs: 0 });
const noPath = failed(failure("webrtc/no-path"));
const aborted = failed(failure("network/aborted"));

test("a server to which there is no way is not tried for a minute", () => {
  const paths = new ClosedPaths();
  expect(paths.isClosed("a", 0)).toBe(false);
  paths.note("a", noPath, 0, 10_000);
  expect(paths.isClosed("a", 69_999)).toBe(true);
  expect(paths.isClosed("b", 69_999)).toBe(false);
  expect(paths.isClosed("a", 70_000)).toBe(false);
});

test("a player that gave up after its whole time says the same; one that was closed earlier says nothing", () => {
  const paths = new ClosedPaths();
  paths.note("a", aborted, 0, 3000);
  expect(paths.isClosed("a", 3000)).toBe(false);
  paths.note("a", aborted, 0, 9900);
  expect(paths.isClosed("a", 9900)).toBe(true);
});

test("where a connection stood once, one that fails closes nothing", () => {
  const paths = new ClosedPaths();
  paths.note("a", null, 0, 100);
  paths.note("a", noPath, 200, 10_200);
  expect(paths.isClosed("a", 10_200)).toBe(false);
});

test("on another network every server is tried anew", () => {
  const paths = new ClosedPaths();
  paths.note("a", noPath, 0, 10_000);
  paths.forget();
  expect(paths.isClosed("a", 10_001)).toBe(false);
});
