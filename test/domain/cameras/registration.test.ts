import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import {
  bulkStatus,
  byIp,
  canRecover,
  isSameServer,
  defaultUri,
  markBulk,
  mayRegister,
  nextBulk,
  proposedName,
  registrationPayload,
  retryFailed,
} from "#domain/cameras/registration.ts";

describe("registration", () => {
  test("URIs and payload", () => {
    expect([defaultUri("ONVIF"), defaultUri("Generic RTSP"), defaultUri("ONVIF", "10.0.0.2")]).toEqual([
      "{ip}/onvif/device_service",
      "{address}",
      "10.0.0.2/onvif/device_service",
    ]);
    const form = {
      driver: "ONVIF" as const,
      uri: " 10.0.0.2/onvif/device_service",
      name: "Yard ",
      username: "u",
      password: " p",
    };
    expect(registrationPayload(form)).toEqual({
      driver: "ONVIF",
      name: "Yard",
      import: true,
      connection: { uri: "http://10.0.0.2/onvif/device_service", username: "u", password: " p" },
    });
    expect(registrationPayload({ ...form, driver: "Generic RTSP", uri: "rtsp://h/s" }).connection.uri).toBe(
      "rtsp://h/s",
    );
    expect([
      mayRegister(form, false),
      mayRegister(form, true),
      mayRegister({ ...form, uri: "{address}" }, false),
      // A camera needs a name (document 2, section 5).
      mayRegister({ ...form, name: " " }, false),
    ]).toEqual([true, false, false, false]);
  });
  test.each([
    ["10.0.0.2/onvif/device_service", "10.0.0.2"],
    ["http://10.0.0.5:8080/onvif", "Axis P1448 10.0.0.5"],
    ["rtsp://admin:p@10.0.0.6/live", "10.0.0.6"],
    ["http://[fe80::1]/onvif", "fe80::1"],
    ["gate.example", "gate.example"],
    ["{ip}/onvif/device_service", ""],
    ["", ""],
  ])("the name that is proposed for %s is %j", (uri, name) => {
    const found = [
      { ip: "10.0.0.5", name: "Axis P1448", model: "P1448" },
      { ip: "10.0.0.6", name: "10.0.0.6" },
    ];
    expect(proposedName(uri, found)).toBe(name);
  });
  test("order by address", () => {
    const ips = ["cam", "10.0.0.10", "fe80::1", "10.0.0.9", "9.255.0.1"].map((ip) => ({ ip }));
    expect(ips.sort(byIp).map(({ ip }) => ip)).toEqual(["9.255.0.1", "10.0.0.9", "10.0.0.10", "cam", "fe80::1"]);
  });
  test("bulk: one at a time, percent, retry of the failed only", () => {
    const target = (ip: string, selected = true) => ({ ip, selected, state: "waiting" as const, failure: null });
    let all: ReturnType<typeof markBulk> = [target("1"), target("2"), target("3", false), target("4")];
    expect(nextBulk(all)?.ip).toBe("1");
    all = markBulk(all, "1", "processing");
    expect(nextBulk(all)).toBe(null);
    all = markBulk(all, "1", "registered");
    all = markBulk(all, "2", "failed", failure("onvif/unauthorized"));
    expect(all[1]?.failure).toEqual(failure("onvif/unauthorized"));
    expect(bulkStatus(all)).toEqual({
      show: true,
      progress: 67,
      total: 3,
      registered: 1,
      errors: 1,
      complete: false,
      outcome: "danger",
    });
    const again = retryFailed(markBulk(all, "4", "registered"));
    expect(again.ips).toEqual(["2"]);
    all = [...again.targets];
    expect(bulkStatus(all)).toMatchObject({ total: 1, progress: 0, registered: 0, errors: 0 });
    expect(nextBulk(all)?.ip).toBe("2");
    expect(bulkStatus(markBulk(all, "2", "registered"))).toMatchObject({
      progress: 100,
      complete: true,
      outcome: "success",
    });
  });
  test("bulk: what was chosen since stays chosen while the failed ones are tried again, and is not tried with them", () => {
    const target = (ip: string, state: "waiting" | "failed", selected = true) => ({
      ip,
      selected,
      state,
      failure: null,
    });
    const chosen = [target("1", "failed"), target("2", "waiting"), target("3", "failed", false)];
    const { targets, ips } = retryFailed(chosen);
    expect(nextBulk(targets, ips)?.ip).toBe("1");
    const done = markBulk(targets, "1", "registered");
    expect(nextBulk(done, ips)).toBe(null);
    expect(bulkStatus(done)).toMatchObject({ total: 2, registered: 1, outcome: "running" });
    expect(nextBulk(done)?.ip).toBe("2");
  });
  test.each([
    ["ONVIF", "http://10.0.0.2/onvif/device_service", "http://10.0.0.2/onvif/device_service", true],
    ["ONVIF", "http://10.0.0.2/onvif/device_service", " 10.0.0.2:80/other ", true],
    ["ONVIF", "http://10.0.0.2:8080/", "10.0.0.2", false],
    ["ONVIF", "http://10.0.0.2/", "https://10.0.0.2/", false],
    ["ONVIF", "http://10.0.0.2/", "http://10.0.0.20/", false],
    ["Generic RTSP", "rtsp://Cam.local/main", "RTSP://cam.local:554/small?x=1", true],
    ["Generic RTSP", "rtsp://cam/main", "rtsp://user:word@cam/main", true],
    ["Generic RTSP", "rtsp://cam/main", "rtsp://cam@elsewhere/main", false],
    ["Generic RTSP", "rtsp://cam/main", "rtsps://cam/main", false],
    ["Generic RTSP", "rtsp://[fe80::1]:554/a", "rtsp://[FE80::1]/b", true],
    ["Generic RTSP", "rtsp://cam/main", "", false],
  ] as const)("%s: whether %s and %s are one server", (driver, before, typed, expected) => {
    expect(isSameServer(driver, before, typed)).toBe(expected);
  });
  test("recover needs 2.2.2", () => {
    expect(["2.2.1", "2.2.2", "2.10.0", "v2.2.2-rc1", "8.0", "2.2"].map(canRecover)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
