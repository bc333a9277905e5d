import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { accountFaults, accountPayload } from "#domain/accounts/accounts.ts";
import {
  isPicked,
  pickCamera,
  pickedElsewhere,
  pickedOf,
  pickServer,
  serverPick,
} from "#domain/cameras/camera-picking.ts";
import {
  emptyGroup,
  groupFault,
  memberGroupChoices,
  newSet,
  savedGroup,
  setFault,
  withAbility,
} from "#domain/accounts/permission-editing.ts";

const server = {
  id: "s",
  name: "NVR",
  cameras: [
    { id: "a", name: "A" },
    { id: "b", name: "B" },
  ],
};
const other = { orchidId: "t", id: "a" };
const none = { orchids: [], cameras: [] };

describe("choosing cameras of servers", () => {
  test("a server as such stands for cameras still to come; otherwise for those it has now", () => {
    const whole = pickServer({ orchids: [], cameras: [other, { orchidId: "s", id: "a" }] }, server, true, true);
    expect(whole).toEqual({ orchids: ["s"], cameras: [other] });
    expect([serverPick(whole, server), pickedOf(whole, server), isPicked(whole, "s", "b")]).toEqual(["whole", 2, true]);
    const each = pickServer({ orchids: [], cameras: [other] }, server, true, false);
    expect(each.cameras).toEqual([other, { orchidId: "s", id: "a" }, { orchidId: "s", id: "b" }]);
    expect(serverPick(each, server)).toBe("every");
    expect(pickServer(whole, server, false, true)).toEqual({ orchids: [], cameras: [other] });
  });

  test("a camera taken from a whole server leaves the others", () => {
    const left = pickCamera({ orchids: ["s"], cameras: [] }, server, "a", false);
    expect(left).toEqual({ orchids: [], cameras: [{ orchidId: "s", id: "b" }] });
    expect([serverPick(left, server), pickedOf(left, server)]).toEqual(["some", 1]);
    expect(serverPick(pickCamera(left, server, "b", false), server)).toBe("none");
    expect(pickCamera(none, server, "a", true).cameras).toEqual([{ orchidId: "s", id: "a" }]);
  });

  test("what is not there any more is found", () => {
    const picked = { orchids: ["s", "gone"], cameras: [other, { orchidId: "s", id: "a" }, { orchidId: "s", id: "z" }] };
    expect(pickedElsewhere(picked, [server])).toEqual({
      orchids: ["gone"],
      cameras: [other, { orchidId: "s", id: "z" }],
    });
  });
});

describe("permission groups", () => {
  const group = (id: string, ...memberGroups: string[]) => ({ id, memberGroups });

  test.each([
    ["a new group may have any", null, ["a", "b", "c", "d"]],
    ["none that it is a member of, however deep, nor itself", "c", ["d"]],
    ["one that leads nowhere may have those above it only when they do not lead here", "a", ["b", "c", "d"]],
  ] as const)("member groups: %s", (_name, id, choices) => {
    const groups = [group("a", "b"), group("b", "c"), group("c"), group("d")];
    expect(memberGroupChoices(groups, id).map((each) => each.id)).toEqual(choices);
  });

  test("groups that stand in a circle already do not hang the rule", () => {
    expect(memberGroupChoices([group("a", "b"), group("b", "a"), group("c")], "c").map(({ id }) => id)).toEqual([
      "a",
      "b",
    ]);
  });

  test("All takes the place of the others; without it they keep their order", () => {
    expect(withAbility(["live", "ptz"], "all", true)).toEqual(["all"]);
    expect(withAbility(["all"], "all", false)).toEqual([]);
    expect(withAbility(["ptz"], "live", true)).toEqual(["live", "ptz"]);
    expect(withAbility(["live", "ptz"], "live", false)).toEqual(["ptz"]);
  });

  test.each([
    [{}, "no-ability"],
    [{ abilities: ["live"] as const }, null],
    [{ abilities: ["live"] as const, scope: "list" as const }, "no-camera"],
    [{ abilities: ["live"] as const, scope: "list" as const, orchids: ["s"] }, null],
  ])("a set %j", (change, fault) => expect(setFault({ ...newSet, ...change })).toBe(fault));

  test.each([
    [{ name: " " }, "name-missing"],
    [{ name: " guards " }, "name-taken"],
    [{ name: "Night", revoked: [newSet] }, "set"],
    [{ name: "Night" }, null],
  ])("a group %j", (change, fault) => expect(groupFault({ ...emptyGroup, ...change }, ["Guards"])).toBe(fault));

  test("a wide set is sent without the cameras that were chosen before", () => {
    const set = { ...newSet, abilities: ["live"] as const, orchids: ["s"], cameras: [other] };
    expect(savedGroup({ ...emptyGroup, name: " Night ", granted: [set] })).toMatchObject({
      name: "Night",
      granted: [{ scope: "all", orchids: [], cameras: [] }],
    });
  });
});

describe("accounts of the aggregator", () => {
  const form = { username: "anna", email: "", admin: false, groups: [], password: "1234", passwordConfirm: "1234" };
  test.each([
    [{}, {}],
    [{ email: "anna" }, { email: failure("user/email-invalid") }],
    [{ email: " anna@example.org " }, {}],
    [{ username: "Bob" }, { username: failure("user/exists", { name: "Bob" }) }],
    [
      { password: "" },
      { password: failure("user/password-required"), passwordConfirm: failure("user/password-mismatch") },
    ],
  ])("%j", (change, faults) => {
    const said = Object.entries(accountFaults({ ...form, ...change }, "new", { others: ["bob"] })).filter(
      ([, text]) => text !== null,
    );
    expect(Object.fromEntries(said)).toEqual(faults);
  });
  test("an empty password keeps what is set", () => {
    expect(accountPayload({ ...form, email: " a@b ", password: "" })).toEqual({
      username: "anna",
      email: "a@b",
      admin: false,
      groups: [],
      password: null,
    });
  });
});
