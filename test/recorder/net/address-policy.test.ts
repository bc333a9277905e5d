import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { isAllowed, pinnedLookup } from "#recorder/net/address-policy.ts";
import { probeStream } from "#recorder/ingest/stream-probe.ts";

const strict = { allowed: [], allowLoopback: false };

describe("addresses of cameras", () => {
  it("are allowed by network, never this machine or its link", () => {
    expect(isAllowed("192.168.1.9", strict)).toBe(true);
    expect(isAllowed("10.1.2.3", { allowed: ["10.1.0.0/16"], allowLoopback: false })).toBe(true);
    expect(isAllowed("10.2.2.3", { allowed: ["10.1.0.0/16"], allowLoopback: false })).toBe(false);
    for (const one of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1"])
      expect(isAllowed(one, strict), one).toBe(false);
  });

  it.each([
    ["an address of this machine's interfaces", "192.168.7.5"],
    ["the same as IPv4 in IPv6", "::ffff:192.168.7.5"],
    ["the same over NAT64", "64:ff9b::c0a8:705"],
    ["its IPv6 address", "2a01:4f8::5"],
    ["its IPv6 address, spelled out", "2a01:04f8:0000::0005"],
    ["loopback over NAT64", "64:ff9b::7f00:1"],
    ["loopback over a local NAT64", "64:ff9b:1::7f00:1"],
    ["loopback over 6to4", "2002:7f00:1::1"],
    ["loopback, IPv4-compatible", "::127.0.0.1"],
    ["loopback, translated", "::ffff:0:127.0.0.1"],
    ["loopback over Teredo", "2001:0:1::80ff:fffe"],
    ["link-local over 6to4", "2002:a9fe:a9fe::"],
    ["metadata of AWS over IPv6", "fd00:ec2::254"],
    ["metadata of Alibaba", "100.100.100.200"],
    ["metadata of Azure", "168.63.129.16"],
    ["metadata over NAT64", "64:ff9b::a9fe:a9fe"],
    ["IPv6 multicast", "ff02::1"],
    ["nowhere", "::"],
  ])("are not %s", (_, address) => {
    const own = ["127.0.0.1", "192.168.7.5", "2a01:4f8::5", "fe80::5"];
    expect(isAllowed(address, strict, own)).toBe(false);
    expect(isAllowed(address, { ...strict, allowed: ["0.0.0.0/0", "::/0"] }, own)).toBe(false);
  });

  it("are any others, in every spelling", () => {
    for (const one of ["192.168.7.6", "::ffff:192.168.7.6", "64:ff9b::c0a8:706", "2a01:4f8::6", "fd00::6"])
      expect(isAllowed(one, strict, ["192.168.7.5"]), one).toBe(true);
    expect(isAllowed("192.168.7.5", { ...strict, allowLoopback: true }, ["192.168.7.5"])).toBe(true);
    const v4 = { ...strict, allowed: ["192.168.7.0/24"] };
    expect(isAllowed("64:ff9b::c0a8:706", v4, [])).toBe(true);
    expect(isAllowed("64:ff9b::c0a8:806", v4, [])).toBe(false);
  });

  it("are not this very machine by its own address", () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
    expect(own.length).toBeGreaterThan(0);
    for (const address of own) expect(isAllowed(address.replace(/%.*$/, ""), strict), address).toBe(false);
  });

  it("are looked up and checked in one step, so that what is dialled is what was checked", async () => {
    const look = (host: string, policy: typeof strict) =>
      new Promise<string>((resolve) =>
        pinnedLookup(policy)(host, {}, (error, address) =>
          resolve(error ? error.message : typeof address === "string" ? address : "list"),
        ),
      );
    expect(await look("localhost", strict)).toMatch(/^nothing may be dialled at /);
    expect(await look("localhost", { allowed: [], allowLoopback: true })).toMatch(/^(127\.0\.0\.1|::1)$/);
  });

  it("are checked when an RTSP stream is dialled", async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const probe = (host: string) =>
      probeStream({ url: `rtsp://${host}:${port}/x`, username: "", password: "", transport: "tcp", network: strict });
    expect(await probe("127.0.0.1")).toMatchObject({ ok: false, error: { code: "camera/forbidden-address" } });
    expect(await probe("localhost")).toMatchObject({ ok: false });
    expect(calls).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });
});
