import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { camera } from "#protocol/rest/cameras/camera.ts";
import { stage } from "#protocol/rest/stage.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());
afterEach(() => vi.restoreAllMocks());

const ask = (method: string, url: string, body?: unknown) =>
  house.ask(method, url, { as: "admin", ...(body === undefined ? {} : { body }) });
const admin = async () => {
  const { id } = await house.services.store.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const who = await house.services.sessions.byUserId(id);
  if (!who) throw new Error("no administrator");
  return who;
};
const cameraNow = async (id: string) => camera.parse((await ask("GET", `/service/cameras/${id}`)).json());
const statuses = (answers: readonly { statusCode: number }[]): number[] =>
  answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);

const VIDEO = {
  codec: "h264",
  codecString: "avc1.42c01e",
  width: 640,
  height: 360,
  framesPerSecond: 25,
  hasBFrames: false,
} as const;

/** Cameras that answer when the test tells them to. */
function slowCameras(): { answer: () => void; asked: () => number } {
  const waiting: (() => void)[] = [];
  const { media } = house.services;
  vi.spyOn(media, "call").mockImplementation((name) => {
    if (name !== "stream.probe") return Promise.resolve(refuse("media/unavailable"));
    return new Promise((resolve) => waiting.push(() => resolve(ok({ video: VIDEO, audio: null }) as never)));
  });
  return {
    answer: () => {
      for (const give of waiting.splice(0)) give();
    },
    asked: () => waiting.length,
  };
}

describe("what several people change at once", () => {
  it("is both there: two columns of a camera", async () => {
    const { camera: row } = await house.addCamera("Gate");
    for (let round = 1; round <= 10; round++) {
      await Promise.all([
        ask("PATCH", `/service/cameras/${row.id}`, { name: `Gate ${round}` }),
        ask("PATCH", `/service/cameras/${row.id}`, { retention: round * 86_400_000 }),
      ]);
      expect(await cameraNow(row.id)).toMatchObject({ name: `Gate ${round}`, retention: round * 86_400_000 });
    }
  });

  it("is both there: two parts of a stream's recording configuration", async () => {
    const { camera: row, stream } = await house.addCamera("Door");
    const url = `/service/cameras/${row.id}/streams/${stream.id}`;
    await Promise.all([
      ask("PATCH", url, { recordingConfiguration: { motionReducer: true } }),
      ask("PATCH", url, { recordingConfiguration: { bgseg: { boxArea: 40 } } }),
      ask("PATCH", url, { recordingConfiguration: { decode: { keyFramesOnly: true } } }),
    ]);
    expect((await ask("GET", url)).json()).toMatchObject({
      recordingConfiguration: { motionReducer: true, bgseg: { boxArea: 40 }, decode: { keyFramesOnly: true } },
    });
  });

  it("is both there: two settings of a stream", async () => {
    const { streamEditor, cameras } = house.services;
    const { camera: row, stream } = await house.addCamera("Shed");
    const set = (General: Record<string, string>) => streamEditor.change(row, stream, { configuration: { General } });
    const both = await Promise.all([set({ TransportProtocol: "UDP" }), set({ Note: "north" })]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(JSON.parse(cameras.stream(stream.id)?.configuration ?? "{}")).toMatchObject({
      General: { TransportProtocol: "UDP", Note: "north" },
    });
  });

  it("leaves no camera with a primary stream that is being removed", async () => {
    const { cameras } = house.services;
    const { camera: row } = await house.addCamera("Tower");
    const [main, small] = cameras.streamsOf(row.id).map(({ id }) => id);
    const [, chosen] = await Promise.all([
      cameras.streams.remove(small ?? ""),
      cameras.patch(row.id, { primaryStream: { id: small ?? "" } }),
    ]);
    expect(chosen).toMatchObject({ ok: false, error: { code: "stream/unknown" } });
    expect(cameras.get(row.id)?.primary_stream_id).toBe(main);
  });

  // Requested at exactly the same moment, below the routes, because requests arrive one after the other here.
  it("is both there: a stage's name and its tiles", async () => {
    const { stages } = house.services;
    const { camera: row } = await house.addCamera("Hall");
    const who = await admin();
    const { id } = (await ask("POST", "/service/stages", { name: "Wall" })).json<{ id: string }>();
    await Promise.all([
      stages.patch(id, { name: "Hall" }, who),
      stages.patch(id, { stageMatrix: [[{ camera: { id: row.id } }, null]] }, who),
      stages.patch(id, { shared: true }, who),
    ]);
    const after = stage.parse((await ask("GET", `/service/stages/${id}`)).json());
    expect(after).toMatchObject({ name: "Hall", shared: true });
    expect(after.stageMatrix[0]).toHaveLength(2);
  });

  it("is both there: a camera group's name and its cameras", async () => {
    const { groups } = house.services;
    const { camera: row } = await house.addCamera("Roof");
    const who = await admin();
    const { id } = (await ask("POST", "/service/groups", { name: "Top" })).json<{ id: string }>();
    await Promise.all([
      groups.patch(id, { name: "Upstairs" }, who),
      groups.patch(id, { cameras: [{ id: row.id }] }, who),
    ]);
    const after = (await ask("GET", `/service/groups/${id}`)).json();
    expect(after).toMatchObject({ name: "Upstairs", cameras: [{ id: row.id }] });
  });

  it("makes no circle of camera groups", async () => {
    const { groups } = house.services;
    const who = await admin();
    const made = ["one", "two"].map(async (name) => (await ask("POST", "/service/groups", { name })).json().id);
    const [one, two] = await Promise.all(made);
    const moved = await Promise.all([
      groups.patch(one, { parent: { id: two } }, who),
      groups.patch(two, { parent: { id: one } }, who),
    ]);
    expect(moved.map((answer) => answer.ok || answer.error.code)).toEqual([true, "group/inside-itself"]);
  });

  it("takes a user's name once", async () => {
    const body = { username: "twin", password: PASSWORD, role: "Viewer" };
    const answers = await Promise.all([1, 2, 3].map(() => ask("POST", "/service/users", body)));
    expect(statuses(answers)).toEqual([201, 409, 409]);
    const names = await Promise.all(
      ["one", "two"].map(
        async (name) => (await ask("POST", "/service/users", { ...body, username: name })).json<{ id: string }>().id,
      ),
    );
    const renamed = await Promise.all(names.map((id) => ask("PATCH", `/service/users/${id}`, { username: "Both" })));
    expect(statuses(renamed)).toEqual([200, 409]);
  });

  it("registers a camera once, and no more of them than the licence covers", async () => {
    const cameras = slowCameras();
    const registration = { driver: "Generic RTSP", connection: { uri: "rtsp://10.9.9.9/live" } };
    const twice = [1, 2].map(() => ask("POST", "/service/cameras", registration));
    await vi.waitFor(() => expect(cameras.asked()).toBe(2));
    cameras.answer();
    expect(statuses(await Promise.all(twice))).toEqual([201, 409]);

    const covered = house.services.cameras.all().length + 1;
    vi.spyOn(house.services.licensing, "mayAddCamera").mockImplementation(() =>
      house.services.cameras.all().length < covered ? ok(null) : refuse("license/cameras", { count: 1 }),
    );
    const three = ["a", "b", "c"].map((path) =>
      ask("POST", "/service/cameras", { ...registration, connection: { uri: `rtsp://10.9.9.9/${path}` } }),
    );
    await vi.waitFor(() => expect(cameras.asked()).toBe(3));
    cameras.answer();
    expect(statuses(await Promise.all(three))).toEqual([201, 409, 409]);
  });

  it("adds no more streams than the camera has", async () => {
    const cameras = slowCameras();
    // Four streams are possible, and two exist.
    const { camera: row } = await house.addCamera("Yard");
    const adding = [1, 2, 3].map((n) =>
      ask("POST", `/service/cameras/${row.id}/streams`, {
        name: `s${n}`,
        configuration: { General: { Path: `/${n}` } },
      }),
    );
    await vi.waitFor(() => expect(cameras.asked()).toBe(3));
    cameras.answer();
    expect(statuses(await Promise.all(adding))).toEqual([201, 201, 409]);
  });

  it("leaves a camera gone that is deleted while it is recovered or gets a stream", async () => {
    const cameras = slowCameras();
    const { camera: row } = await house.addCamera("Shed");
    const url = `/service/cameras/${row.id}`;
    const recovering = ask("PATCH", url, {
      connection: { uri: "rtsp://10.9.9.8/main", username: "u", password: "p" },
    });
    const adding = ask("POST", `${url}/streams`, { name: "s", configuration: { General: { Path: "/s" } } });
    await vi.waitFor(() => expect(cameras.asked()).toBe(2));
    expect((await ask("DELETE", url)).statusCode).toBe(204);
    cameras.answer();
    expect((await recovering).statusCode).toBe(404);
    expect((await adding).statusCode).toBe(404);
    expect((await ask("GET", url)).statusCode).toBe(404);
    const kept = await house.services.store.selectFrom("cameras").selectAll().where("id", "=", row.id).execute();
    expect(kept[0]?.credentials).toBe("");
  });
});
