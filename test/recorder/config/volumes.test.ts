import { describe, expect, it } from "vitest";
import { type ConfigSources, loadConfig } from "#recorder/config/config.ts";

const load = (recordings: unknown, more: Partial<ConfigSources> = {}) =>
  loadConfig({ file: JSON.stringify({ data: "/srv/data", recordings }), environment: {}, flags: new Map(), ...more });
const problems = (recordings: unknown): string => {
  const config = load(recordings);
  return config.ok ? "" : config.error.join("\n");
};
const disk = (name: string, more: object = {}) => ({ name, path: `/mnt/${name}`, ...more });

describe("recordings as a setting", () => {
  it("is one folder as ever: in the data folder, or where its path says", () => {
    expect(load("")).toMatchObject({ ok: true, value: { recordings: "/srv/data/recordings", volumes: [] } });
    expect(load("/mnt/disk")).toMatchObject({ ok: true, value: { recordings: "/mnt/disk", volumes: [] } });
  });

  it("or a list of volumes, whose index lies beside the settings", () => {
    const list = [
      disk("fast", { reserve: "50 GB", weight: 2, "move-after-days": 1.5, "move-what": "motion" }),
      disk("nas", { role: "keep", reserve: 1000 }),
    ];
    expect(load(list)).toMatchObject({
      ok: true,
      value: {
        recordings: "/srv/data",
        volumes: [
          {
            name: "fast",
            path: "/mnt/fast",
            role: "record",
            reserveBytes: 50 * 1024 ** 3,
            weight: 2,
            moveAfterDays: 1.5,
            moveOnly: { what: "motion", cameras: null },
          },
          { name: "nas", path: "/mnt/nas", role: "keep", reserveBytes: 1000, weight: 1 },
        ],
      },
    });
  });

  it("a variable or flag holds the list as JSON, and overrules the file with a path as well", () => {
    const environment = { PROSCENIUM_RECORDINGS: JSON.stringify([disk("a")]) };
    expect(load("/mnt/disk", { environment })).toMatchObject({ value: { volumes: [{ name: "a" }] } });
    const flags = new Map([["recordings", "/mnt/one"]]);
    expect(load([disk("a")], { flags })).toMatchObject({ value: { recordings: "/mnt/one", volumes: [] } });
  });

  it.each<[unknown, string]>([
    [[], "names no volume"],
    [[disk("a"), disk("A", { path: "/mnt/b" })], "two volumes are called A"],
    [[disk("a"), disk("b", { path: "/mnt/a/" })], "a and b have the same path /mnt/a"],
    [[disk("a"), disk("b", { path: "/mnt/a/b" })], "lies inside the other's"],
    [[disk("a", { path: "/mnt/b/c" }), disk("b")], "lies inside the other's"],
    [[disk("a", { path: "/" }), disk("b")], "lies inside the other's"],
    [[disk("a", { role: "keep" })], 'no volume has the role "record"'],
    [[disk("a", { role: "write" })], "recordings[0]: role: record or keep"],
    [[disk("a"), { name: "b" }], "recordings[1]: path: the folder of the volume is missing"],
    [[{ path: "/mnt/a" }], "recordings[0]: name:"],
    [[disk("a", { reserve: "much" })], "recordings[0]: reserve:"],
    [[disk("a", { reserve: -1 })], "recordings[0]: reserve:"],
    [[disk("a", { weight: 0 })], "recordings[0]: weight:"],
    [[disk("a", { "move-after-days": 0 })], "recordings[0]: move-after-days:"],
    [[disk("a", { "move-after-days": "7" })], "recordings[0]: move-after-days:"],
    [[disk("a", { "move-what": "some" })], "recordings[0]: move-what: all or motion or evidence"],
    [[disk("a", { "move-cameras": "1" })], "recordings[0]: move-cameras:"],
    [[disk("a", { "move-cameras": [1] })], "recordings[0]: move-cameras:"],
    [[disk("a", { size: 1 })], "recordings[0]: unknown field size"],
    [["/mnt/a"], "recordings[0]: a volume is an object"],
    ["[{", "recordings is neither a path nor a list"],
    [7, "recordings is neither a path nor a list"],
  ])("says what is wrong in %j", (recordings, words) => {
    expect(problems(recordings)).toContain(words);
  });

  it("volumes beside one another are no trouble, also where one's name begins like the other's", () => {
    expect(problems([disk("a"), disk("ab")])).toBe("");
  });
});
