import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { isAllowed, pinnedLookup } from "#recorder/net/address-policy.ts";
import { probeStream } from "#recorder/ingest/stream-hub.ts";

const strict = { allowed: [], allowLoopback: false };

describe("addresses of cameras", () => {
  it("are allowed by network, never this machine or its link", () => {
    expect(isAllowed("192.168.1.9", strict)).toBe(true);
    expect(isAllowed("10.1.2.3", { allowed: ["10.1.0.0/16"], allowLoopback: false })).toBe(true);
    expect(isAllowed("10.2.2.3", { allowed: ["10.1.0.0/16"], allowLoopback: false })).toBe(false);
    for (const one of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1"])
      expect(isAllowed(one, strict), one).toBe(false);
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
