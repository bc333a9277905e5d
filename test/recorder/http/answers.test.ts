import { describe, expect, it } from "vitest";
import { about } from "#protocol/rest/server/about.ts";
import { archiveList, archivesPerDay } from "#protocol/rest/recordings/archive.ts";
import { camera, cameraAnswer, cameraDiskUsage, cameraList } from "#protocol/rest/cameras/camera.ts";
import { motionEventList, motionHistogram } from "#protocol/rest/recordings/motion.ts";
import {
  discoverableOrchid,
  diskUtilization,
  licenseSession,
  report,
  server,
  timeExtended,
  version,
} from "#protocol/rest/server/server.ts";
import { stream, streamList } from "#protocol/rest/cameras/stream.ts";
import { streamStatus, streamStatusList } from "#protocol/rest/cameras/stream-status.ts";
import { house, cameraId, streamId, MINUTE, START, get, withRecording } from "./recorded-house.ts";

withRecording();

describe("answers", () => {
  it("have the shapes that the client reads", async () => {
    const shapes: [string, { parse: (value: unknown) => unknown }][] = [
      ["/service/about", about],
      ["/service/version?all=true", version],
      ["/service/time-extended", timeExtended],
      ["/service/cameras", cameraList],
      [`/service/cameras/${cameraId}`, camera],
      ["/service/cameras/disk-usage", cameraDiskUsage],
      ["/service/streams?live", streamList],
      [`/service/streams/${streamId}`, stream],
      [`/service/streams/${streamId}/status`, streamStatus],
      ["/service/streams/status?live", streamStatusList],
      ["/service/servers/1", server],
      ["/service/server/utilization/disk", diskUtilization],
      [`/service/server/report?start=${START}&stop=${START + 3_600_000}`, report],
      ["/service/license-session", licenseSession],
      ["/service/discoverable/orchids/1", discoverableOrchid],
    ];
    for (const [path, shape] of shapes) shape.parse((await get(path)).json());
  });

  it("say the time as bare text to everybody", async () => {
    const answer = await house.ask("GET", "/service/time");
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(Math.abs(Number(answer.body) - Date.now())).toBeLessThan(2000);
  });

  it("list archives newest first, by page, and minutes per day of a zone", async () => {
    const list = archiveList.parse((await get(`/service/archives?streamId=${streamId}`)).json()).archives;
    expect(list.map(({ start, end }) => [(start - START) / MINUTE, (end - START) / MINUTE])).toEqual([
      [30, 31],
      [0, 3],
    ]);
    const paged = archiveList.parse((await get(`/service/archives?streamId=${streamId}&take=1&offset=1`)).json());
    expect(paged.archives.map(({ start }) => start)).toEqual([START]);
    const earlier = archiveList.parse(
      (await get(`/service/archives?streamId=${streamId}&start=${START + MINUTE}`)).json(),
    );
    expect(earlier.archives).toHaveLength(1);
    const perDay = async (query: string) =>
      archivesPerDay.parse((await get(`/service/archives/per-day?ids=${streamId}${query}`)).json());
    expect(await perDay("")).toEqual({ archivesPerDay: { "2026-03-01": 2, "2026-03-02": 2 }, streamsCount: 1 });
    expect((await perDay("&offset=60")).archivesPerDay).toEqual({ "2026-03-02": 4 });
    expect((await perDay("&zone=America/New_York")).archivesPerDay).toEqual({ "2026-03-01": 4 });
  });

  it("count a stream that is named twice once", async () => {
    const twice = `${streamId},${streamId}`;
    const day = archivesPerDay.parse((await get(`/service/archives/per-day?ids=${twice}`)).json());
    expect(day).toEqual({ archivesPerDay: { "2026-03-01": 2, "2026-03-02": 2 }, streamsCount: 1 });
    expect(archiveList.parse((await get(`/service/archives?streamId=${twice}`)).json()).archives).toHaveLength(2);
  });

  it("give motion events and their histogram", async () => {
    const query = `start=${START}&stop=${START + MINUTE}&id=${streamId}`;
    const { events } = motionEventList.parse((await get(`/service/events/camera-stream?${query}`)).json());
    expect(events).toMatchObject([{ streamId, type: "motion", start: START + 10_000, stop: START + 20_000 }]);
    const bins = motionHistogram.parse(
      (await get(`/service/events/camera-stream/histogram?${query}&minSegment=15000`)).json(),
    );
    expect(bins).toMatchObject({ segment: 15_000, streams: [{ id: streamId, counts: [1, 1, 0, 0] }] });
  });

  it("say before an export whether there is anything", async () => {
    const head = async (start: number, stop: number, more = "") => {
      const url = `/service/streams/${streamId}/export?start=${start}&stop=${stop}${more}`;
      return (await house.ask("HEAD", url, { as: "manager" })).statusCode;
    };
    expect(await head(START, START + MINUTE)).toBe(200);
    expect(await head(START - 10 * MINUTE, START - MINUTE)).toBe(404);
    expect(await head(START, START + 9000)).toBe(400);
    // What GET would refuse is refused beforehand.
    expect(await head(START, START + MINUTE, "&format=mov")).toBe(200);
    expect(await head(START, START + MINUTE, "&format=mp4")).toBe(409);
    expect(
      (await house.ask("GET", `/service/streams/${streamId}/export?start=0&stop=60000`, { as: "manager" })).json(),
    ).toMatchObject({
      code: "archive/none",
      reason: "no archives in region",
    });
  });

  it.each(["admin", "manager"] as const)("tell %s of a camera's primary stream what its streams tell", async (as) => {
    const answer = await house.ask("GET", `/service/cameras/${cameraId}`, { as });
    const { primaryStream, streams } = camera.parse(answer.json());
    const own = streams.find(({ id }) => id === streamId);
    expect(primaryStream?.id).toBe(streamId);
    expect(Object.keys(own?.configuration ?? {})).toContain("Name");
    expect(primaryStream?.configuration).toEqual(own?.configuration);
  });

  it("change cameras and streams", async () => {
    const path = `/service/cameras/${cameraId}`;
    const small = house.services.cameras.streamsOf(cameraId)[1]?.id ?? "";
    const patched = await house.ask("PATCH", path, {
      as: "admin",
      body: { id: cameraId, name: "Front gate", retention: 864_000_000, primaryStream: { id: small } },
    });
    const after = cameraAnswer.parse(patched.json()).camera;
    expect(after).toMatchObject({ name: "Front gate", retention: 864_000_000, primaryStream: { id: small } });
    const fixed = await house.ask("DELETE", `${path}/streams/${streamId}`, { as: "admin" });
    expect(fixed.json()).toMatchObject({ code: "stream/fixed" });
    const removed = await house.ask("DELETE", `${path}/streams/${small}`, { as: "admin" });
    expect(removed.json()).toEqual({ primaryStream: { id: streamId } });
    const style = {
      mode: "ALL_FEATURES_MODE",
      filesplit: { motionMode: "2", recordState: "false" },
      bgseg: { boxArea: "7" },
    };
    const changed = await house.ask("PATCH", `${path}/streams/${streamId}`, {
      as: "admin",
      body: { recordingConfiguration: style },
    });
    expect(stream.parse(changed.json()).recordingConfiguration).toMatchObject({
      filesplit: { motionMode: 2, recordState: false },
      bgseg: { boxArea: 7, motionMask: { href: "" } },
      decode: { keyFramesOnly: false },
    });
  });

  it("take dewarp settings and recording styles by PUT, too, and leave the rest of the stream as it is", async () => {
    const path = `/service/cameras/${cameraId}/streams/${streamId}`;
    const before = stream.parse((await get(path)).json());
    const put = async (body: unknown) => {
      const answer = await house.ask("PUT", path, { as: "admin", body });
      expect(answer.statusCode, answer.body).toBe(200);
      return stream.parse(answer.json());
    };
    const dewarpConfiguration = {
      enable: "true",
      defaultMode: "panorama",
      orientation: "wall",
      perspectiveDepth: "1",
      defaultPerspectiveView: { pan: "0", tilt: "45", zoom: "0.5" },
      panoramaAspectRatio: "4",
      panoramaShift: "13",
    };
    expect(await put({ dewarpConfiguration })).toMatchObject({
      name: before.name,
      recordingConfiguration: before.recordingConfiguration,
      dewarpConfiguration: { enable: true, defaultMode: "panorama", panoramaShift: 13 },
    });
    expect(await put({ recordingConfiguration: { bgseg: { boxArea: 9 } } })).toMatchObject({
      name: before.name,
      recordingConfiguration: { mode: before.recordingConfiguration.mode, bgseg: { boxArea: 9 } },
      dewarpConfiguration: { panoramaShift: 13 },
    });
  });

  it("refuse a stream without a name, wherever it is named", async () => {
    const path = `/service/cameras/${cameraId}/streams/${streamId}`;
    const { name } = stream.parse((await get(path)).json());
    for (const body of [{ name: " " }, { configuration: { Name: " " } }, { configuration: { Name: "" } }]) {
      const answer = await house.ask("PATCH", path, { as: "admin", body });
      expect(answer.statusCode, JSON.stringify(body)).toBe(400);
    }
    expect(stream.parse((await get(path)).json()).name).toBe(name);
    const body = { configuration: { Name: " Door  " } };
    expect((await house.ask("PATCH", path, { as: "admin", body })).json()).toMatchObject({ name: "Door" });
  });

  it("keep a mask and give it back", async () => {
    const mask = `/service/cameras/${cameraId}/streams/${streamId}/motion/mask`;
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
      "base64",
    );
    const put = (payload: Buffer) =>
      house.recorder.app.inject({
        method: "PUT",
        url: mask,
        payload,
        headers: { authorization: house.basic("admin"), "content-type": "image/png" },
      });
    expect((await house.ask("GET", mask, { as: "admin" })).statusCode).toBe(404);
    expect((await put(Buffer.from("not a picture, not at all, by no means whatsoever"))).statusCode).toBe(400);
    expect((await put(png)).statusCode).toBe(204);
    expect((await house.ask("GET", mask, { as: "admin" })).rawPayload.equals(png)).toBe(true);
    const shown = stream.parse((await get(`/service/streams/${streamId}`)).json());
    expect(shown.recordingConfiguration.bgseg?.motionMask?.href).toBe(mask);
    expect((await house.ask("DELETE", mask, { as: "admin" })).statusCode).toBe(204);
  });

  it("answer a black picture instead of an error when asked to", async () => {
    const error = await house.ask("GET", `/service/streams/${streamId}/frame`, { as: "admin" });
    expect(error.statusCode).toBe(503);
    const black = await get(`/service/streams/${streamId}/frame?fallback=true&width=320`);
    expect(black.headers["content-type"]).toBe("image/gif");
  });

  it("refuse cameras at addresses that are not for cameras", async () => {
    const register = async (driver: string, uri: string) =>
      (await house.ask("POST", "/service/cameras", { as: "admin", body: { driver, connection: { uri } } })).json<{
        code: string;
      }>().code;
    for (const uri of [
      "rtsp://127.0.0.1/x",
      "rtsp://[::1]/x",
      "rtsp://169.254.169.254/x",
      "rtsp://2130706433/x",
      "rtsp://0.0.0.0/",
      "localhost/x",
      "rtsp://[::ffff:127.0.0.1]/x",
      "rtsp://0x7f.1/x",
      "rtsp://224.0.0.1/x",
      "http://127.0.0.1/x",
      "https://169.254.169.254/x",
    ]) {
      expect(["camera/forbidden-address", "camera/unknown-host"], uri).toContain(await register("Generic RTSP", uri));
    }
    for (const uri of ["ftp://192.0.2.1/x", "file:///etc/passwd", "gopher://192.0.2.1", "rtsp://", "rtsp:// x"]) {
      expect(await register("Generic RTSP", uri), uri).toBe("camera/bad-uri");
    }
    expect(await register("ONVIF", "rtsp://192.0.2.1")).toBe("camera/bad-uri");
  });

  it("print themselves as OpenAPI 3.1", async () => {
    const document = (await get("/service/openapi.json")).json<{ openapi: string; paths: Record<string, unknown> }>();
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths).length).toBeGreaterThan(50);
    expect(JSON.stringify(document.paths["/service/sessions/user"])).toContain("expiresIn");
    const missing = house.recorder.routes.filter(({ method, url, access }) => {
      const at = document.paths[url.replaceAll(/:(\w+)/g, "{$1}")] as Record<string, unknown> | undefined;
      const isNamed = access !== null && url.startsWith("/service/") && !url.endsWith("*");
      return isNamed && at?.[method.toLowerCase()] === undefined;
    });
    expect(missing.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });
});

describe("the page", () => {
  it("has a policy with a fresh nonce and no eval", async () => {
    const first = await house.ask("GET", "/");
    const policy = String(first.headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(first.body).toContain(`nonce="${nonce}"`);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain("unsafe");
    const second = await house.ask("GET", "/");
    expect(second.body).not.toContain(nonce);
    expect(first.headers["cache-control"]).toBe("no-store");
    expect(first.headers["referrer-policy"]).toBe("no-referrer");
  });

  it("serves hashed files for ever, compressed; workers with their own policy; nothing else", async () => {
    const script = await house.ask("GET", "/assets/app-abcdefgh.js", { headers: { "accept-encoding": "gzip, br" } });
    expect(script.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
    });
    const built = await house.ask("GET", "/assets/built-abcdefgh.js", { headers: { "accept-encoding": "br" } });
    expect([built.headers["content-encoding"], built.body]).toEqual(["br", "compressed by the build"]);
    const plain = await house.ask("GET", "/assets/built-abcdefgh.js");
    expect([plain.headers["content-encoding"], plain.body.length]).toEqual([undefined, 5003]);
    const worker = await house.ask("GET", "/workers/stage.worker-abcdefgh.js");
    expect(worker.headers["content-security-policy"]).toContain("script-src 'self' 'unsafe-eval'");
    for (const path of [
      "/manifest.json",
      "/assets/built-abcdefgh.js.br",
      "/../recorder.db",
      "/assets/%2e%2e/%2e%2e/secret.key",
      "/.git/config",
      "/x",
    ]) {
      expect((await house.ask("GET", path)).statusCode, path).toBe(404);
    }
  });
});
