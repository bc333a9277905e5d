import { expect, test } from "vitest";
import { foundIn } from "#recorder/onvif/found-device.ts";

const answer = (
  addresses: string,
  scopes = "onvif://www.onvif.org/name/Front%20Gate onvif://www.onvif.org/hardware/X1",
) =>
  `<e:Envelope><e:Body><d:ProbeMatches><d:ProbeMatch><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${addresses}</d:XAddrs></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>`;

test.each([
  ["http://192.0.2.7/onvif/device_service", "http://192.0.2.7/onvif/device_service"],
  ["http://[fe80::1]/onvif/a http://192.0.2.7:8080/onvif/b http://10.0.0.1/onvif/c", "http://192.0.2.7:8080/onvif/b"],
  ["http://169.254.3.4/onvif/device_service", "http://192.0.2.7/onvif/device_service"],
  ["  http://[fe80::1]:8899/onvif/d  ", "http://192.0.2.7:8899/onvif/d"],
  ["ftp://192.0.2.7/x http://nowhere.example/onvif/e", "http://192.0.2.7/onvif/e"],
])("a device that names %s is at the address that it answers from", (addresses, url) => {
  expect(foundIn(answer(addresses), "192.0.2.7")).toEqual({ ip: "192.0.2.7", url, name: "Front Gate", model: "X1" });
});

test.each(["", "urn:uuid:1", "ftp://192.0.2.7/"])("an answer that names no web address, %s, is none", (addresses) => {
  expect(foundIn(answer(addresses), "192.0.2.7")).toBeNull();
});

test("a program of this machine that names another address of it is not found twice", () => {
  const text = answer("http://127.0.0.1:8081/onvif/device_service");
  expect(foundIn(text, "192.0.2.7", true)).toBeNull();
  expect(foundIn(text, "192.0.2.7")).toMatchObject({ url: "http://192.0.2.7:8081/onvif/device_service" });
  expect(foundIn(text, "127.0.0.1", true)).toMatchObject({ url: "http://127.0.0.1:8081/onvif/device_service" });
});
