// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { de } from "#chrome/texts/de.ts";
import { en } from "#chrome/texts/en.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

const changed = { status: "degraded", reason: "storage", description: "The storage device has changed." };
async function opened(first: { state: object; license: object }): Promise<FakeServer> {
  let session = first;
  const house = await fakeServer({
    "GET /service/license-session": () => ({ json: session }),
    "DELETE /service/license-session": () => {
      session = { ...first, state: { status: "pending_change", reason: "", description: "" } };
      return { status: 204 };
    },
    "GET /service/trusted/issuer": { status: 404, json: { code: "issuer/none", reason: "none" } },
  });
  server = house;
  const product = renderProduct({ origin: house.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/activation");
  await screen.findByRole("button", { name: /^(Add|Modify) license$/ });
  return house;
}
const take = () => screen.queryByRole("button", { name: "Use this storage" });

test("a trial whose storage changed takes the new one over, after asking", async () => {
  const house = await opened({ state: changed, license: { edition: "trial" } });
  fireEvent.click(await screen.findByRole("button", { name: "Use this storage" }));
  const asks = await screen.findByRole("alertdialog", { name: "Use this storage" });
  expect(house.asked.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(within(asks).getByRole("button", { name: "Use it" }));
  expect(await screen.findByText("License change pending")).toBeTruthy();
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(take()).toBeNull();
});

test.each([
  ["a trial that is well", { status: "normal" }, "trial"],
  ["a trial that is degraded by something else", { status: "degraded", reason: "license" }, "trial"],
  ["a license, which would go with it", changed, "enterprise"],
])("is not offered to %s", async (_, state, edition) => {
  await opened({ state, license: { edition } });
  expect(take()).toBeNull();
});

describe("a licence that cannot be read any more", () => {
  const unread = { status: "degraded", reason: "license", description: "The license key is not genuine." };
  test("can be removed: it is shown as a trial, and would stand in the way of one", async () => {
    const house = await opened({ state: unread, license: { edition: "trial" } });
    fireEvent.click(await screen.findByRole("button", { name: "Remove license" }));
    const asks = await screen.findByRole("alertdialog");
    fireEvent.click(within(asks).getByRole("button", { name: /^Remove/ }));
    await expect.poll(() => house.asked.some(({ method }) => method === "DELETE")).toBe(true);
  });
  test("is not offered where there is none", async () => {
    await opened({ state: changed, license: { edition: "trial" } });
    expect(screen.queryByRole("button", { name: "Remove license" })).toBeNull();
  });
});

test.each([
  ["Unlimited", 0, "Unbegrenzt"],
  ["30 days", 30 * 86_400_000, "30 Tage"],
  ["1 day", 86_400_000, "1 Tag"],
])("how long recordings may be kept (%s) is said in the language of the page", async (said, retention, shown) => {
  server = await fakeServer({
    "GET /service/license-session": {
      json: { state: { status: "normal" }, license: { edition: "enterprise", retention, retentionDescription: said } },
    },
    "GET /service/trusted/issuer": { status: 404, json: { code: "issuer/none", reason: "none" } },
  });
  const words = { locale: "de", messages: { ...en, ...de } };
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version", words });
  await product.go("/activation");
  const row = (await screen.findByRole("rowheader", { name: "Aufbewahrung" })).closest("tr");
  expect(row?.querySelector("td")?.textContent).toBe(shown);
});
