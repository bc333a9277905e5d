import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import {
  byServerName,
  filterServers,
  licenseEnd,
  serverAddress,
  serverFaults,
  type RegisteredServer,
  serverPayload,
  serverTroubles,
} from "#domain/servers/registered-servers.ts";

const refused = failure("server/refused");
const well: RegisteredServer = {
  name: "North",
  uri: "http://nvr1:8080",
  version: "8.0.0",
  isAvailable: true,
  failure: null,
  lastChecked: 1_750_000_000_000,
  clockOffsetMs: 0,
  licenseStatus: "normal",
  licenseReason: "",
  licenseExpires: null,
  recordingTrouble: null,
};
const full = failure("recording/disk-full");

describe("what is wrong with a server", () => {
  test.each([
    [{}, []],
    [{ licenseStatus: "" }, []],
    [{ isAvailable: false, lastChecked: 0 }, [{ kind: "unchecked" }]],
    [{ isAvailable: false, failure: refused }, [{ kind: "unavailable", failure: refused }]],
    // Nothing else is known of a server that does not answer.
    [
      { isAvailable: false, failure: refused, licenseStatus: "degraded", clockOffsetMs: 9_000 },
      [{ kind: "unavailable", failure: refused }],
    ],
    [{ recordingTrouble: full }, [{ kind: "unrecorded", failure: full }]],
    [{ isAvailable: false, failure: refused, recordingTrouble: full }, [{ kind: "unavailable", failure: refused }]],
    [{ clockOffsetMs: 5_000 }, []],
    [{ clockOffsetMs: -5_001 }, [{ kind: "clock", offsetMs: -5_001 }]],
    [{ licenseStatus: "degraded", clockOffsetMs: 6_000 }, [{ kind: "degraded" }, { kind: "clock", offsetMs: 6_000 }]],
    [{ licenseStatus: "expired" }, [{ kind: "degraded" }]],
    [{ licenseStatus: "pending_change" }, [{ kind: "pending" }]],
    // Until the restart nothing is recorded there.
    [{ licenseStatus: "pending_change", licenseReason: "storage" }, [{ kind: "degraded" }, { kind: "pending" }]],
  ] as const)("%j", (part, troubles) => expect(serverTroubles({ ...well, ...part })).toEqual(troubles));
});

test.each([
  [null, { kind: "unknown" }],
  [8_623_372_036_854_776, { kind: "ends", atMs: 8_623_372_036_854_776, isOver: false }],
  [8_623_372_036_854_777, { kind: "endless" }],
  [99, { kind: "ends", atMs: 99, isOver: true }],
  [101, { kind: "ends", atMs: 101, isOver: false }],
] as const)("a licence that expires at %s", (expires, end) => expect(licenseEnd(expires, 100)).toEqual(end));

describe("the address of a server", () => {
  test.each([
    ["nvr1", "http://nvr1"],
    [" NVR1:8080/ ", "http://nvr1:8080"],
    ["nvr1:443", "https://nvr1:443"],
    ["nvr1:8443", "https://nvr1:8443"],
    ["http://nvr1:8443", "http://nvr1:8443"],
    ["HTTPS://nvr.example/recorder/", "https://nvr.example/recorder"],
    ["192.168.1.20", "http://192.168.1.20"],
    ["fd00::7", "http://[fd00::7]"],
    ["[fd00::7]:8080", "http://[fd00::7]:8080"],
  ])("%s is %s", (typed, address) => expect(serverAddress(typed)).toEqual({ ok: true, value: address }));
  test.each(["ftp://nvr1", "http://", "nvr 1", "nvr1:0", "nvr1:65536", "http://a:b@nvr1", "nvr1?x=1", "javascript:x"])(
    "%s is none",
    (typed) => expect(serverAddress(typed)).toEqual({ ok: false, error: failure("orchid/address-invalid") }),
  );
  test("is required", () =>
    expect(serverAddress(" ")).toEqual({ ok: false, error: failure("orchid/address-required") }));
});

describe("the form", () => {
  const form = { name: "", uri: "nvr1", directUri: "", username: "admin", password: "x" };
  const known = { name: "N", uri: "http://nvr1", directUri: "" };
  const noLogin = { username: failure("user/name-required"), password: failure("user/password-required") };
  test.each([
    [null, form, {}],
    [null, { ...form, uri: "" }, { uri: failure("orchid/address-required") }],
    [null, { ...form, username: "", password: "" }, noLogin],
    [null, { ...form, directUri: "a b" }, { directUri: failure("orchid/address-invalid") }],
    [known, form, { name: failure("orchid/name-required") }],
    [known, { ...form, name: "N", username: "", password: "" }, {}],
    [known, { ...form, name: "N", username: "" }, { username: failure("user/name-required") }],
    [known, { ...form, name: "N", password: "" }, { password: failure("user/password-required") }],
    // The server is registered again with another address.
    [known, { ...form, name: "N", uri: "nvr2", username: "", password: "" }, noLogin],
  ] as const)("%j %j", (before, typed, faults) => {
    const found = serverFaults(typed, before);
    expect(found).toEqual({ name: null, uri: null, directUri: null, username: null, password: null, ...faults });
  });

  test("sends what was typed of a new server, and of a known one what is other now", () => {
    expect(serverPayload(form, null)).toEqual({ uri: "http://nvr1", username: "admin", password: "x" });
    const before = { name: "N", uri: "http://nvr1", directUri: "https://nvr1.example" };
    const same = { name: " N ", uri: "nvr1", directUri: before.directUri, username: "", password: "" };
    expect(serverPayload(same, before)).toEqual({});
    expect(serverPayload({ ...same, name: "M", uri: "nvr2", directUri: " " }, before)).toEqual({
      name: "M",
      uri: "http://nvr2",
      directUri: "",
    });
  });
});

test("search and filter", () => {
  const away = { ...well, name: "Süd", uri: "http://nvr2", isAvailable: false, failureReason: "x" };
  const late = { ...well, name: "Nord 10", clockOffsetMs: 60_000 };
  const all = [well, away, late];
  const names = (...query: Parameters<typeof filterServers> extends [unknown, ...infer Rest] ? Rest : never) =>
    filterServers(all, ...query).map(({ name }) => name);
  expect(names("", "all")).toEqual(["North", "Süd", "Nord 10"]);
  expect(names("sud", "all")).toEqual(["Süd"]);
  expect(names(" NVR1 nor ", "all")).toEqual(["North", "Nord 10"]);
  expect(names("", "available")).toEqual(["North", "Nord 10"]);
  expect(names("", "troubled")).toEqual(["Süd", "Nord 10"]);
  expect([late, { ...well, name: "Nord 9" }].sort(byServerName).map(({ name }) => name)).toEqual(["Nord 9", "Nord 10"]);
});
