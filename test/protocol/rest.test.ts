import { describe, expect, it } from "vitest";
import { camera } from "#protocol/rest/cameras/camera.ts";
import { stream } from "#protocol/rest/cameras/stream.ts";
import { userCreate } from "#protocol/rest/accounts/user.ts";

describe("a camera as recorders send it", () => {
  it("reads text scalars, odd numbers, unknown nodes and old identifiers", () => {
    const read = camera.parse({
      id: 5,
      name: "Gate",
      driver: "something new",
      capabilities: {
        camera: { PTZ: { pan: "false", tilt: "false", zoom: "true", maxPresets: "0" }, PossibleStreams: "3" },
        stream: {
          Video: {
            Encoder: {
              type: "enum",
              options: ["H264", "JPEG"],
              default: "H264",
              capabilities: {
                H264: { BitRate: { type: "int", min: "1", max: "2147483647", default: "-1073741824" } },
              },
            },
            Note: { type: "string", max: "5" },
          },
        },
      },
      features: { ptzPresets: [{ name: "door", token: 1 }] },
      streams: [{ id: 7, dewarpConfiguration: { panoramaAspectRatio: "4.9000000000000004", enable: "false" } }],
      somethingNew: true,
    });
    expect(read.id).toBe("5");
    expect(read.driver).toBe("Generic RTSP");
    expect(read.capabilities.camera.PTZ).toEqual({
      pan: false,
      tilt: false,
      zoom: true,
      relativeFOV: false,
      maxPresets: 0,
    });
    expect(read.capabilities.camera.PossibleStreams).toBe(3);
    const encoder = read.capabilities.stream.Video?.Encoder;
    expect(encoder).toMatchObject({
      type: "enum",
      capabilities: { H264: { BitRate: { type: "int", min: 1, max: 2147483647, default: -1073741824 } } },
    });
    expect(read.capabilities.stream.Video?.Note).toEqual({ type: "other" });
    expect(read.features.ptzPresets).toEqual([{ name: "door", token: "1", type: "preset" }]);
    expect(read.streams[0]?.dewarpConfiguration).toEqual({ panoramaAspectRatio: 4.9000000000000004, enable: false });
    expect(read.retention).toBe(0);
  });

  it("takes a stream state of a newer server as unknown", () => {
    expect(stream.parse({ id: "1", status: { id: 1, streamState: "dancing" } }).status?.streamState).toBe("unknown");
  });
});

describe("user names", () => {
  it.each(["a b", "a-b", "", "ä", "../x"])("refuses %j", (username) => {
    expect(userCreate.safeParse({ username, password: "secret", role: "Viewer" }).success).toBe(false);
  });
});
