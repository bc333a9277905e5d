import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  cameraId,
  actions,
  house,
  MASK,
  masksUrl,
  OTHER,
  pushed,
  put,
  streamId,
  tokenOf,
  withMaskedCamera,
} from "./masked-house.ts";

withMaskedCamera();

const ownUrl = (): string => `/service/cameras/${cameraId}/streams/${streamId}/privacy-masks`;

describe("setting what is hidden", () => {
  it("of a camera and of one stream; what is changed is noted, shown and told to the media process", async () => {
    expect((await put(masksUrl(), [MASK])).statusCode).toBe(204);
    expect((await house.ask("GET", masksUrl(), { as: "admin" })).json()).toMatchObject({ masks: [MASK], streams: [] });
    expect(pushed()).toEqual([MASK]);
    expect((await actions())[0]).toBe("privacy-masks-set");
    const shown = await house.ask("GET", `/service/streams/${streamId}`, { as: "viewer" });
    expect(shown.json()).toMatchObject({ isMasked: true });
    // Where the masks are is not for everybody.
    expect(shown.body).not.toContain("points");
    expect((await put(ownUrl(), [OTHER])).statusCode).toBe(204);
    expect(pushed()).toEqual([OTHER]);
    expect((await house.ask("GET", masksUrl(), { as: "admin" })).json()).toMatchObject({
      masks: [MASK],
      streams: [{ id: streamId, masks: [OTHER] }],
    });
    expect((await put(ownUrl(), [])).statusCode).toBe(204);
    expect(pushed()).toEqual([]);
    expect((await house.ask("DELETE", ownUrl(), { as: "admin" })).statusCode).toBe(204);
    expect((await actions())[0]).toBe("privacy-masks-removed");
    expect(pushed()).toEqual([MASK]);
  });

  it("refuses what hides nothing or is no polygon, and changes nothing then", async () => {
    const two = {
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    };
    for (const [masks, code] of [
      [[two], "privacy-mask/corners"],
      [Array.from({ length: 21 }, () => MASK), "privacy-mask/too-many"],
      [
        [
          {
            points: [
              { x: 0, y: 0 },
              { x: 0.5, y: 0 },
              { x: 1, y: 0 },
            ],
          },
        ],
        "privacy-mask/too-small",
      ],
      [
        [
          {
            points: [
              { x: 0, y: 0 },
              { x: 2, y: 0 },
              { x: 0, y: 1 },
            ],
          },
        ],
        "request/invalid",
      ],
      [["x"], "request/invalid"],
    ] as const) {
      const answer = await put(masksUrl(), masks);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, code]);
    }
    expect(pushed()).toEqual([MASK]);
  });

  it("is kept over a restart of the store's readers, and read with the camera's streams", async () => {
    await house.services.cameras.load();
    expect(pushed()).toEqual([MASK]);
  });

  it("who may configure but not see without masks takes none away", async () => {
    const token = await tokenOf({
      sub: randomUUID(),
      role: "Administrator",
      scope: { baseScope: ["live", "playback", "config"], cameraScopes: [] },
    });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await house.ask("PUT", masksUrl(), { headers, body: { masks: [] } });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain("without privacy masks");
    expect(pushed()).toEqual([MASK]);
  });
});
