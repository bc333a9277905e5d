import { expect, test } from "vitest";
import { cheapestPath, leastOf, type PathCost } from "#stage/gl/path-costs.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";

/** The costs of SwiftShader on two cores, for a picture of 640x360. */
const software = new Map<UploadPathName, PathCost>([
  ["rgba-bytes", { bringMs: 1.2, drawMs: 5.2 }],
  ["i420-planes", { bringMs: 0.7, drawMs: 9 }],
  ["vf-teximage", { bringMs: 24, drawMs: 9.2 }],
]);
const order = [...software.keys()];

test.each([
  ["a small stream in a tile of its size", 1, "rgba-bytes"],
  ["one that is magnified", 9, "rgba-bytes"],
  ["a small stream on a wall of 64", 0.14, "rgba-bytes"],
  ["1280x720 on a wall of 64", 0.035, "i420-planes"],
  ["1920x1080 on a wall of 64", 0.016, "i420-planes"],
] as const)("%s", (_what, share, path) => {
  expect(cheapestPath(order, software, share)).toBe(path);
});

test("a path that takes no such picture is none of the choices; without a probe the given order counts", () => {
  expect(cheapestPath(["i420-planes", "vf-teximage"], software, 1)).toBe("i420-planes");
  expect(cheapestPath(["vf-teximage", "rgba-bytes"], new Map(), 0.01)).toBe("vf-teximage");
  expect(cheapestPath([], software, 1)).toBeNull();
});

test("of several measurements the least counts, of each part by itself", () => {
  const cost = leastOf([
    { bringMs: 2, drawMs: 5 },
    { bringMs: 3, drawMs: 4 },
  ]);
  expect(cost).toEqual({ bringMs: 2, drawMs: 4 });
});
