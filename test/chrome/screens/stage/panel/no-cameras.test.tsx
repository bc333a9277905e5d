// @vitest-environment jsdom
/** The cameras tab without cameras (document 1, section 6): administrators register, others have no accessible servers. */
import { cleanup, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { NoCameras } from "#chrome/screens/stage/panel/no-cameras.tsx";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);
const tab = (
  <MemoryRouter>
    <NoCameras />
  </MemoryRouter>
);
test.each(["Live Viewer", "Viewer", "Manager"] as const)("a %s reads that no server is accessible", async (role) => {
  await renderStage([], tab, visitor(role));
  expect(screen.getByText("No accessible servers.")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});

test("an administrator finds where to register: cameras here, servers on the aggregator", async () => {
  await renderStage([], tab, visitor("Administrator"));
  expect(screen.getByRole("link", { name: "Register cameras" }).getAttribute("href")).toBe("/cameras");
  expect(screen.queryByText("No accessible servers.")).toBeNull();
  cleanup();
  await renderStage([], tab, visitor(null, { edition: "aggregator", admin: true }));
  expect(screen.getByRole("link", { name: "Register servers" }).getAttribute("href")).toBe("/servers");
});
