import { expect, test, vi } from "vitest";
import { createExportActions } from "#actions/recordings/export-actions.ts";
import { createLensFinder } from "#actions/stage/lens-finder.ts";
import { PreviewFeed } from "#actions/cameras/preview-feed.ts";
import { ThumbnailFeed } from "#actions/timeline/thumbnail-feed.ts";
import { fail } from "#base/result.ts";
import { IMAGE_REQUESTS_MAX } from "#domain/limits/requests.ts";
import { createExportStore } from "#state/export-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { noResponse } from "#transport/http-failure.ts";
import { Throttle } from "#transport/throttle.ts";

/** The pictures of one page: counts every request for a still while it is in progress. */
function page() {
  const onTheWay = new Map<string, number>();
  const most = new Map<string, number>();
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const server = (path: string): string => path.split("/")[3]?.split("-")[0] ?? "";
  const http = {
    ownerOf: (streamId: string) => streamId.split("-")[0],
    blob: ({ path }: { path: string }) => {
      const of = server(path);
      asked.push(path);
      onTheWay.set(of, (onTheWay.get(of) ?? 0) + 1);
      most.set(of, Math.max(most.get(of) ?? 0, onTheWay.get(of) ?? 0));
      return new Promise((resolve) =>
        answers.push(() => {
          onTheWay.set(of, (onTheWay.get(of) ?? 0) - 1);
          resolve(fail(noResponse));
        }),
      );
    },
  } as unknown as HttpClient;
  return { http, asked, most, answers };
}

test("previews, thumbnails, lenses and the export's pictures are three at once of each server, all together", async () => {
  const { http, asked, most, answers } = page();
  const throttle = new Throttle(IMAGE_REQUESTS_MAX);
  const servers = ["a", "b"];
  const cells = servers.flatMap((orchidId) =>
    Array.from({ length: 16 }, (_, i) => ({ camera: { id: `${orchidId}${i}`, orchidId }, dewarpMode: 1 })),
  );
  const byKey = new Proxy(
    {},
    {
      get: (_target, key) => {
        const of = String(key).includes("a") ? "a" : "b";
        return { dewarp: {}, streams: [], primaryStreamId: `${of}-lens-${asked.length}` };
      },
    },
  );
  let look: () => void = () => undefined;
  const store = (facts: unknown) => ({
    get: () => facts,
    change: () => undefined,
    subscribe: (to: () => void) => (look = to),
  });
  createLensFinder({
    http,
    throttle,
    stage: store({ grid: { cells } }),
    cameras: store({ byKey }),
    players: store({ lenses: {} }),
    storage: { read: () => null, write: () => true },
    findCircle: () => Promise.resolve(null),
  } as unknown as Parameters<typeof createLensFinder>[0]);
  const previews = new PreviewFeed(http, throttle);
  const thumbnails = new ThumbnailFeed(http, throttle);
  const exports = createExportActions({ http, throttle, store: createExportStore(), download: () => undefined });
  const leave = servers.flatMap((of) =>
    Array.from({ length: 5 }, (_, i) => previews.watch(`${of}-preview-${i}`, 100, () => undefined)),
  );
  look();
  const pictures = servers.map((of) => exports.picture(`${of}-export`, 1, 100, new AbortController().signal));
  thumbnails.want("a-thumbnail", 1000, () => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(2 * IMAGE_REQUESTS_MAX));
  // The picture under the pointer is requested before all that wait.
  answers.shift()?.();
  await vi.waitFor(() => expect(asked.some((path) => path.includes("a-thumbnail"))).toBe(true));
  expect(asked.filter((path) => path.includes("export"))).toEqual([]);
  for (const end of leave) end();
  await vi.waitFor(() => {
    for (const answer of answers.splice(0)) answer();
    expect(asked.filter((path) => path.includes("export"))).toHaveLength(2);
    expect(asked.filter((path) => path.includes("lens")).length).toBeGreaterThanOrEqual(32);
  });
  for (const answer of answers.splice(0)) answer();
  await Promise.all(pictures);
  expect([...most]).toEqual([
    ["a", IMAGE_REQUESTS_MAX],
    ["b", IMAGE_REQUESTS_MAX],
  ]);
});
