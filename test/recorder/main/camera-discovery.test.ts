import { expect, test, vi } from "vitest";
import { CameraDiscovery } from "#recorder/main/camera-discovery.ts";
import type { Cameras } from "#recorder/main/cameras.ts";

vi.mock("#recorder/onvif/discovery.ts", () => ({ discover: () => Promise.resolve([]) }));

const found = (url: string) => ({ ip: new URL(url).hostname, url, name: "Gate", model: "" });

test.each([
  ["http://10.0.0.5/onvif/device_service", true],
  ["http://10.0.0.5:80/onvif/device_service", true],
  ["HTTP://10.0.0.5/onvif/device_service", true],
  ["http://10.0.0.5:8080/onvif/device_service", false],
  ["http://10.0.0.5/onvif/other", false],
  ["http://10.0.0.6/onvif/device_service", false],
])("a camera that says it is at %s: registered %s", async (url, registered) => {
  const row = { uri: "http://10.0.0.5/onvif/device_service" };
  const discovery = new CameraDiscovery({ all: () => [row] } as unknown as Cameras, () => 0);
  discovery.setLocal([found(url)]);
  expect(await discovery.find()).toEqual([{ ...found(url), registered }]);
});
