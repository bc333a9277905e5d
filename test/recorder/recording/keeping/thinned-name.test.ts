import { describe, expect, it } from "vitest";
import { nameBefore, restOfThinning, thinnedName } from "#recorder/recording/keeping/thinned-name.ts";

const hour = "cam%2E1/2026-06-01/12";
const file = (name: string): string => `${hour}/${name}`;

describe("the name of a thinned file", () => {
  it("says what it was, and none else looks like one", () => {
    expect(thinnedName(file("17.mp4"), "keys", 0)).toBe(file("17.k.mp4"));
    expect(thinnedName(file("17-1.mp4"), "motion", 2)).toBe(file("17-1.m2.mp4"));
    for (const name of ["17.k.mp4", "17.m0.mp4", "17.m12.mp4"]) expect(nameBefore(file(name))).toBe(file("17.mp4"));
    for (const name of ["17.mp4", "17-1.mp4", "17.x.mp4", "17.k.mp4.part"]) expect(nameBefore(file(name))).toBeNull();
  });

  it.each([
    ["an ordinary one", "17.mp4", ["17.mp4"], [], null],
    ["written, and the index still names the whole", "17.k.mp4", ["17.k.mp4", "17.mp4"], ["17.mp4"], "left"],
    ["named by the index, and the whole is still there", "17.mp4", ["17.k.mp4", "17.mp4"], ["17.k.mp4"], "left"],
    ["two stretches are named", "17.mp4", ["17.m0.mp4", "17.m1.mp4", "17.mp4"], ["17.m0.mp4", "17.m1.mp4"], "left"],
    ["the whole is there and not in the index yet", "17.k.mp4", ["17.k.mp4", "17.mp4"], [], "waits"],
    ["the index is lost, it is all that there is", "17.k.mp4", ["17.k.mp4"], [], null],
    ["the index names a whole one that is gone", "17.k.mp4", ["17.k.mp4"], ["17.mp4"], null],
    ["the index names a thinned one that is gone", "17.mp4", ["17.mp4"], ["17.k.mp4"], null],
    ["of another recording", "18.mp4", ["17.k.mp4", "18.mp4"], ["17.k.mp4"], null],
  ])("left by a crash: %s", (_, name, present, taken, expected) => {
    expect(restOfThinning(file(name), new Set(present.map(file)), new Set(taken.map(file)))).toBe(expected);
  });
});
