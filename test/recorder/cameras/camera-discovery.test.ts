import { afterEach, expect, test, vi } from "vitest";
import { CameraDiscovery } from "#recorder/cameras/camera-discovery.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";

const network = vi.hoisted(() => ({ search: (): Promise<unknown[]> => Promise.resolve([]) }));
vi.mock("#recorder/onvif/discovery.ts", () => ({ discover: () => network.search() }));
afterEach(() => void (network.search = () => Promise.resolve([])));

const camerasOf = (...rows: { uri: string }[]) => ({ all: () => rows }) as unknown as Cameras;
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
  const discovery = new CameraDiscovery(camerasOf(row));
  discovery.setLocal([found(url)]);
  expect(await discovery.find()).toEqual([{ ...found(url), registered }]);
});

test("a new request starts a new search; a request during a search shares it", async () => {
  const searches: ((found: unknown[]) => void)[] = [];
  network.search = () => new Promise((resolve) => searches.push(resolve));
  const discovery = new CameraDiscovery(camerasOf());
  const [first, shared] = [discovery.find(), discovery.find()];
  expect(searches).toHaveLength(1);
  searches[0]?.([]);
  expect(await first).toEqual([]);
  expect(await shared).toEqual([]);
  const again = discovery.find();
  expect(searches).toHaveLength(2);
  searches[1]?.([found("http://10.0.0.5/onvif/device_service")]);
  expect(await again).toMatchObject([{ ip: "10.0.0.5" }]);
});
