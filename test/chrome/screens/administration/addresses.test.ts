import { describe, expect, test } from "vitest";
import {
  activationAddress,
  cameraGroupsAddress,
  camerasAddress,
  permissionGroupsAddress,
  reportAddress,
  serversAddress,
  usersAddress,
  versionAddress,
} from "#chrome/screens/administration/addresses.ts";

const all = {
  cameraGroupsAddress,
  permissionGroupsAddress,
  camerasAddress,
  serversAddress,
  usersAddress,
  activationAddress,
  versionAddress,
  reportAddress,
};
const read = (name: keyof typeof all, query: string): unknown => {
  const parsed = all[name].safeParse(Object.fromEntries(new URLSearchParams(query)));
  return parsed.success ? parsed.data : "unreadable";
};

describe("what an address of the administration says", () => {
  test.each([
    ["camerasAddress", "", {}],
    ["camerasAddress", "camera=c7&dialog=motion&utm=x", { camera: "c7", dialog: "motion" }],
    ["camerasAddress", "dialog=register", { dialog: "register" }],
    ["camerasAddress", "dialog=delete-all", "unreadable"],
    ["camerasAddress", `camera=${"9".repeat(201)}`, "unreadable"],
    ["camerasAddress", "camera=", "unreadable"],
    ["serversAddress", "server=o1", { server: "o1" }],
    ["serversAddress", "dialog=register", { dialog: "register" }],
    ["serversAddress", "dialog=unregister", "unreadable"],
    ["usersAddress", "user=12", { user: "12" }],
    ["usersAddress", "dialog=add", { dialog: "add" }],
    ["usersAddress", "dialog=delete", "unreadable"],
    ["activationAddress", "dialog=license", { dialog: "license" }],
    ["activationAddress", "dialog=remove", "unreadable"],
    ["permissionGroupsAddress", "group=g1", { group: "g1" }],
    ["permissionGroupsAddress", "dialog=add", { dialog: "add" }],
    ["permissionGroupsAddress", "dialog=delete", "unreadable"],
    ["cameraGroupsAddress", "group=", "unreadable"],
    ["versionAddress", "dialog=update", { dialog: "update" }],
    ["reportAddress", "from=1750000000000&to=1750000600000", { from: 1_750_000_000_000, to: 1_750_000_600_000 }],
    ["reportAddress", "from=1750000000000", "unreadable"],
    ["reportAddress", "from=yesterday&to=now", "unreadable"],
    ["reportAddress", "from=1e300&to=-1", "unreadable"],
  ] as const)("%s of '%s'", (name, query, said) => expect(read(name, query)).toEqual(said));
});
