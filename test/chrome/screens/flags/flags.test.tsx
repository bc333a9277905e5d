// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

test("advanced settings that another window of this browser has saved meanwhile stay, but for those that are changed here", async () => {
  const kept = new Map([["logLevel", "WARN"]]);
  renderProduct({ origin: "http://nobody", visitor: visitor("Viewer"), path: "/flags", kept });
  fireEvent.click(await screen.findByRole("button", { name: /Default Player Mode/ }, { timeout: 10_000 }));
  fireEvent.click(screen.getByRole("option", { name: "lowbandwidth" }));
  kept.set("logLevel", "DEBUG");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect([kept.get("defaultPlayerMode"), kept.get("logLevel")]).toEqual(["lowbandwidth", "DEBUG"]);
});
