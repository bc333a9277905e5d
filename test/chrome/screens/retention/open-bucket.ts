/** Retention, at a recorder whose archive in a bucket is as a test says. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { type Asked, fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { storageRoutes } from "./storage-routes.ts";

export const GB = 1024 ** 3;
export const bucket = {
  endpoint: "https://s3.example.com",
  region: "eu-central-1",
  bucket: "archive",
  prefix: "site1/",
  accessKeyId: "AKID",
  what: "all",
  cameras: null,
  afterDays: 7,
  keepDays: null as number | null,
  limit: 5 * 1024 ** 2 + 1,
  hours: { from: 22, to: 6 },
  encryption: "own",
  holds: true,
};
export const none = {
  bucket: null as object | null,
  state: "unknown",
  reason: "",
  backlog: { files: 0, bytes: 0, oldest: 0 },
  stored: { objects: 0, files: 0, bytes: 0, oldest: 0 },
  only: { files: 0, bytes: 0 },
  held: 0,
  bytesPerSecond: 0,
  restore: null as object | null,
};
export const set = { ...none, bucket, state: "ok" };
type Answer = { status?: number; json: object };
export const asked: { what: string; body: unknown }[] = [];
let server: FakeServer | null = null;
/** Files that share this module would not all have a hook that it registers by itself. */
export function closeAfterEach(): void {
  afterEach(async () => {
    cleanup();
    vi.useRealTimers();
    asked.splice(0);
    await server?.close();
    server = null;
  });
}

export async function open(state: (() => object) | null, answers: Readonly<Record<string, () => Answer>> = {}) {
  const noted = Object.entries(answers).map(([what, answer]) => [
    what,
    ({ query, body }: Asked) => {
      asked.push({
        what: query.get("force") === "true" ? `${what}?force` : what,
        body: body === "" ? null : JSON.parse(body),
      });
      return answer();
    },
  ]);
  server = await fakeServer({
    "POST /service/server/bucket/due": ({ body }: Asked) => ({
      json: { files: 40 * (JSON.parse(body) as { afterDays: number }).afterDays, bytes: 3 * GB, isMore: false },
    }),
    ...storageRoutes,
    ...(state ? { "GET /service/server/bucket": () => ({ json: state() }) } : {}),
    ...Object.fromEntries(noted),
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  return product;
}
export const press = async (name: string): Promise<void> =>
  void fireEvent.click(await screen.findByRole("button", { name }));
