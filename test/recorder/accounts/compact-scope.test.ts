import { expect, it } from "vitest";
import { packScope, unpackScope } from "#recorder/accounts/compact-scope.ts";

const scope = {
  baseScope: ["live"],
  cameraScopes: [
    { id: "gate", scope: ["live", "playback", "ptz", "export"] },
    { id: "yard", scope: [] },
    { id: "gone", scope: ["live"] },
  ],
};

it("says of each of the cameras what was said of it, and nothing of others", () => {
  const { cameraScopes } = unpackScope(packScope(scope), ["roof", "yard", "gate"]) ?? {};
  expect(cameraScopes).toHaveLength(2);
  expect(cameraScopes).toEqual(expect.arrayContaining(scope.cameraScopes.slice(0, 2)));
  expect(unpackScope(packScope(scope), [])).toEqual({ baseScope: ["live"], cameraScopes: [] });
});

it("cameras that cannot be told apart are given nothing", () => {
  expect(unpackScope(packScope(scope), ["gate", "gate"])?.cameraScopes).toEqual([
    { id: "gate", scope: [] },
    { id: "gate", scope: [] },
  ]);
});

it.each([
  ["nothing", ""],
  ["another format", packScope(scope).replace("1.", "2.")],
  ["an end too early", packScope(scope).slice(0, -3)],
  ["no base", "1."],
  ["half a set", `1.${Buffer.from([1, 1, 0]).toString("base64url")}`],
  ["more cameras than there are", `1.${Buffer.from([1, 1, 255, 255, 255, 255, 1, 2]).toString("base64url")}`],
])("%s is not read", (_name, text) => {
  expect(unpackScope(text, ["gate"])).toBeNull();
});
