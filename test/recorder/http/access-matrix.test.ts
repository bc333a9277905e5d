import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES, TestHouse } from "#test/recorder/support/test-house.ts";
import { expectedAccess } from "./access-table.ts";

/** Every route x nobody and each role: the results must match the table. */
let house: TestHouse;
const nameOf = (role: string): string => role.toLowerCase().replace(" ", "_");
beforeAll(async () => {
  house = await TestHouse.open();
  for (const role of ROLES) await house.addUser(nameOf(role), role);
});
afterAll(() => house.close());

const LIVE_VIEWER = ["live"];
const allows: Record<string, readonly string[]> = {
  "Live Viewer": LIVE_VIEWER,
  Viewer: ["live", "playback"],
  Manager: ["live", "playback", "export", "export-views", "ptz", "stats"],
  Administrator: ["live", "playback", "export", "export-views", "ptz", "stats", "config", "presets", "unmask", "masks"],
};

describe("the authorisation matrix", () => {
  it("has a row for every route, and no row without a route", () => {
    const routes = house.recorder.routes
      .filter(({ url }) => url !== "/" && url !== "/index.html")
      .map(({ method, url, access }) => [
        `${method} ${url}`,
        typeof access === "object" && access !== null ? `${access.on}:${access.permission}` : access,
      ]);
    expect(Object.fromEntries(routes)).toEqual(expectedAccess);
  });

  it.each(Object.entries(expectedAccess))("%s is for %s", async (route, access) => {
    const [method = "", url = ""] = route.split(" ");
    const namesCamera = /\/cameras\/:id|:streamId/.test(url) || access.startsWith("stream:");
    // Each call finds a camera that nobody has changed: what is refused changes none.
    let fresh: Awaited<ReturnType<TestHouse["addCamera"]>> | null = null;
    const path = async (): Promise<string> => {
      if (!namesCamera) return url.replace(/:\w+/g, "unknown");
      const { camera, stream } = (fresh ??= await house.addCamera("Gate"));
      const id = access.startsWith("stream:") ? stream.id : url.includes("/cameras/") ? camera.id : "unknown";
      return url.replace(":id", id).replace(":streamId", stream.id).replace(/:\w+/, "unknown");
    };
    const nobody = await house.ask(method, await path());
    if (route === "GET /metrics") expect(nobody.statusCode).toBe(401);
    else if (access === "public") expect(nobody.statusCode).not.toBe(403);
    else expect(nobody.statusCode).toBe(401);

    for (const role of route === "GET /metrics" ? [] : ROLES) {
      // A request without the right is refused before it is read, so an empty request is sufficient.
      const answer = await house.ask(method, await path(), { as: nameOf(role) });
      const wanted = access.split(":").at(-1) ?? "";
      const isOpen = ["public", "session", "see", "by-time"].includes(wanted);
      const may = isOpen || allows[role]?.includes(wanted);
      const hasNoRequest = answer.statusCode === 400;
      if (may) {
        fresh = null;
        expect([401, 403], `${role} may`).not.toContain(answer.statusCode);
      } else if (!hasNoRequest) expect(answer.statusCode, `${role} may not`).toBe(403);
      else expect((await askProperly(method, await path(), role)).statusCode, `${role} may not`).toBe(403);
    }
  });

  /** Validation comes before the check of rights when the rights depend on the request's target. */
  function askProperly(method: string, path: string, role: string) {
    const body = goodBodies.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
    const query = /export$|report$/.test(path) ? "?start=1000&stop=61000" : "";
    return house.ask(method, path + query, { as: nameOf(role), ...(body === undefined ? {} : { body }) });
  }
});

const goodBodies: readonly [RegExp, unknown][] = [
  [/^PUT .*\/tour$/, { stops: [], enabled: false }],
  [/^PATCH .*\/tour$/, { enabled: false }],
  [/^PATCH .*\/position\/tours\//, { runs: true }],
  [/^POST .*\/position\/hold$/, {}],
  [/^POST \/service\/cameras\/\w+\/position$/, { type: "stop" }],
  [/^POST \/service\/cameras\/\w+\/position\/presets$/, { name: "door" }],
  [/privacy-masks$/, { masks: [] }],
];

/** Every route x every role x a visible camera and a revoked one: the latter is treated as if it did not exist. */
describe("the authorisation matrix by camera", () => {
  const rows = Object.entries(expectedAccess).filter(([route]) => /\/(cameras|streams)\/:id/.test(route));
  const isOfSession = ([route]: readonly [string, string]) => route.includes("/low-bandwidth/");
  const cases = rows
    .filter((row) => !isOfSession(row))
    .flatMap(([route, access]) => ROLES.map((role) => ({ route, access, role })));
  const narrow = (role: string): string => `narrow_${nameOf(role)}`;
  let own: Awaited<ReturnType<TestHouse["addCamera"]>>;
  let other: typeof own;

  beforeAll(async () => {
    own = await house.addCamera("Own");
    other = await house.addCamera("Other");
    for (const role of ROLES) {
      const answer = await house.services.users.create({
        username: narrow(role),
        password: "correct horse battery",
        role,
        cameraScopes: [{ id: other.camera.id, scope: [] }],
      });
      expect(answer.ok).toBe(true);
    }
  });

  async function ask(route: string, role: string, target: typeof own) {
    const [method = "", url = ""] = route.split(" ");
    const path = url
      .replace(":id", url.includes("/cameras/") ? target.camera.id : target.stream.id)
      .replace(":streamId", target.stream.id)
      .replace(/:\w+/, "unknown");
    const answer = await house.ask(method, path, { as: narrow(role) });
    if (answer.statusCode !== 400) return answer;
    const body = goodBodies.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
    const query = path.endsWith("export") ? "?start=1000&stop=61000" : "";
    const sdp = /^POST .*whep$/.test(route)
      ? "application/sdp"
      : /^PATCH .*whep/.test(route)
        ? "application/trickle-ice-sdpfrag"
        : "";
    return house.ask(method, path + query, {
      as: narrow(role),
      ...(body === undefined ? {} : { body }),
      ...(sdp === "" ? {} : { raw: "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n", headers: { "content-type": sdp } }),
    });
  }

  it.each(cases.filter(({ role }) => role !== "Administrator"))("$route as $role", async ({ route, access, role }) => {
    const refused = await ask(route, role, other);
    const wanted = access.split(":").at(-1) ?? "";
    if (wanted === "config") expect(refused.statusCode).toBe(403);
    else {
      expect(refused.statusCode, refused.body).toBe(404);
      if (refused.body !== "")
        expect(refused.json()).toMatchObject({ code: expect.stringMatching(/^(camera|stream)\/unknown$/) });
      const answer = await ask(route, role, own);
      const may = ["see", "by-time"].includes(wanted) || allows[role]?.includes(wanted);
      if (!may) expect(answer.statusCode).toBe(403);
      else {
        expect([401, 403]).not.toContain(answer.statusCode);
        if (answer.statusCode === 404) expect(answer.body).not.toMatch(/"(camera|stream)\/unknown"/);
      }
    }
  });

  it("names no other camera in a list, a search or an event, whatever the role", async () => {
    // A session's own answer names the revoked cameras, because they are part of its own rights.
    const lists = Object.entries(expectedAccess)
      .filter(
        ([route, access]) =>
          route.startsWith("GET ") && access === "session" && !route.includes(":") && !/me$|sessions$/.test(route),
      )
      .map(([route]) => route.slice(4));
    expect(lists.length).toBeGreaterThan(10);
    for (const role of ["Live Viewer", "Viewer", "Manager"])
      for (const path of lists) {
        const { body } = await house.ask("GET", `${path}?ids=${other.stream.id}`, { as: narrow(role) });
        const plain = await house.ask("GET", path, { as: narrow(role) });
        for (const id of [other.camera.id, other.stream.id])
          expect(plain.body.includes(id) || body.includes(`"id":"${id}"`), `${role} ${path}`).toBe(false);
      }
  });
});

describe("permissions on single cameras", () => {
  it("gives and takes rights by camera, and hides what may not be seen", async () => {
    const gate = await house.addCamera("Gate");
    const vault = await house.addCamera("Vault");
    const answer = await house.services.users.create({
      username: "narrow",
      password: "correct horse battery",
      role: "Viewer",
      cameraScopes: [
        { id: vault.camera.id, scope: [] },
        { id: gate.camera.id, scope: ["live", "ptz"] },
      ],
    });
    expect(answer.ok).toBe(true);
    const list = (await house.ask("GET", "/service/cameras", { as: "narrow" })).json<{
      cameras: { id: string; permissions: { actions: Record<string, boolean> } }[];
    }>();
    expect(list.cameras.some(({ id }) => id === vault.camera.id)).toBe(false);
    const shown = list.cameras.find(({ id }) => id === gate.camera.id);
    expect(shown?.permissions.actions).toEqual({
      live: true,
      playback: false,
      ptz: true,
      export: false,
      unmask: false,
    });
    const status = async (path: string) => (await house.ask("GET", path, { as: "narrow" })).statusCode;
    expect(await status(`/service/cameras/${vault.camera.id}`)).toBe(404);
    expect(await status(`/service/streams/${vault.stream.id}/status`)).toBe(404);
    expect(await status(`/service/streams/${vault.stream.id}/frame`)).toBe(404);
    expect(await status(`/service/archives?streamId=${gate.stream.id}`)).toBe(403);
    const frame = await house.ask("GET", `/service/streams/${gate.stream.id}/frame?time=1000`, { as: "narrow" });
    expect(frame.json()).toMatchObject({ reason: "You do not have permission to playback this stream." });
  });

  it("tells addresses to administrators only", async () => {
    const { camera } = await house.addCamera("Yard");
    const configuration = JSON.stringify({ ...JSON.parse(camera.configuration), PtzUri: "http://192.0.2.7/ptz" });
    await house.services.cameras.update(camera.id, { configuration });
    for (const path of [`/service/cameras/${camera.id}`, "/service/cameras", `/service/cameras/${camera.id}/streams`]) {
      const seen = await house.ask("GET", path, { as: "manager" });
      expect(seen.body).toContain(camera.id);
      expect(seen.body).not.toContain("192.0.2.7");
    }
    const known = await house.ask("GET", `/service/cameras/${camera.id}`, { as: "administrator" });
    expect(known.json()).toMatchObject({ connectionUri: "rtsp://192.0.2.7/main" });
  });
});
