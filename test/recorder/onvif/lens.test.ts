/** The lens that a fisheye camera describes is the one that its picture is shown by. */
import { afterEach, describe, expect, it } from "vitest";
import { directionToSource, lensCircle, type Lens } from "#domain/dewarp/lens.ts";
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import { onvifStreams } from "#recorder/cameras/camera-making.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { profile, profile2, type ScriptedCall, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

const PICTURE = { width: 1280, height: 960 };
let camera: ScriptedOnvif | null = null;
afterEach(() => camera?.close());

/** A VideoSourceConfiguration; angles in degrees, radii in shares of half the picture's height. */
const described = (
  points: readonly (readonly [angle: number, radius: number])[],
  factor: number,
  offset = 'x="0" y="0"',
): string =>
  `<tt:VideoSourceConfiguration token="v"><tt:Extension><tt:Extension><tt:LensDescription><tt:Offset ${offset}/>${points
    .map(
      ([angle, radius]) =>
        `<tt:Projection><tt:Angle>${angle}</tt:Angle><tt:Radius>${radius}</tt:Radius></tt:Projection>`,
    )
    .join(
      "",
    )}<tt:XFactor>${factor}</tt:XFactor></tt:LensDescription></tt:Extension></tt:Extension></tt:VideoSourceConfiguration>`;

async function lensFrom(source: string): Promise<Lens | null> {
  await camera?.close();
  camera = await ScriptedOnvif.open({ profiles: profile("main", source) });
  const read = await readOnvifCamera(camera.url, "admin", "secret", null);
  return read.ok ? (read.value.profiles[0]?.lens ?? null) : null;
}
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const stereographic = [15, 30, 45, 60, 75, 90].map((angle) => [angle, Math.tan(radians(angle) / 2)] as const);

describe("a described lens", () => {
  it.each<[string, number]>([
    ["narrowed across", 0.75],
    ["widened across, as other devices write it", 4 / 3],
    ["not said", 0],
  ])("is round in the picture, whichever way its XFactor is meant: %s", async (_name, factor) => {
    const lens = await lensFrom(described(stereographic, factor, 'x="0.1" y="-0.2"'));
    if (!lens) throw new Error("no lens");
    const { cx, cy, rx, ry } = lensCircle(lens, PICTURE);
    expect([cx, cy, rx, ry].map((px) => Math.round(px))).toEqual([704, 576, 480, 480]);
    expect(lens.fov).toBeCloseTo(180);
  });

  it("puts each ray where the description does", async () => {
    const lens = await lensFrom(described(stereographic, 0.75));
    if (!lens) throw new Error("no lens");
    for (const angle of [5, 22, 50, 80, 89]) {
      const { x } = directionToSource(lens, PICTURE, [Math.sin(radians(angle)), 0, Math.cos(radians(angle))]);
      expect(Math.abs(x - 640 - 480 * Math.tan(radians(angle) / 2)), `${angle} degrees`).toBeLessThan(1);
    }
  });

  it("may say its angles in radians, its points in any order, or the rim alone", async () => {
    const inRadians = stereographic.map(([angle, radius]) => [radians(angle), radius] as const);
    expect((await lensFrom(described(inRadians.toReversed(), 0.75)))?.fov).toBeCloseTo(180);
    expect(await lensFrom(described([[92.5, 1]], 0.75))).toMatchObject({ projection: "equidistant", fov: 185 });
  });

  it.each(["Media", "Media2"])(
    "that a profile of %s leaves out is read from its source's own configuration",
    async (service) => {
      const source = described(stereographic, 0.75);
      const bare = '<tt:VideoSourceConfiguration token="v"/>';
      const configurations = source
        .replaceAll("<tt:VideoSourceConfiguration ", "<trt:Configurations ")
        .replaceAll("</tt:VideoSourceConfiguration>", "</trt:Configurations>");
      const answer = ({ operation, isMedia2 }: ScriptedCall): string | null =>
        operation === "GetVideoSourceConfigurations" && isMedia2 === (service === "Media2")
          ? `<trt:GetVideoSourceConfigurationsResponse><trt:Configurations token="other"/>${configurations}</trt:GetVideoSourceConfigurationsResponse>`
          : null;
      camera = await ScriptedOnvif.open(
        service === "Media"
          ? { profiles: profile("p", bare), answer }
          : { profiles: "", media2Profiles: profile2("p", "H265", '<tr2:VideoSource token="v"/>'), answer },
      );
      const read = await readOnvifCamera(camera.url, "admin", "secret", null);
      expect(read.ok && read.value.profiles[0]?.lens).toMatchObject({ radius: expect.closeTo(0.5), centerX: 0.5 });
    },
  );

  it("is read from Media2 as well", async () => {
    camera = await ScriptedOnvif.open({
      profiles: "",
      media2Profiles: profile2(
        "p",
        "H265",
        described(stereographic, 9 / 16).replaceAll("VideoSourceConfiguration", "VideoSource"),
      ),
    });
    const read = await readOnvifCamera(camera.url, "admin", "secret", null);
    expect(read.ok && read.value.profiles[0]?.lens).toMatchObject({ radius: expect.closeTo(0.5), centerX: 0.5 });
  });

  it.each<[string, string]>([
    ["is not there", ""],
    ["is that of no fisheye", described([[35, 1]], 1)],
    ["has no points", described([], 1)],
    [
      "makes no sense",
      described(
        [
          [-90, 1],
          [Number.NaN, 2],
          [90, -1],
        ],
        1,
      ),
    ],
  ])("that %s leaves the circle to be found in the picture", async (_name, source) => {
    expect(await lensFrom(source)).toBeNull();
  });

  it("that folds back is taken without its bends", async () => {
    const lens = await lensFrom(
      described(
        [
          [10, 0.9],
          [20, 0.91],
          [30, 0.92],
          [89, 0.93],
          [90, 1],
        ],
        0.75,
      ),
    );
    expect(lens?.fov).toBeCloseTo(180);
  });

  it("becomes the stream's, whose dewarping somebody still has to switch on", async () => {
    await lensFrom(described(stereographic, 0.75));
    const read = await readOnvifCamera(camera?.url ?? "", "admin", "secret", null);
    if (!read.ok) throw new Error(read.error.code);
    const [stream] = onvifStreams(read.value);
    const config = parseDewarpConfig(JSON.parse(JSON.stringify(stream?.dewarp)));
    expect(config.ok && config.value).toMatchObject({
      enable: false,
      lens: { projection: "polynomial", radius: expect.closeTo(0.5) },
    });
  });
});
