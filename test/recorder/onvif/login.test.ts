/** Cameras with wrong clocks and odd challenges are signed in to; a refusal says whether it was the clock or the password. */
import { afterEach, describe, expect, it } from "vitest";
import { englishText } from "#domain/failures/english.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { readableLogins } from "#recorder/onvif/soap/sign-in.ts";
import {
  believesDigest,
  believesToken,
  fault,
  local,
  type OnvifScript,
  ScriptedOnvif,
  utc,
} from "#test/support/scripted-onvif.ts";

const HOUR_MS = 3_600_000;
let camera: ScriptedOnvif | null = null;
afterEach(() => camera?.close());

async function read(script: OnvifScript, password = "secret") {
  await camera?.close();
  camera = await ScriptedOnvif.open(script);
  const answer = await readOnvifCamera(camera.url, "admin", password, null);
  return answer.ok ? "read" : `${answer.error.cause?.code} | ${englishText(answer.error)}`;
}
const tokens = (): number => (camera?.calls ?? []).filter(({ xml }) => xml.includes("<UsernameToken>")).length;

describe("a clock", () => {
  it.each<[string, OnvifScript]>([
    ["seven hours behind", { clockMs: -7 * HOUR_MS }],
    ["that says its local time as UTC", { told: utc(Date.now() + 10 * HOUR_MS) }],
    [
      "that says UTC, and means local time",
      { clockMs: 2 * HOUR_MS, told: utc(Date.now()) + local(Date.now() + 2 * HOUR_MS) },
    ],
    ["of which only the local time is said", { clockMs: 5 * HOUR_MS, told: local(Date.now() + 5 * HOUR_MS) }],
    ["that cannot be asked, and is right", { told: "" }],
    [
      "with a date that is none",
      { told: "<tt:UTCDateTime><tt:Time/><tt:Date><tt:Year>999999999</tt:Year></tt:Date></tt:UTCDateTime>" },
    ],
    [
      "that cannot be asked, of a camera whose web server has it",
      {
        clockMs: -9 * HOUR_MS,
        told: "",
        refusal: () => ({
          status: 400,
          headers: { date: new Date(Date.now() - 9 * HOUR_MS).toUTCString() },
          body: `<E><Body><Fault><faultstring>not authorized</faultstring></Fault></Body></E>`.replaceAll(
            "E>",
            "Envelope>",
          ),
        }),
      },
    ],
  ])("%s does not keep the camera out", async (_name, script) => {
    expect(await read(script)).toBe("read");
  });

  it("that lies about everything does not matter to a camera with HTTP digest, which is asked for by a call without a token", async () => {
    const digest = believesDigest("onvif", () => "n1");
    const script: OnvifScript = {
      told: utc(Date.now()),
      clockMs: -30 * HOUR_MS,
      believes: (call, nowMs) => (call.xml.includes("<UsernameToken>") ? believesToken(call, nowMs) : digest(call)),
      refusal: ({ xml }) =>
        xml.includes("<UsernameToken>")
          ? fault("ter:NotAuthorized", "no")
          : { status: 401, headers: { "www-authenticate": 'Digest realm="onvif", nonce="n1", qop="auth"' } },
    };
    expect(await read(script)).toBe("read");
  });

  it("does not matter either to a camera that does not understand tokens at all", async () => {
    const digest = believesDigest("onvif", () => "n1");
    const script: OnvifScript = {
      believes: (call) => !call.xml.includes("<UsernameToken>") && digest(call),
      refusal: ({ xml }) =>
        xml.includes("<UsernameToken>")
          ? fault("s:MustUnderstand", "header not understood")
          : { status: 401, headers: { "www-authenticate": 'Digest realm="onvif", nonce="n1"' } },
    };
    expect(await read(script)).toBe("read");
  });

  it("is named where it may be the cause", async () => {
    expect(await read({ told: utc(Date.now() - 3 * HOUR_MS) }, "wrong")).toMatch(
      /^onvif\/clock-off .*GetDeviceInformation.*180 min off/,
    );
    expect(await read({ told: "" }, "wrong")).toMatch(/^onvif\/clock-unknown .*does not tell its time/);
    const expired = () => fault("wsse:MessageExpired", "The message has expired");
    expect(await read({ refusal: expired }, "wrong")).toMatch(/^onvif\/clock-refused .*because of its time/);
  });
});

describe("a wrong password", () => {
  it("is called one, with the call that found it, and is not tried often: cameras lock accounts", async () => {
    expect(await read({}, "wrong")).toMatch(/^onvif\/login-wrong .*GetDeviceInformation/);
    expect(tokens()).toBe(1);
    const challenge = { status: 401, headers: { "www-authenticate": 'Digest realm="onvif", nonce="n1"' } };
    expect(await read({ believes: believesDigest("onvif", () => "n1"), refusal: () => challenge }, "wrong")).toMatch(
      /^onvif\/login-wrong /,
    );
    expect(camera?.calls.filter(({ authorization }) => authorization !== "")).toHaveLength(1);
  });

  it("is not blamed for what its user may not do", async () => {
    const answer: OnvifScript["answer"] = ({ operation }) =>
      operation === "GetStreamUri" ? fault("ter:NotAuthorized", "no") : null;
    expect(await read({ answer })).toMatch(/^onvif\/login-rights .*GetStreamUri.*rights of an operator/);
  });

  it("is not sent readable where anything else is offered or taken", async () => {
    const both = {
      status: 401,
      headers: { "www-authenticate": ['Basic realm="onvif"', 'Digest realm="onvif", nonce="n"'] },
    };
    await read({ believes: () => false, refusal: () => both });
    expect(camera?.calls.some(({ authorization }) => authorization.startsWith("Basic"))).toBe(false);
    const basic = { status: 401, headers: { "www-authenticate": 'Basic realm="onvif"' } };
    expect(await read({ clockMs: -7 * HOUR_MS, refusal: () => basic })).toBe("read");
    expect(camera?.calls.some(({ authorization }) => authorization.startsWith("Basic"))).toBe(false);
  });

  it("is sent readable to a camera that takes it in no other way, with a warning", async () => {
    const used: string[] = [];
    const dispose = readableLogins.on("used", ({ address }) => used.push(address));
    const basic = { status: 401, headers: { "www-authenticate": 'Basic realm="onvif"' } };
    const right = `Basic ${Buffer.from("admin:secret").toString("base64")}`;
    const script: OnvifScript = { believes: ({ authorization }) => authorization === right, refusal: () => basic };
    expect(await read(script)).toBe("read");
    expect(new Set(used)).toEqual(new Set([new URL(camera?.url ?? "").host]));
    expect(await read(script, "wrong")).toMatch(/^onvif\/login-wrong /);
    expect(camera?.calls.filter(({ authorization }) => authorization !== "")).toHaveLength(1);
    dispose();
  });
});

describe("HTTP challenges", () => {
  const DIGEST = 'Digest realm="onvif", nonce="n1", qop="auth"';
  it.each<[string, string | string[], string, "md5" | "sha256"]>([
    ["alone", DIGEST, "onvif", "md5"],
    ["after Basic in another header", ['Basic realm="onvif"', DIGEST], "onvif", "md5"],
    ["after Basic in the same header", `Basic realm="onvif", ${DIGEST}`, "onvif", "md5"],
    ["before Basic with a realm of its own", `${DIGEST}, Basic realm="other"`, "onvif", "md5"],
    ["between schemes that nobody knows", `Negotiate, ${DIGEST}, Bearer realm="x", error="none"`, "onvif", "md5"],
    [
      "with a comma and a quote in the realm",
      String.raw`Basic realm="a", Digest realm="Gate \"A\", Basic x=", nonce="n1", qop="auth"`,
      'Gate "A", Basic x=',
      "md5",
    ],
    ["with a list of qop", 'Digest qop="auth-int,auth",nonce="n1",realm="onvif"', "onvif", "md5"],
    ["with auth-int alone", 'Digest qop="auth-int",nonce="n1",realm="onvif"', "onvif", "md5"],
    ["without qop", 'digest realm="onvif",nonce="n1",algorithm=MD5', "onvif", "md5"],
    ["without commas, in odd case", 'DIGEST Realm="onvif" Nonce="n1" QOP="auth"', "onvif", "md5"],
    ["of SHA-256", 'Digest realm="onvif", nonce="n1", qop="auth", algorithm=SHA-256', "onvif", "sha256"],
    [
      "of SHA-256, the better of two",
      [DIGEST, 'Digest realm="onvif", nonce="n1", qop="auth", algorithm=SHA-256'],
      "onvif",
      "sha256",
    ],
    [
      "of SHA-256 beside MD5, of which only MD5 is understood",
      ['Digest realm="onvif", nonce="n1", qop="auth", algorithm=SHA-256', DIGEST],
      "onvif",
      "md5",
    ],
    [
      "beside an algorithm that nobody knows",
      ['Digest realm="onvif", nonce="n1", qop="auth", algorithm=SHA-512-256', DIGEST],
      "onvif",
      "md5",
    ],
  ])("%s are answered", async (_name, header, realm, algorithm) => {
    const refusal = () => ({ status: 401, headers: { "www-authenticate": header } });
    expect(await read({ believes: believesDigest(realm, () => "n1", algorithm), refusal })).toBe("read");
    expect(camera?.calls.some(({ authorization }) => /^basic/i.test(authorization))).toBe(false);
  });

  it("whose nonce is too old by the time are answered again, and nonces that change with each call", async () => {
    let at = 0;
    const believes = believesDigest("onvif", () => `n${at}`);
    const refusal: OnvifScript["refusal"] = ({ authorization }) => {
      at += 1;
      const stale = authorization === "" ? "" : ", stale=TRUE";
      return {
        status: 401,
        headers: { "www-authenticate": `Digest realm="onvif", nonce="n${at}", qop="auth"${stale}` },
      };
    };
    let isOld = true;
    const once: OnvifScript = {
      believes: (call) => {
        const isRight = believes(call);
        if (isRight && isOld) isOld = false;
        else return isRight;
        return false;
      },
      refusal,
    };
    expect(await read(once)).toBe("read");
    expect(isOld).toBe(false);
  });
});
