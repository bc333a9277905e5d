import { expect, it } from "vitest";
import { actionsOn, cameraActions, exportsViews, rolePermissions } from "#domain/accounts/access.ts";
import { viewsNamed, withViews } from "#domain/accounts/camera-views.ts";
import { userChange, type UserForm, userPayload } from "#domain/accounts/users.ts";

const form: UserForm = { username: "till", role: "Manager", password: "", passwordConfirm: "" };

it.each([
  ["a whole camera keeps what it was given", { id: "a", scope: ["live", "ptz"] }, ["live", "ptz"]],
  [
    "of views only pictures are seen",
    { id: "a", scope: [...rolePermissions.Administrator], views: ["v"] },
    ["live", "playback"],
  ],
  ["a list without views grants no more", { id: "a", scope: ["live", "export"], views: [] }, ["live"]],
  ["and views alone grant nothing", { id: "a", scope: [], views: ["v"] }, []],
] as const)("%s", (_what, own, granted) => {
  expect(actionsOn(rolePermissions.Manager, own)).toMatchObject(cameraActions(granted));
  expect(actionsOn(rolePermissions.Manager, undefined)).toMatchObject(cameraActions(rolePermissions.Manager));
});

it.each([
  ["a right to export, of views", { scope: ["live", "export"], views: ["v"] }, true],
  ["none", { scope: ["live", "playback"], views: ["v"] }, false],
  ["one of the whole camera", { scope: ["live", "export"] }, false],
])("%s: exports of its views", (_what, own, may) => {
  expect(exportsViews({ id: "a", ...own })).toBe(may);
});

it("views come and go beside rights that name none, with what the role may see", () => {
  const rights = [
    { id: "a", scope: ["live"] },
    { id: "b", scope: ["live", "playback"], views: ["v"] },
  ];
  expect(viewsNamed(rights)).toEqual({ b: ["v"] });
  expect(withViews(rights, {}, "Viewer")).toEqual([{ id: "a", scope: ["live"] }]);
  expect(withViews(rights, { c: ["w"] }, "Live Viewer")).toEqual([
    { id: "a", scope: ["live"] },
    { id: "c", scope: ["live"], views: ["w"] },
  ]);
  expect(withViews(rights, { a: ["w"] }, "Viewer")).toEqual([{ id: "a", scope: ["live", "playback"], views: ["w"] }]);
  expect(withViews(rights, { a: ["w"] }, "Manager")).toEqual([
    { id: "a", scope: ["live", "playback", "export"], views: ["w"] },
  ]);
});

it("an account is sent with them only where they are others than before", () => {
  const rights = [{ id: "b", scope: ["live", "playback", "export"], views: ["v"] }];
  const same = { ...form, views: { b: ["v"] } };
  expect(userChange(same, same, rights)).toEqual({ password: null });
  expect(userChange(same, { ...same, views: {} }, rights)).toEqual({ password: null, cameraScopes: [] });
  expect(userChange(same, { ...same, role: "Live Viewer" }, rights)).toEqual({
    password: null,
    role: "Live Viewer",
    cameraScopes: [{ id: "b", scope: ["live"], views: ["v"] }],
  });
  expect(userPayload(form)).not.toHaveProperty("cameraScopes");
  expect(userPayload(same)).toMatchObject({ cameraScopes: rights });
});
