import { expect, test } from "vitest";
import type { Permission } from "#domain/accounts/access.ts";
import { type CameraGrant, type CameraSight, sightOf } from "#domain/accounts/camera-grants.ts";

const whole: CameraGrant = { permissions: ["live", "playback"] };
const till: CameraGrant = { permissions: ["live"], views: ["till"] };
const door: CameraGrant = { permissions: ["live", "playback"], views: ["door", "till"] };
const all: CameraGrant = { permissions: ["live", "ptz", "config", "unmask"], views: ["till"] };

test.each<[string, readonly CameraGrant[], Permission, CameraSight | null]>([
  ["nobody grants it", [], "live", null],
  ["one grants the whole camera", [whole], "live", {}],
  ["one grants a view", [till], "live", { views: ["till"] }],
  ["a view for live grants no playback", [till], "playback", null],
  ["views of several sources come together", [till, door], "live", { views: ["door", "till"] }],
  ["each action has the views that were granted with it", [till, door], "playback", { views: ["door", "till"] }],
  ["the whole camera wins, before", [whole, till], "live", {}],
  ["the whole camera wins, after", [till, whole], "live", {}],
  [
    "the whole camera for another action widens nothing",
    [till, { permissions: ["export"] }],
    "live",
    { views: ["till"] },
  ],
  ["an empty list of views shows nothing", [{ permissions: ["live"], views: [] }], "live", null],
  ["nobody turns a camera by its views", [all], "ptz", null],
  ["nor sets it", [all], "config", null],
  ["nor sees without masks", [all], "unmask", null],
])("%s", (_, grants, action, sight) => {
  expect(sightOf(grants, action)).toEqual(sight);
});
