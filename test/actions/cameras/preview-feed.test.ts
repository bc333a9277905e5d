import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PreviewFeed, type PreviewPicture } from "#actions/cameras/preview-feed.ts";
import { ok, fail } from "#base/result.ts";
import { foreignFailure } from "#domain/failures/failure.ts";
import { type HttpFailure, noResponse } from "#transport/http-failure.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("URL", { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function rig() {
  const asked: string[] = [];
  const answers: ((picture: Blob | string | null) => void)[] = [];
  const blob = ({ path, query }: { path: string; query?: Readonly<Record<string, unknown>> }) => {
    asked.push(`${path} ${String(query?.width)}`);
    return new Promise<ReturnType<typeof ok<Blob>> | ReturnType<typeof fail<HttpFailure>>>((resolve) =>
      answers.push((picture) =>
        resolve(picture instanceof Blob ? ok(picture) : fail(picture === null ? noResponse : refused(picture))),
      ),
    );
  };
  return { feed: new PreviewFeed({ blob }), asked, answers };
}
const picture = new Blob(["x"]);
const refused = (code: string): HttpFailure => ({
  kind: "refused",
  status: 409,
  code,
  reason: "",
  failure: foreignFailure("", ""),
});
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("three pictures at a time, at twice the size of their element", async () => {
  const { feed, asked, answers } = rig();
  for (const id of ["a", "b", "c", "d"]) feed.watch(id, 100, () => undefined);
  await after(0);
  expect(asked).toEqual(["a", "b", "c"].map((id) => `/service/streams/${id}/frame 200`));
  answers[0]?.(picture);
  await after(0);
  expect(asked).toHaveLength(4);
});

test("refreshed after 2500 ms, then every 60 to 90 s; asked for again 5 s after an error", async () => {
  const { feed, asked, answers } = rig();
  const seen: PreviewPicture["kind"][] = [];
  const stop = feed.watch("a", 100, ({ kind }) => seen.push(kind));
  await after(0);
  answers[0]?.(null);
  await after(0);
  await after(4_999);
  expect(asked).toHaveLength(1);
  await after(1);
  expect(asked).toHaveLength(2);
  answers[1]?.(picture);
  await after(0);
  await after(2_499);
  expect(asked).toHaveLength(2);
  await after(1);
  expect(asked).toHaveLength(3);
  answers[2]?.(picture);
  await after(0);
  await after(59_999);
  expect(asked).toHaveLength(3);
  await after(30_001);
  expect(asked).toHaveLength(4);
  expect(seen).toEqual(["loading", "failed", "picture", "picture"]);
  stop();
  await after(200_000);
  expect(asked).toHaveLength(4);
});

test("a stream that only begins is waited for, and asked again like one that failed", async () => {
  const { feed, asked, answers } = rig();
  const seen: PreviewPicture["kind"][] = [];
  const stop = feed.watch("a", 100, ({ kind }) => seen.push(kind));
  for (const [at, answer] of ["media/unavailable", "stream/no-picture", "stream/not-running", picture].entries()) {
    await after(0);
    answers[at]?.(answer);
    await after(4_999);
    expect(asked).toHaveLength(answer === picture ? 5 : at + 1);
    await after(1);
  }
  expect(seen).toEqual(["loading", "waiting", "waiting", "failed", "picture"]);
  stop();
});

test("a kept picture is shown at once; a larger element fetches its own, a smaller one waits for its refresh", async () => {
  const { feed, asked, answers } = rig();
  feed.watch("a", 100, () => undefined)();
  const first = feed.watch("a", 100, () => undefined);
  await after(0);
  for (const answer of answers) answer(picture);
  await after(0);
  first();
  const before = asked.length;
  const seen: PreviewPicture["kind"][] = [];
  feed.watch("a", 80, ({ kind }) => seen.push(kind))();
  expect(seen).toEqual(["picture"]);
  expect(asked).toHaveLength(before);
  feed.watch("a", 300, ({ kind }) => seen.push(kind));
  await after(0);
  expect(seen).toEqual(["picture", "picture"]);
  expect(asked.slice(before)).toEqual(["/service/streams/a/frame 600"]);
});

test("a kept picture that comes back into sight is refreshed after 2500 ms, then every 60 to 90 s", async () => {
  const { feed, asked, answers } = rig();
  const leave = feed.watch("a", 100, () => undefined);
  await after(0);
  answers[0]?.(picture);
  await after(0);
  leave();
  feed.watch("a", 100, () => undefined);
  await after(2_499);
  expect(asked).toHaveLength(1);
  await after(1);
  expect(asked).toHaveLength(2);
  answers[1]?.(picture);
  await after(59_999);
  expect(asked).toHaveLength(2);
  await after(30_001);
  expect(asked).toHaveLength(3);
});
