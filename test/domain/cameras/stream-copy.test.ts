import { describe, expect, test } from "vitest";
import {
  adjustments,
  copySettings,
  copyTargets,
  hasAudio,
  nearestResolution,
  settableGroups,
  targetStream,
} from "#domain/cameras/stream-copy.ts";
import { choice, int } from "./capability-facts.ts";

describe("copying a stream", () => {
  const target = {
    Video: {
      Encoder: choice(["JPEG", "H264"], "H264", {
        H264: { Resolution: choice(["640x480", "1920x1080", "1280x720"], "640x480"), BitRate: int(64, 4000) },
        JPEG: { Resolution: choice(["640x480"], "640x480") },
      }),
      Profile: choice(["Main", "High"], "High"),
    },
  };
  test("fits", () => {
    const source = {
      General: { Name: "main" },
      Video: { Encoder: "H264", Resolution: "1600x900", BitRate: 9000, Profile: "Baseline" },
      Audio: { Encoder: "AAC" },
    };
    expect(copySettings(source, target)).toEqual({
      General: { Name: "main" },
      Video: { Encoder: "H264", Resolution: "1280x720", BitRate: 4000, Profile: "High" },
    });
    expect(copySettings({ Video: { Encoder: "H265" } }, target).Video?.Encoder).toBe("JPEG");
    expect(copySettings(source, target, ["General"])).toEqual({ General: { Name: "main" } });
    // Sound settings are copied to targets that have sound: the encoder is sent first when the target has another one,
    // and its own rates are used when they differ.
    const Audio = { Encoder: choice(["G711"], "G711", { G711: { BitRate: choice(["64"], "64") } }) };
    const loud = { Audio: { Encoder: "AAC", BitRate: 48 } };
    const groups = settableGroups({ ...target, Audio }, { Audio: { Encoder: "G711" } });
    expect(copySettings(loud, groups)).toEqual({ Audio: { Encoder: "G711", BitRate: "64" } });
    for (const own of [{ Encoder: "none" }, { Encoder: "" }, {}, undefined]) {
      expect(hasAudio(own)).toBe(false);
      expect(copySettings(loud, settableGroups({ ...target, Audio }, own ? { Audio: own } : {}))).toEqual({});
    }
    expect(nearestResolution(choice(["1x1", "x"], "1x1"), "wide")).toBe("1x1");
  });
  test("leaves alone what the source does not have", () => {
    expect(copySettings({ Video: { Encoder: "H264", BitRate: 500 } }, target)).toEqual({
      Video: { Encoder: "H264", BitRate: 500 },
    });
    expect(copySettings({ Video: { Encoder: "MPEG4", BitRate: 500 } }, target)).toEqual({ Video: { Encoder: "JPEG" } });
  });
  test("primary to primary, else by name, else by place", () => {
    const streams = [
      { id: "a", name: "main" },
      { id: "b", name: "small" },
    ];
    const source = { stream: { id: "x", name: "small" }, isPrimary: false, position: 0 };
    const pick = (from: typeof source, list = streams) => targetStream(from, { streams: list, primaryId: "a" })?.id;
    expect(pick({ ...source, isPrimary: true })).toBe("a");
    expect(pick(source)).toBe("b");
    expect(pick({ ...source, stream: { id: "x", name: "other" }, position: 1 })).toBe("b");
    expect(pick({ ...source, stream: { id: "x", name: "other" }, position: 2 })).toBe(undefined);
  });
  test("what was adjusted is named", () => {
    expect(
      adjustments(
        { Video: { Resolution: "1280x720", FrameRate: 15, Encoder: "H264" } },
        { Video: { Resolution: "1024x1024", FrameRate: "15", Encoder: "H264", BitRate: 5 } },
      ),
    ).toEqual([{ section: "Video", setting: "Resolution", wanted: "1280x720", taken: "1024x1024" }]);
    expect(adjustments({ Audio: { Encoder: "AAC" } }, { Audio: { Encoder: "G711" } })).toEqual([
      { section: "Audio", setting: "Encoder", wanted: "AAC", taken: "G711" },
    ]);
  });
  test("targets are ONVIF and not the source", () => {
    const camera = (id: string, driver: string, name: string) => ({ id, driver, name });
    const cameras = [
      camera("1", "ONVIF", "b10"),
      camera("2", "Generic RTSP", "c"),
      camera("3", "ONVIF", "b2"),
      camera("4", "ONVIF", "x"),
    ];
    expect(copyTargets(cameras, "4").map(({ id }) => id)).toEqual(["3", "1"]);
  });
});
