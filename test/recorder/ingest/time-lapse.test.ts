import { expect, it } from "vitest";
import { LOGIN } from "#test/support/faulty-camera.ts";
import { closingAfterEach, listen, quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { eventually } from "#test/support/eventually.ts";

const { camera, hub } = closingAfterEach();

it("a camera that takes a picture more seldom than others may pause runs on, and its end is noticed", async () => {
  const opened = await camera({ framesPerSecond: 1000 / (quick.stallMs * 1.25), gopFrames: 1, login: LOGIN });
  const to = hub();
  const heard = listen(to, "a");
  to.setStreams([streamSpec("a", opened.url)]);
  await eventually(() => (to.status("a")?.pauseMs ?? 0) > quick.stallMs, "its rhythm", 15_000);
  const retries = to.status("a")?.retryCount;
  const count = heard.units.length;
  await eventually(() => heard.units.length >= count + 4, "four more pictures", 15_000);
  expect(to.status("a")).toMatchObject({ state: "running", retryCount: retries });
  opened.stall();
  await eventually(() => to.status("a")?.trouble?.code === "camera/stalled", "its end", 10 * quick.stallMs);
}, 45_000);
