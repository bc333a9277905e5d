// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Routes } from "#test/support/client/http-fake.ts";
import { openAdministration, press, sent } from "#test/chrome/support/open-administration.tsx";

const site = {
  id: "g1",
  name: "Site",
  parent: null,
  cameras: [
    { id: "c1", orchidId: "o1" },
    { id: "c9", orchidId: "o2" },
    { id: "lost", orchidId: "o3" },
  ],
};
const gate = { id: "g2", name: "Gate", parent: { id: "g1" }, cameras: [{ id: "c2", orchidId: "o1" }] };
const routes: Routes = {
  "GET /service/groups": { json: { groups: [site, gate] } },
  "GET /service/permissions/domains": {
    json: {
      abilities: [],
      orchids: [
        { id: "o1", name: "North", cameras: [1, 2].map((at) => ({ id: `c${at}`, name: `Yard ${at}` })) },
        { id: "o2", name: "South", cameras: [{ id: "c9", name: "Door" }] },
      ],
    },
  },
};
const open = (more: Routes = {}, path = "/camera-groups") => openAdministration({ ...routes, ...more }, path);

test("shows the nested groups, and the cameras of one of them by server", async () => {
  await open();
  const tree = within(await screen.findByRole("navigation", { name: "Camera groups" }));
  expect(tree.getByRole("button", { name: "Site 4 cameras" })).toBeTruthy();
  fireEvent.click(tree.getByRole("button", { name: "Site 4 cameras" }));
  expect(await screen.findByRole("heading", { name: "Cameras of Site" })).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 3 }).map((each) => each.textContent)).toEqual([
    "North",
    "South",
    "Server o3",
  ]);
  expect(screen.getByText("Camera lost")).toBeTruthy();
});

test("takes a camera out of a group and leaves the others", async () => {
  const { asked } = await open({ "PATCH /service/groups/g1": { json: site } }, "/camera-groups?group=g1");
  fireEvent.click(await screen.findByRole("button", { name: "Take Door out of the group" }));
  await waitFor(() =>
    expect(sent(asked, "PATCH")).toEqual({
      cameras: [
        { id: "c1", orchidId: "o1" },
        { id: "lost", orchidId: "o3" },
      ],
    }),
  );
});

test("tells cameras of one name on two servers apart: to take out, and to choose", async () => {
  await open(
    {
      "GET /service/permissions/domains": {
        json: {
          abilities: [],
          orchids: [
            { id: "o1", name: "North", cameras: [{ id: "c1", name: "Yard" }] },
            { id: "o2", name: "South", cameras: [{ id: "c9", name: "Yard" }] },
          ],
        },
      },
    },
    "/camera-groups?group=g1",
  );
  for (const server of ["North", "South"])
    expect(await screen.findByRole("button", { name: `Take Yard (${server}) out of the group` })).toBeTruthy();
  press("Add a group inside Gate");
  const dialog = within(await screen.findByRole("dialog", { name: "New group" }));
  for (const server of ["North", "South"]) {
    fireEvent.click(dialog.getByRole("button", { name: `Show the cameras of ${server}` }));
    expect(dialog.getByRole("checkbox", { name: `Yard (${server})` })).toBeTruthy();
  }
});

test("adds a group inside another, with all cameras of a server", async () => {
  const { asked } = await open({ "POST /service/groups": { json: { id: "g3", name: "Hall" } } });
  fireEvent.click(await screen.findByRole("button", { name: "Add a group inside Gate" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New group" }));
  fireEvent.change(dialog.getByRole("textbox", { name: "Group name" }), { target: { value: " Hall " } });
  fireEvent.click(dialog.getByRole("checkbox", { name: "North" }));
  expect(dialog.getByText("2 of 2 cameras selected")).toBeTruthy();
  await waitFor(() => expect(dialog.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(false));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(asked, "POST")).toEqual({
    name: "Hall",
    parent: { id: "g2" },
    cameras: [
      { orchidId: "o1", id: "c1" },
      { orchidId: "o1", id: "c2" },
    ],
  });
});

test("removing asks first, and says why it failed", async () => {
  await open({ "DELETE /service/groups/g1": { status: 500, json: { code: "db", reason: "locked" } } });
  fireEvent.click(await screen.findByRole("button", { name: "Remove group Site" }));
  press("Remove");
  expect(await screen.findByText("db: locked")).toBeTruthy();
});

test("says that there are none, and what went wrong", async () => {
  await open({ "GET /service/groups": { json: { groups: [] } } });
  expect(await screen.findByText("No camera groups")).toBeTruthy();
  cleanup();
  await open({ "GET /service/groups": { status: 500, json: { code: "db", reason: "broken" } } });
  expect(await screen.findByText("db: broken")).toBeTruthy();
});
