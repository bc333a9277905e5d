import { failure } from "#domain/failures/failure.ts";
import pino from "pino";
import { expect, it } from "vitest";
import { Journal } from "#recorder/core/journal.ts";
import { openStore } from "#recorder/store/store.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = DAY_MS / 24;
const NEWEST = Date.UTC(2026, 5, 30);

/** Days after the newest entry, and which of the entries of 400, 364 and 0 days before it remain after each check. */
const cases: [string, number, [hours: number, number, number[]][]][] = [
  [
    "right after two days off: they count at the next look",
    2,
    [
      [0, 2, [364, 0]],
      [24, 3, [0]],
    ],
  ],
  [
    "right: what has become too old goes day by day",
    0.001,
    [
      [0, 0.001, [364, 0]],
      [48, 2.001, [0]],
    ],
  ],
  [
    "ten years ahead: nothing but what was too old goes",
    3650,
    [
      [0, 3650, [364, 0]],
      [2, 0, [364, 0]],
    ],
  ],
  [
    "right after ten years off: all that is too old goes at the next look",
    3650,
    [
      [0, 3650, [364, 0]],
      [24, 3651, []],
    ],
  ],
];
it.each(cases)("where the clock is %s", async (_what, startDays, looks) => {
  const store = await openStore({ file: ":memory:", url: "" });
  const who = { user_id: "u", username: "uma", target: "", address: "", detail: "{}" };
  for (const age of [400, 364, 0]) {
    const when_ms = NEWEST - age * DAY_MS;
    const event = { id: `e${age}`, type: "Edge", message: "", when_ms, stream_id: null, camera_id: null };
    await store.insertInto("server_events").values(event).execute();
    await store
      .insertInto("audit")
      .values({ ...who, id: `a${age}`, when_ms, action: `${age}` })
      .execute();
  }
  let [days, hours] = [startDays, 0];
  const journal = new Journal(
    store,
    pino({ level: "silent" }),
    () => NEWEST + days * DAY_MS,
    () => hours * HOUR_MS,
  );
  // The entries that this run itself writes say nothing about the time.
  await journal.event("Started", failure("event/recorder-started"));
  for (const [atHours, atDays, left] of looks) {
    [hours, days] = [atHours, atDays];
    await journal.forgetOld();
    const events = await store.selectFrom("server_events").select("id").where("type", "=", "Edge").execute();
    const audit = await store.selectFrom("audit").select("action").orderBy("when_ms").execute();
    expect(audit.map(({ action }) => Number(action))).toEqual(left);
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set(left.map((age) => `e${age}`)));
  }
  await store.destroy();
});

it("keeps what happened as code and parameters; what an older release wrote is shown as it is", async () => {
  const store = await openStore({ file: ":memory:", url: "" });
  const journal = new Journal(store, pino({ level: "silent" }), () => NEWEST);
  const cause = failure("camera/unreachable", { cause: failure("camera/silent") });
  await journal.event(
    "Stream Lost",
    failure("event/stream-restarting-why", { name: "no video / main", trouble: cause.code, cause }),
  );
  const old = { id: "old", type: "Stream Lost", message: "Gate / main is idle.", stream_id: null, camera_id: null };
  await store
    .insertInto("server_events")
    .values({ ...old, when_ms: NEWEST - 1 })
    .execute();
  const later = { ...old, id: "later", message: "The camera slept.", told: '{"code":"event/slept","params":{}}' };
  await store
    .insertInto("server_events")
    .values({ ...later, when_ms: NEWEST - 2 })
    .execute();
  const events = await journal.events({ startMs: 0, stopMs: NEWEST + 1, count: 10 });
  expect(events).toMatchObject([
    {
      message: "no video / main is restarting. camera/unreachable: the camera does not answer",
      code: "event/stream-restarting-why",
      params: { name: "no video / main", trouble: "camera/unreachable" },
      cause: { code: "camera/unreachable", cause: { code: "camera/silent", reason: "the camera does not answer" } },
    },
    { message: "Gate / main is idle." },
    { message: "The camera slept." },
  ]);
  for (const event of events.slice(1)) expect(event).not.toHaveProperty("code");
  await store.destroy();
});
