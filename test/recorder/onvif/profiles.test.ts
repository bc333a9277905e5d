import { expect, it } from "vitest";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { onvifFacts, onvifProfile } from "#test/support/onvif-facts.ts";

/** Encoders of many channels are one device: cameras with 40 profiles exist. */
const PROFILES = 40;

it("every profile of a device with many channels is read", async () => {
  const profiles = Array.from({ length: PROFILES }, (_, at) => onvifProfile(`channel${at}`));
  const facts = onvifFacts({ profiles });
  const device = new OnvifDevice(facts, "demo", null, () => true);
  try {
    facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
    const read = await readOnvifCamera(`${facts.baseUri}/onvif/device_service`, "admin", "demo", null);
    expect(read.ok && read.value.profiles.map(({ token }) => token)).toEqual(profiles.map(({ token }) => token));
  } finally {
    await device.close();
  }
});
