import { describe, expect, test } from "vitest";
import type { Permission } from "#domain/accounts/access.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import { isUnused, rightsAfter } from "#recorder/site/live-session.ts";

/** A user with these permissions on every camera; `views`: camera "c" is seen by these alone. */
const user = (baseScope: readonly Permission[], views?: readonly string[]): Identity => ({
  userId: "7",
  username: "wanda",
  role: "Viewer",
  superUser: false,
  scope: { baseScope, cameraScopes: views ? [{ id: "c", scope: [...baseScope], views }] : [] },
  via: "basic",
  session: null,
});
const LIVE: ViewRights = { live: true, playback: false };
const BOTH: ViewRights = { live: true, playback: true };

describe("what a session may show after its user's rights have changed", () => {
  test.each<[string, ViewRights, Identity, Identity, ViewRights | null]>([
    ["playback is added", LIVE, user(["live"]), user(["live", "playback"]), BOTH],
    ["live video is taken away", BOTH, user(["live", "playback"]), user(["playback"]), null],
    ["playback is taken away, though live video stays", BOTH, user(["live", "playback"]), user(["live"]), null],
    ["one is exchanged for the other", LIVE, user(["live"]), user(["playback"]), null],
    ["the camera is now seen by views", LIVE, user(["live"]), user(["live"], ["v"]), null],
    ["the camera is seen by other views", LIVE, user(["live"], ["v"]), user(["live"], ["w"]), null],
    ["the camera is no longer seen by views alone", LIVE, user(["live"], ["v"]), user(["live"]), null],
    [
      "masks may no longer be left out",
      { ...LIVE, isUnmasked: true },
      user(["live", "unmask"]),
      user(["live", "playback"]),
      null,
    ],
    [
      "playback is added to a session without masks",
      { ...LIVE, isUnmasked: true },
      user(["live", "unmask"]),
      user(["live", "playback", "unmask"]),
      { ...BOTH, isUnmasked: true },
    ],
    [
      "playback is added where views are seen",
      { ...LIVE, views: ["v"] },
      user(["live"], ["v"]),
      user(["live", "playback"], ["v"]),
      { ...BOTH, views: ["v"] },
    ],
  ])("%s", (_name, rights, before, now, expected) => {
    expect(rightsAfter({ cameraId: "c", rights }, before, now)).toEqual(expected);
  });

  test("a right that has nothing to do with viewing leaves the very same rights", () => {
    expect(rightsAfter({ cameraId: "c", rights: LIVE }, user(["live"]), user(["live", "ptz"]))).toBe(LIVE);
  });
});

test.each([
  ["polled before that time", { touchedMs: 99 }, true],
  ["polled at that time", { touchedMs: 100 }, false],
  ["with an open socket", { touchedMs: 0, sockets: new Set([() => undefined]) }, false],
  ["of a relay", { touchedMs: 0, relay: { id: "r", socket: "" } }, false],
])("nobody uses a session %s", (_name, facts, isIt) => {
  expect(isUnused({ sockets: new Set(), relay: null, ...facts }, 100)).toBe(isIt);
});
