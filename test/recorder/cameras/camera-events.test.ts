import { afterAll, beforeAll, expect, test } from "vitest";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { onvifFacts } from "#test/support/onvif-facts.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const facts = onvifFacts();
const device = new OnvifDevice(facts, "demo", null, () => false);
let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
  // It watches from the moment of its start.
  await house.recorder.listen();
  facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
});
afterAll(async () => {
  await house.close();
  await device.close();
});

test("what a registered camera reports by itself stands in the list of events, with its id", {
  timeout: 30_000,
}, async () => {
  const connection = { uri: `${facts.baseUri}/onvif/device_service`, username: "admin", password: "demo" };
  const made = await house.ask("POST", "/service/cameras", { as: "admin", body: { driver: "ONVIF", connection } });
  const { id, name } = made.json<{ id: string; name: string }>();
  const listed = async () => {
    const answer = await house.ask("GET", "/service/events/server?eventType=Camera%20Input", { as: "admin" });
    return answer.json<{ events: { message: string; cameraId: string }[] }>().events;
  };
  await expect
    .poll(
      async () => {
        device.publish({
          topic: "tns1:Device/Trigger/DigitalInput",
          source: { InputToken: "gate" },
          data: { LogicalState: "true" },
        });
        return (await listed()).at(-1);
      },
      { timeout: 20_000, interval: 200 },
    )
    .toMatchObject({ message: `${name} reports that an input is on: gate.`, cameraId: id });
});
