// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("restoring is asked for once, lets nothing else be done meanwhile, and can be tried again when it failed", async () => {
  let isDown = true;
  const house = await fakeServer({
    "GET /service/version": { json: { version: "8.0.0" } },
    "DELETE /service/ui": () => (isDown ? { status: 500, json: { code: "disk", reason: "full" } } : { status: 204 }),
  });
  server = house;
  const product = renderProduct({ origin: house.origin, visitor: visitor("Administrator"), path: "/flags" });
  await product.go("/version?dialog=update");
  await screen.findByRole("button", { name: "Restore the original" });
  const restore = () => fireEvent.click(button("Restore the original"));
  restore();
  expect([button("Restore the original").disabled, button("Cancel").disabled]).toEqual([true, true]);
  restore();
  expect(await screen.findByText("disk: full")).toBeTruthy();
  isDown = false;
  restore();
  expect(await screen.findByText("The client was changed")).toBeTruthy();
  expect(house.asked.filter(({ method }) => method === "DELETE")).toHaveLength(2);
});
