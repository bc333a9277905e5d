// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { homeState } from "#domain/dewarp/tile-dewarp.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { Routes } from "#test/support/client/http-fake.ts";
import { openAdministration, press } from "#test/chrome/support/open-administration.tsx";

const guards = {
  id: "g1",
  name: "Guards",
  description: "at the gate",
  members: ["u2"],
  memberGroups: ["g2"],
  granted: [{ abilities: ["live", "ptz"], scope: "list", orchids: ["o1"], cameras: [{ orchidId: "o2", id: "c9" }] }],
  revoked: [{ abilities: ["all"], scope: "list", orchids: [], cameras: [{ orchidId: "o1", id: "c1" }] }],
};
const night = { id: "g2", name: "Night", members: ["u3"] };
const admins = { id: "g3", name: "Administrators", admin: true, memberGroups: ["g1"] };
const routes: Routes = {
  "GET /service/permissions": { json: { permissions: [guards, night, admins] } },
  "GET /service/users": {
    json: {
      users: [
        { id: "u2", username: "zoe" },
        { id: "u3", username: "bob" },
      ],
    },
  },
  "GET /service/permissions/domains": {
    json: {
      abilities: ["live"],
      orchids: [
        { id: "o1", name: "North", cameras: [1, 2, 3].map((at) => ({ id: `c${at}`, name: `Yard ${at}` })) },
        { id: "o2", name: "South", cameras: [{ id: "c9", name: "Door" }] },
      ],
      apps: [{ id: "maps", name: "Maps" }],
    },
  },
};
const open = (more: Routes = {}, path = "/permission-groups") => openAdministration({ ...routes, ...more }, path);
const rows = async () =>
  within(await screen.findByRole("table", { name: "Permission groups" }))
    .getAllByRole("row")
    .slice(1);
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });

describe("the list", () => {
  test("shows who is in a group and what it gives and takes", async () => {
    await open();
    const all = await rows();
    expect(all.map((row) => row.dataset.row)).toEqual(["g3", "g1", "g2"]);
    expect(all[0]?.textContent).toContain("Everything, and the administration of the aggregator");
    expect(all[1]?.textContent).toContain("Night, zoe");
    expect(all[1]?.textContent).toContain("Live, PTZ on 1 server, 1 camera");
    expect(all[1]?.textContent).toContain("never All on 1 camera");
    expect(all[2]?.textContent).toContain("nothing");
    expect(document.title).toBe("Permission Groups · Proscenium");
  });

  test("is filtered by name, member or description", async () => {
    await open();
    await rows();
    const filter = screen.getByRole("searchbox", { name: "Filter by name, member or description" });
    fireEvent.change(filter, { target: { value: "gate" } });
    expect((await rows()).map((row) => row.dataset.row)).toEqual(["g1"]);
    fireEvent.change(filter, { target: { value: "bob" } });
    expect((await rows()).map((row) => row.dataset.row)).toEqual(["g2"]);
    fireEvent.change(filter, { target: { value: "nobody at all" } });
    expect(screen.getByText("No permission group matches")).toBeTruthy();
  });

  test("that cannot be loaded says why, and that is empty says what it is for", async () => {
    await open({ "GET /service/permissions": { status: 500, json: { code: "db", reason: "broken" } } });
    expect(await screen.findByText("The permission groups could not be loaded")).toBeTruthy();
    expect(screen.getByText("db: broken")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add permission group" }).hasAttribute("disabled")).toBe(true);
    cleanup();
    await open({ "GET /service/permissions": { json: { permissions: [] } } });
    expect(await screen.findByText("No permission groups")).toBeTruthy();
  });

  test("follows what others change", async () => {
    const { events, asked } = await open();
    await rows();
    const before = asked.filter(({ path }) => path === "/service/permissions").length;
    act(() => events.emit("permission-groups", null));
    await waitFor(() =>
      expect(asked.filter(({ path }) => path === "/service/permissions").length).toBeGreaterThan(before),
    );
  });
});

describe("the dialog", () => {
  test("offers no group that this one is in already, and says that revoking wins", async () => {
    await open({}, "/permission-groups?group=g1");
    await screen.findByRole("dialog", { name: "Edit permission group" });
    const groups = within(screen.getByRole("group", { name: /^Groups/ }));
    expect(groups.getAllByRole("checkbox").map((each) => each.closest("label")?.textContent)).toEqual(["Night"]);
    expect(screen.getByText("What is revoked wins over what is granted, also by other groups.")).toBeTruthy();
  });

  test("saves a set of chosen servers and cameras", async () => {
    const { asked } = await open({ "POST /service/permissions": { json: { id: "g4", name: "Day" } } });
    await rows();
    press("Add permission group");
    const dialog = await screen.findByRole("dialog", { name: "Add permission group" });
    const save = () => within(dialog).getByRole("button", { name: "Save" });
    const name = screen.getByRole("textbox", { name: "Name" });
    fireEvent.change(name, { target: { value: "night" } });
    fireEvent.blur(name);
    expect(await screen.findByText("There is another permission group of this name.")).toBeTruthy();
    fireEvent.change(name, { target: { value: "Day" } });
    press("Grant more");
    expect(screen.getByText("Choose at least one ability.")).toBeTruthy();
    fireEvent.click(box("Live"));
    fireEvent.click(screen.getByRole("radio", { name: "Chosen servers and cameras" }));
    expect(screen.getByText("Choose at least one server or camera.")).toBeTruthy();
    fireEvent.click(box("South"));
    press("Show the cameras of North");
    fireEvent.click(box("Yard 2"));
    expect(screen.getByText("1 of 3 cameras selected")).toBeTruthy();
    expect(screen.getByText("all cameras, and those still to come")).toBeTruthy();
    fireEvent.click(box("zoe"));
    await waitFor(() => expect(save().hasAttribute("disabled")).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = asked.find(({ method }) => method === "POST");
    expect(JSON.parse(sent?.body ?? "{}")).toEqual({
      name: "Day",
      description: "",
      members: ["u2"],
      memberGroups: [],
      admin: false,
      apps: [],
      granted: [{ abilities: ["live"], scope: "list", orchids: ["o2"], cameras: [{ orchidId: "o1", id: "c2" }] }],
      revoked: [],
    });
  });

  test("grants a fisheye by its shared views, and then not whole; what is revoked is whole", async () => {
    const { asked, stores } = await open({ "PATCH /service/permissions/g1": { json: guards } });
    const shop = { ...cameraFacts("c2"), name: "Yard 2", orchidId: "o1" };
    const cameras = { status: "ready", byKey: { [cameraKey(shop)]: shop }, order: [cameraKey(shop)] };
    stores.cameras.change((facts) => void Object.assign(facts, cameras));
    const look = { ...homeState(DEFAULT_DEWARP_CONFIG), mode: 1 as const };
    const view = { camera: { id: "c2", orchidId: "o1" }, look, editable: true, home: false };
    stores.views.change((facts) => {
      facts.status = "ready";
      facts.list = [
        { ...view, id: "v1", name: "Till", shared: true },
        { ...view, id: "v2", name: "Door", shared: true },
        { ...view, id: "v3", name: "Own", shared: false },
      ];
    });
    await rows();
    press("Edit permission group Guards");
    const dialog = await screen.findByRole("dialog", { name: "Edit permission group" });
    const granted = within(screen.getByRole("region", { name: "Permissions Granted" }));
    expect(within(dialog).getAllByRole("group", { name: "Cameras by views" })).toHaveLength(1);
    fireEvent.click(granted.getByRole("button", { name: /Yard 2$/ }));
    fireEvent.click(await screen.findByRole("option", { name: "Only these views" }));
    const views = within(granted.getByRole("group", { name: "Views of Yard 2" }));
    expect(views.getAllByRole("checkbox").map((each) => each.closest("label")?.textContent)).toEqual(["Till", "Door"]);
    fireEvent.click(views.getByRole("checkbox", { name: "Door" }));
    fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = JSON.parse(asked.find(({ method }) => method === "PATCH")?.body ?? "{}") as typeof guards;
    expect(sent.granted).toEqual([{ ...guards.granted[0], byViews: [{ orchidId: "o1", id: "c2", views: ["v1"] }] }]);
  });

  test("a search finds cameras; taking one from a whole server leaves the others", async () => {
    const { asked } = await open({ "PATCH /service/permissions/g1": { json: guards } }, "/permission-groups?group=g1");
    const dialog = await screen.findByRole("dialog", { name: "Edit permission group" });
    const granted = within(screen.getByRole("region", { name: "Permissions Granted" }));
    fireEvent.change(granted.getByRole("searchbox"), { target: { value: "yard 3" } });
    fireEvent.click(granted.getByRole("checkbox", { name: "Yard 3" }));
    expect(granted.getByText("2 of 3 cameras selected")).toBeTruthy();
    fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = JSON.parse(asked.find(({ method }) => method === "PATCH")?.body ?? "{}") as typeof guards;
    // Another user may have changed the name or the members meanwhile.
    expect(Object.keys(sent)).toEqual(["granted"]);
    expect(sent.granted[0]).toEqual({
      abilities: ["live", "ptz"],
      scope: "list",
      orchids: [],
      cameras: [
        { orchidId: "o2", id: "c9" },
        { orchidId: "o1", id: "c1" },
        { orchidId: "o1", id: "c2" },
      ],
    });
  });

  test("what was typed stays when the server refuses, with its reason in place", async () => {
    await open(
      { "PATCH /service/permissions/g2": { status: 409, json: { code: "permissions/cycle", reason: "a circle" } } },
      "/permission-groups?group=g2",
    );
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
    fireEvent.change(name, { target: { value: "Later" } });
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(false));
    press("Save");
    expect(await screen.findByText("permissions/cycle: a circle")).toBeTruthy();
    expect(name.value).toBe("Later");
  });

  test("stays, with what was typed, when somebody else deletes the group", async () => {
    let permissions = [guards];
    const { events } = await open(
      { "GET /service/permissions": () => ({ json: { permissions } }) },
      "/permission-groups?group=g1",
    );
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
    fireEvent.change(name, { target: { value: "Later" } });
    permissions = [];
    act(() => events.emit("permission-groups", null));
    await screen.findByText(/There is no permission group/);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Later");
  });

  test("deleting asks first, and says why it failed", async () => {
    await open({ "DELETE /service/permissions/g2": { status: 409, json: { code: "x", reason: "the last one" } } });
    await rows();
    press("Delete permission group Night");
    expect(screen.getByText(/Delete the permission group Night\?/)).toBeTruthy();
    press("Delete");
    expect(await screen.findByText("x: the last one")).toBeTruthy();
  });
});

test("a link to a group that is gone says so", async () => {
  await open({}, "/permission-groups?group=g99");
  expect(await screen.findByText(/There is no permission group with the id g99/)).toBeTruthy();
});
