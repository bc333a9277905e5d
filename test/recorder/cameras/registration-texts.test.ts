/** Why a camera could not be added is said with what to do next. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { mayHoldLogin, parseCameraAddress } from "#recorder/cameras/camera-address.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
});
afterAll(() => house.close());
afterEach(() => vi.restoreAllMocks());

const add = async (uri: string, username = "", password = "", driver = "Generic RTSP") => {
  const body = { driver, connection: { uri, username, password } };
  const answer = await house.ask("POST", "/service/cameras", { as: "admin", body });
  return answer.json<{ code: string; reason: string; id?: string }>();
};

describe("a name or password with a sign that ends it, written into the address", () => {
  it.each(["p#ss", "p/ss", "p?ss", "12#34", "12/34", "1?2", "p\\ss", "p ss", "#", "p@ss#/@?"])(
    "%s belongs into its own field",
    async (password) => {
      // Up to a number it could be an address: only that there is no such host tells it apart.
      const user = /^\d/.test(password) ? "nobody.invalid" : "admin";
      for (const address of [`rtsp://${user}:${password}@127.0.0.1/cam`, `${user}:${password}@127.0.0.1:554/cam?a=1`]) {
        const { code, reason } = await add(address);
        expect(`${code} ${reason}`).toMatch(/^camera\/bad-uri .*in their own fields, or percent-encoded/);
        expect(reason).not.toContain(password.length > 1 ? password : "admin:#");
      }
      expect((await add(`http://${user}:${password}@127.0.0.1/onvif`, "", "", "ONVIF")).reason).toContain(
        "their own fields",
      );
    },
  );

  it.each([
    ["rtsp://admin:p%40ss@127.0.0.1/cam", "admin", "p@ss"],
    ["rtsp://admin:p@ss@127.0.0.1/cam", "admin", "p@ss"],
    ["rtsp://me@home.example:p:s^s!$&*()@127.0.0.1/cam", "me@home.example", "p:s^s!$&*()"],
    ["rtsp://admin:p%ss@127.0.0.1/cam", "admin", "p%ss"],
  ])("but %s is understood", (uri, username, password) => {
    expect(parseCameraAddress("Generic RTSP", uri)).toMatchObject({ ok: true, value: { username, password } });
  });

  it("an @ in a path is no login", () => {
    expect(parseCameraAddress("Generic RTSP", "rtsp://192.0.2.1/user=a@b")).toMatchObject({ ok: true });
    expect(mayHoldLogin("rtsp://a:b@192.0.2.1/cam")).toBe(false);
    expect(mayHoldLogin("rtsp://192.0.2.1/cam#x")).toBe(false);
  });

  it("a password that was decoded, and refused, may have been meant as it stood there", async () => {
    const auth = refuse("camera/auth", { cause: failure("other/message", { message: "401 Unauthorized" }) });
    vi.spyOn(house.services.media, "call").mockResolvedValue(auth);
    const doubted = await add("rtsp://admin:100%41@127.0.0.1/cam");
    expect(doubted.code).toBe("camera/login-in-address");
    expect(doubted.reason).toMatch(/401 Unauthorized.*write % as %25/);
    expect((await add("rtsp://127.0.0.1/cam", "admin", "100%41")).code).toBe("camera/auth");
    expect((await add("rtsp://admin:abc@127.0.0.1/cam")).code).toBe("camera/auth");
  });
});

it.each<[string, Failure, RegExp]>([
  [
    "network",
    failure("camera/unreachable", { cause: failure("camera/refused") }),
    /cannot be reached: the camera refused the connection\. Check its address and port/,
  ],
  [
    "login",
    failure("camera/auth", { cause: failure("other/message", { message: "401" }) }),
    /username or password: 401\. Check both/,
  ],
  [
    "codec",
    failure("camera/codec", { cause: failure("camera/format", { name: "H261" }) }),
    /H261\. Set its encoder to H\.264/,
  ],
  [
    "no key picture",
    failure("camera/stalled", { cause: failure("camera/no-key-frame") }),
    /no key frame came\. Set a shorter interval/,
  ],
  [
    "few key pictures",
    failure("camera/stalled", { cause: failure("camera/key-frames-seldom", { count: 22 }) }),
    /no key frame came in 22 s, although pictures come: .*\. Set a shorter interval/,
  ],
  [
    "a single picture",
    failure("camera/codec", { cause: failure("camera/still-picture") }),
    /a single picture answers at this address, not a video\. Look the path of the MJPEG stream up/,
  ],
  [
    "another host",
    failure("camera/protocol", { cause: failure("camera/redirects", { message: "302: rtsp://10.0.0.9/x" }) }),
    /10\.0\.0\.9\/x: another host is asked without the login only, and that was refused\. Enter the address/,
  ],
  [
    "no video",
    failure("camera/codec", { cause: failure("camera/no-video") }),
    /sends no video at this address\. Check the path/,
  ],
  [
    "no packet",
    failure("camera/stalled", { cause: failure("camera/no-data", { count: 10 }) }),
    /no data for 10 s\. Check that the stream is switched on/,
  ],
  [
    "path",
    failure("camera/not-found", { cause: failure("other/message", { message: "404" }) }),
    /no stream at this address: 404\. Look its path up/,
  ],
  ["web server", failure("camera/protocol", { cause: failure("camera/no-rtsp") }), /usually has port 554/],
])("%s: the cause, and the next step", async (_name, error, told) => {
  vi.spyOn(house.services.media, "call").mockResolvedValue({ ok: false, error });
  const refused = await add("rtsp://127.0.0.1/cam");
  expect(refused.code).toBe(error.code);
  expect(refused.reason).toMatch(told);
});
