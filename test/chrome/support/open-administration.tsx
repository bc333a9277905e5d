/** A screen of an aggregator, opened by its administrator; page and server end with the test. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { onTestFinished } from "vitest";
import { type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

const boss = visitor(null, { edition: "aggregator", admin: true });

export async function openAdministration(routes: Routes, path: string) {
  const server = await fakeServer(routes);
  onTestFinished(async () => {
    cleanup();
    await server.close();
  });
  const product = renderProduct({ origin: server.origin, visitor: boss, path: "/version" });
  await product.go(path);
  return { ...product, asked: server.asked };
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
/** The body of the first request with this method. */
export const sent = (asked: FakeServer["asked"], method: string): unknown =>
  JSON.parse(asked.find((one) => one.method === method)?.body ?? "{}");
