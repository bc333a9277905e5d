import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { camera, cameraPatch, cameraRegistration } from "#protocol/rest/cameras/camera.ts";
import { cameraGroupCreate, cameraGroupPatch } from "#protocol/rest/cameras/camera-group.ts";
import { notificationCreate, notificationPatch } from "#protocol/rest/server/notification.ts";
import { orchidCreate, orchidPatch } from "#protocol/rest/server/orchid.ts";
import { permissionGroupCreate, permissionGroupPatch } from "#protocol/rest/accounts/permission-group.ts";
import { smtpServerCreate, smtpServerPatch, smtpTest } from "#protocol/rest/server/smtp-server.ts";
import { stage, stageCreate, stagePatch } from "#protocol/rest/stage.ts";
import { streamPatch, streamWrite } from "#protocol/rest/cameras/stream-write.ts";

const mail = { host: "mail", port: 25, security: "none", from: "a@b.org" };
const server = { uri: "http://north", username: "admin", password: "x" };
const notification = { triggers: ["camera-unreachable"], smtpServer: "1", recipients: ["a@b.org"] };

/** Every request body that contains a name, and the other fields that it needs. */
const WRITES: readonly (readonly [string, z.ZodMiniType, Record<string, unknown>])[] = [
  ["a new camera", cameraRegistration, { driver: "ONVIF", connection: { uri: "http://gate" } }],
  ["a camera", cameraPatch, {}],
  ["a new stream", streamWrite, {}],
  ["a stream", streamPatch, {}],
  ["a new stage", stageCreate, {}],
  ["a stage", stagePatch, {}],
  ["a new camera group", cameraGroupCreate, {}],
  ["a camera group", cameraGroupPatch, {}],
  ["a new permission group", permissionGroupCreate, {}],
  ["a permission group", permissionGroupPatch, {}],
  ["a new server", orchidCreate, server],
  ["a server", orchidPatch, {}],
  ["a new notification", notificationCreate, notification],
  ["a notification", notificationPatch, {}],
  ["a new mail server", smtpServerCreate, mail],
  ["a mail server", smtpServerPatch, {}],
  ["a mail server that is tried", smtpTest, { ...mail, to: "c@d.org" }],
];

describe.each(WRITES)("the name of %s", (_what, schema, rest) => {
  it.each([
    "a\u0000b",
    "a\u0007b",
    "a\tb",
    "a\nb",
    "a\u0085b",
    "a\u2028b",
    "\ud800",
    "\u202egnp.exe",
    "a\u2066b",
    "a\u061cb",
  ])("is not %j", (name) => {
    const read = schema.safeParse({ ...rest, name });
    expect(read.error?.issues).toMatchObject([{ path: ["name"], message: "no control characters or line breaks" }]);
  });

  it.each(["\u200b", "\u200b \u2060", "\u3164", "\u2800", "\ufeff\u200d", "\ufe0f"])(
    "is not %j, of which nothing is seen",
    (name) => {
      const read = schema.safeParse({ ...rest, name });
      expect(read.error?.issues).toMatchObject([{ path: ["name"], message: "at least one character that is seen" }]);
    },
  );

  it.each(["Gate", "Tür Süd – 2", "入口カメラ", "👨‍👩‍👧", "<b>'\"&\\", "  Gate\t"])("may be %j", (name) => {
    expect(schema.parse({ ...rest, name })).toMatchObject({ name: name.trim() });
  });
});

describe("the user name of a camera, which is sent in a line of a request", () => {
  it.each([
    ["ro\r\nX: y", false],
    ["ro\u0001ot", false],
    ["root", true],
    ["Müller O'Neil", true],
    ["", true],
  ])("%j: %s", (username, isFine) => {
    const connection = { uri: "rtsp://gate/1", username, password: "x" };
    expect(cameraPatch.safeParse({ connection }).success).toBe(isFine);
    expect(cameraRegistration.safeParse({ driver: "Generic RTSP", connection }).success).toBe(isFine);
  });
});

describe("a name that was stored before", () => {
  it("is read as it is", () => {
    const name = "Gate\u0007\n2";
    expect(camera.parse({ id: "1", name }).name).toBe(name);
    expect(stage.parse({ id: "1", name, stageMatrix: [] }).name).toBe(name);
  });
});
