import { englishText } from "#domain/failures/english.ts";
import { all as german } from "#domain/failures/de/all.ts";
import { failureText, speechOf } from "#domain/failures/failure-text.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { CameraEvents, type CameraEventTimes } from "#recorder/cameras/camera-events.ts";
import { type CameraEvent, pull, renew, subscribe } from "#recorder/onvif/event-client.ts";
import { meaningOf } from "#recorder/onvif/event-meaning.ts";
import { EVENTS, servicesOf } from "#recorder/onvif/services.ts";
import type { Endpoint } from "#recorder/onvif/soap/soap.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import { eventually } from "#test/support/eventually.ts";
import { onvifFacts } from "#test/support/onvif-facts.ts";

const PASSWORD = "secret & <more>";
const INPUT = { topic: "tns1:Device/Trigger/DigitalInput", source: { InputToken: "door & gate" } };
const isOn = (on: boolean) => ({ ...INPUT, data: { LogicalState: String(on) } });

let device: OnvifDevice;
let url = "";
beforeEach(async () => {
  const facts = onvifFacts();
  device = new OnvifDevice(facts, PASSWORD, null, () => false);
  facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
  url = `${facts.baseUri}/onvif/device_service`;
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await device.close();
});
const endpoint = (password = PASSWORD): Endpoint => ({ url, username: "admin", password });

describe("a pull point", () => {
  test("returns what happened since the last pull, and waits until something has happened", async () => {
    const services = await servicesOf(endpoint());
    const [address] = services.ok ? services.value(EVENTS) : [];
    if (address === undefined) throw new Error("no event service");
    const made = await subscribe({ ...endpoint(), url: address });
    if (!made.ok) throw new Error(made.error.code);
    const subscription = made.value;
    const waiting = pull(subscription);
    device.publish(isOn(true));
    device.publish({ topic: "tns1:VideoSource/MotionAlarm", source: {}, data: { State: "true" } });
    const first = await waiting;
    const second = first.ok && first.value.length < 2 ? await pull(subscription) : null;
    const all = [first, second].flatMap((answer) => (answer?.ok ? answer.value : []));
    expect(all).toEqual([
      {
        topic: "Device/Trigger/DigitalInput",
        operation: "Changed",
        source: { InputToken: "door & gate" },
        data: { LogicalState: "true" },
      },
      { topic: "VideoSource/MotionAlarm", operation: "Changed", source: {}, data: { State: "true" } },
    ]);
    expect(await renew(subscription)).toMatchObject({ ok: true });
    expect(await renew({ ...subscription, url: `${address}/no-such` })).toMatchObject({
      error: { code: "onvif/fault" },
    });
  });

  test("works with another maker's: its own prefixes, a single message outside of a list, a key, an address of its own network", async () => {
    const body = (inner: string) =>
      `<E:Envelope xmlns:E="http://www.w3.org/2003/05/soap-envelope" xmlns:b="http://docs.oasis-open.org/wsn/b-2" xmlns:v="http://vendor.example/topics" xmlns:o="http://www.onvif.org/ver10/schema"><E:Body>${inner}</E:Body></E:Envelope>`;
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
      request.on("end", () => {
        asked.push(`${request.url} ${text}`);
        response.end(
          body(
            text.includes("CreatePullPoint")
              ? "<t:CreatePullPointSubscriptionResponse xmlns:t='x'><t:SubscriptionReference><a:Address xmlns:a='y'>http://192.168.0.9:80/sub?id=7</a:Address><a:ReferenceParameters xmlns:a='y' xmlns:k='http://vendor.example/keys'><k:Key kind='of &amp; mine'>7 &lt; 8</k:Key><Plain xmlns='urn:plain'><k:Inner/></Plain></a:ReferenceParameters></t:SubscriptionReference></t:CreatePullPointSubscriptionResponse>"
              : "<t:PullMessagesResponse xmlns:t='x'><b:NotificationMessage><b:Topic Dialect='d'>tns1:Device/v:IO/Port</b:Topic><b:ProducerReference/><b:Message><o:Message UtcTime='2026-01-01T00:00:00Z' PropertyOperation='Changed'><o:Source><o:SimpleItem Name='port' Value='3'/></o:Source><o:Key/><o:Data><o:SimpleItem Name='state' Value='1'/></o:Data></o:Message></b:Message></b:NotificationMessage></t:PullMessagesResponse>",
          ),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const made = await subscribe({ ...endpoint(), url: `http://127.0.0.1:${port}/events` });
    if (!made.ok) throw new Error(made.error.code);
    const there = new URL(made.value.url);
    expect(there.pathname + there.search).toBe("/sub?id=7");
    expect(there.hostname).toBe("127.0.0.1");
    const answer = await pull({ ...made.value, url: `http://127.0.0.1:${port}/sub?id=7` });
    expect(answer).toEqual({
      ok: true,
      value: [{ topic: "Device/IO/Port", operation: "Changed", source: { port: "3" }, data: { state: "1" } }],
    });
    // The envelope also names the receiver, and sends back the parameters that came with the receiver's address.
    expect(asked.at(-1)).toContain(`/sub?id=7</To>`);
    await renew({ ...made.value, url: `http://127.0.0.1:${port}/sub?id=7` });
    expect(asked).toHaveLength(3);
    expect(asked[0]).not.toContain("IsReferenceParameter");
    for (const call of asked.slice(1)) {
      const [, header = ""] = /<s:Header>(.*)<\/s:Header>/s.exec(call) ?? [];
      expect(header).toMatch(/<k:Key [^>]*xmlns:k="http:\/\/vendor.example\/keys"[^>]*>7 &#60; 8<\/k:Key>/);
      expect(header).toMatch(/<k:Key [^>]*kind="of &#38; mine"[^>]*addressed:IsReferenceParameter="true"/);
      expect(header).toMatch(/<Plain [^>]*xmlns="urn:plain"[^>]*><k:Inner><\/k:Inner><\/Plain>/);
    }
  });

  test("is refused when the password is wrong", async () => {
    expect(await subscribe({ ...endpoint("wrong"), url: url.replace("device_service", "events") })).toMatchObject({
      ok: false,
      error: { code: "onvif/unauthorized" },
    });
  });
});

describe("what an event means", () => {
  const event = (topic: string, data: Record<string, string>, of: Partial<CameraEvent> = {}): CameraEvent => ({
    topic,
    operation: "Changed",
    source: {},
    data,
    ...of,
  });
  test.each([
    ["Device/Trigger/DigitalInput", { LogicalState: "true" }, "Camera Input", "event/input-on-of"],
    ["Device/Trigger/DigitalInput", { LogicalState: "0" }, "Camera Input", "event/input-off-of"],
    ["Device/HardwareFailure/FanFailure", { Failed: "true" }, "Camera Fault", "event/hardware-fault-of"],
    ["VideoSource/SignalLoss", { State: "true" }, "Camera Fault", "event/sensor-dark"],
    ["VideoSource/ImageTooDark/ImagingService", { State: "false" }, "Camera Tampered", "event/view-usable"],
    ["Device/IO/Port", { state: "1" }, "Camera Input", "event/input-on-of"],
    ["RuleEngine/LineDetector/Crossed", { ObjectId: "7" }, "Camera Rule", "event/rule-met-of"],
  ])("%s %j", (topic, data, type, code) => {
    const about = code.endsWith("-of") ? { about: "door" } : {};
    const meaning = meaningOf(event(topic, data, { source: { Token: "door" } }), "Gate");
    expect(meaning).toEqual({ type, told: { code, params: { name: "Gate", ...about } } });
  });
  test.each([
    "VideoSource/GlobalSceneChange",
    "VideoSource/ImageTooDark",
    "VideoSource/SignalLoss",
    "Device/HardwareFailure",
    "Device/Trigger/Relay",
    "RuleEngine/LineDetector/Crossed",
  ])("%s is said in German, too, with and without what it is about", (topic) => {
    for (const source of [{}, { Token: "door" }])
      for (const State of ["true", "false"]) {
        const meaning = meaningOf(event(topic, { State }, { source }), "Gate");
        if (meaning) expect(failureText(meaning.told, speechOf(german))).toMatch(/^Gate meldet/);
      }
  });
  test.each([
    ["motion is found by the recorder", event("RuleEngine/CellMotionDetector/Motion", { IsMotion: "true" })],
    [
      "how things stood at the start",
      event("Device/Trigger/DigitalInput", { State: "true" }, { operation: "Initialized" }),
    ],
    ["the end of a crossed line", event("RuleEngine/FieldDetector/ObjectsInside", { IsInside: "false" })],
    ["what nobody knows", event("Vendor/Coffee", { State: "true" })],
  ])("no news: %s", (_name, one) => expect(meaningOf(one, "Gate")).toBeNull());
});

describe("cameras that are watched", () => {
  const QUICK: CameraEventTimes = { lookMs: 20, spreadMs: 5, againMs: 20, longestMs: 40, leastMs: 5 };
  const row = (id: string, uri: string, driver = "ONVIF") =>
    ({ id, name: `Camera ${id}`, driver, uri, credentials: "sealed" }) as CameraRow;

  function watch(rows: CameraRow[]) {
    const written: { type: string; message: string; cameraId: string | undefined }[] = [];
    const failures: unknown[] = [];
    let looks = 0;
    const events = new CameraEvents({
      cameras: {
        all: () => {
          looks += 1;
          return rows;
        },
        credentials: () => ({ username: "admin", password: PASSWORD }),
        network: () => null,
      },
      journal: {
        event: (type, told, about) => {
          written.push({ type, message: englishText(told), cameraId: about?.cameraId });
          return Promise.resolve();
        },
      },
      log: { debug: () => undefined, error: (what: unknown) => failures.push(what) } as never,
      times: QUICK,
    });
    events.start();
    closing.push(() => events.stop());
    /** The list is read again this often: then everybody who had to ask or to answer has had the time for it. */
    const looked = async (times: number): Promise<void> => {
      const from = looks;
      await eventually(() => looks >= from + times, "looks at the list");
    };
    return { written, failures, looked };
  }
  /** Publishes an event again and again until a subscriber has received it. */
  const heard = (written: readonly unknown[], state: boolean) =>
    eventually(() => {
      if (written.length === 0) device.publish(isOn(state));
      return written.length > 0;
    }, "an entry");

  test("have their important events written into the journal, with the camera's name", async () => {
    const { written } = watch([row("a", url), row("b", "rtsp://127.0.0.1:9/x", "Generic RTSP")]);
    await heard(written, true);
    expect(written[0]).toEqual({
      type: "Camera Input",
      message: "Camera a reports that an input is on: door & gate.",
      cameraId: "a",
    });
  });

  test("are not asked any more when they are removed, and are asked again when their address changes", async () => {
    const rows = [row("a", "http://127.0.0.1:9/onvif/device_service")];
    const { written, failures, looked } = watch(rows);
    rows[0] = row("a", url);
    await heard(written, true);
    rows.length = 0;
    await looked(2);
    const before = written.length;
    device.publish(isOn(false));
    await looked(3);
    expect(written).toHaveLength(before);
    expect(failures).toEqual([]);
  });

  test("cannot flood the journal", async () => {
    const { written, looked } = watch([row("a", url)]);
    await heard(written, true);
    for (let n = 0; n < 95; n += 1) device.publish(isOn(n % 2 === 0));
    await eventually(() => written.length >= 31, "31 entries");
    for (let n = 0; n < 20; n += 1) device.publish(isOn(true));
    await looked(3);
    expect(written.at(30)?.message).toBe("Camera a reports too much: the rest is left out for ten minutes.");
    expect(written).toHaveLength(31);
  });

  test("are not asked without a pause when they answer at once, with nothing or with nonsense", async () => {
    let asked = 0;
    const server: Server = createServer((request, response) => {
      request.resume();
      asked += 1;
      response.end("<a/>".repeat(1000));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const { failures, written } = watch([
      row("a", `http://127.0.0.1:${(server.address() as AddressInfo).port}/onvif/device_service`),
      row("b", url),
    ]);
    await heard(written, true);
    await eventually(() => asked >= 6, "three tries");
    expect(written.every(({ cameraId }) => cameraId === "b")).toBe(true);
    expect(failures).toEqual([]);
  });
});
