/** The saved stages on the recorder: the list, its edits, and the cycle (document 1, sections 2 to 5). */
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import { ok, type Result } from "#base/result.ts";
import type { StageOpening } from "#domain/stage/deep-link.ts";
import { beginEdit, cancelEdit, pendingChange } from "#domain/stage/saved-stages.ts";
import { requiredName } from "#domain/required-name.ts";
import { stoppedCycle } from "#domain/first-facts.ts";
import { byName, cycleSpeed, keptCycle, setExcluded, type StageCycle } from "#domain/stage/stage-cycle.ts";
import { toStageMatrix } from "#domain/stage-grid/wire.ts";
import { type SavedStageWire, savedStage, savedStageList, type StagePatch } from "#protocol/rest/stage.ts";
import type { SavedStageFacts, SavedStageStore } from "#state/stage/saved-stage-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { CycleRun } from "./cycle-run.ts";
import type { StageActions } from "./stage-actions.ts";

/** The result of putting a saved stage on the stage: how many of its cameras are not available here. */
type ShownStage = Result<{ readonly missing: number }, Failure>;

export interface SavedStageActions {
  readonly load: (how?: { readonly joins: boolean }) => Promise<void>;
  /** Puts it on the stage; when that fails the stage stays unchanged. */
  readonly select: (id: string) => ShownStage;
  /** Saves the current stage under a name. The failure gives the reason. */
  readonly create: (name: string, shared: boolean) => Promise<Result<null, Failure>>;
  readonly beginEdit: (id: string) => void;
  readonly setShadow: (id: string, shadow: { readonly name?: string; readonly shared?: boolean }) => void;
  readonly cancelEdit: (id: string) => void;
  /** Sends the differences. The failure gives the reason; the pending edit stays. */
  readonly saveEdit: (id: string) => Promise<Result<null, Failure>>;
  readonly setShared: (id: string, shared: boolean) => Promise<Result<null, Failure>>;
  /** Overwrites it with the current stage. */
  readonly update: (id: string) => Promise<Result<null, Failure>>;
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
  /** Seconds per stage, 0 = no cycle. The cycle starts at once. */
  readonly setSpeed: (seconds: number) => void;
  readonly setExcluded: (id: string, excluded: boolean) => void;
  /**
   * Loads the cycle that this user stored in this browser; beside the user's own stage only its exclusions. Only the
   * own cycle is stored.
   */
  readonly restore: (userId: string, opening?: StageOpening) => void;
  /** Somebody saves or exports the current stage: the cycle waits until the returned function is called. */
  readonly hold: () => Disposer;
  /** Runs the cycle while the stage is shown. */
  readonly run: () => Disposer;
}

interface SavedStageOptions {
  readonly http: HttpClient;
  readonly saved: SavedStageStore;
  readonly stageStore: StageStore;
  readonly stage: StageActions;
  readonly storage: KeyValueStorage;
  /** this window's own storage, as for the stage actions: of several windows some may run the cycle and others stand */
  readonly windowStorage?: KeyValueStorage;
  /** a stage of the cycle that cannot be shown is skipped and reported here */
  readonly onSkipped: (failure: Failure) => void;
}

const keyOf = (userId: string): string => `proscenium.cycle.${userId}`;

export function createSavedStageActions(options: SavedStageOptions): SavedStageActions {
  const { http, saved, stage, stageStore, storage, windowStorage } = options;
  let keeps = true;

  const byId = (id: string): SavedStageFacts | null => saved.get().list.find((each) => each.id === id) ?? null;
  const setCycle = (next: StageCycle): void => {
    const { ownerId, cycle: before } = saved.get();
    saved.change((facts) => {
      facts.cycle = next;
    });
    if (!keeps || ownerId === null) return;
    const kept = keptCycle(readCycle(storage.read(keyOf(ownerId))), before, next);
    storage.write(keyOf(ownerId), JSON.stringify(kept));
    windowStorage?.write(keyOf(ownerId), JSON.stringify(next));
  };
  const change = (id: string, by: (each: SavedStageFacts) => SavedStageFacts): void =>
    saved.change((facts) => {
      facts.list = facts.list.map((each) => (each.id === id ? by(each) : each)) as typeof facts.list;
    });
  const put = (wire: SavedStageWire): void =>
    saved.change((facts) => {
      const before = facts.list.find((each) => each.id === wire.id) ?? null;
      const others = facts.list.filter((each) => each.id !== wire.id);
      facts.list = [...others, savedFacts(wire, before)].sort(byName);
    });
  const drop = (id: string): void => {
    saved.change((facts) => {
      facts.list = facts.list.filter((each) => each.id !== id);
    });
    const known = saved.get().cycle;
    if (known.currentStage === id) setCycle({ ...known, currentStage: null });
  };
  const patch = async (id: string, body: StagePatch): Promise<Result<null, Failure>> => {
    const path = `/service/stages/${encodeURIComponent(id)}`;
    const answer = answeredWith(await http.json({ method: "PATCH", path, body }, savedStage), (value) => value);
    if (!answer.ok) return answer;
    put(answer.value);
    return ok(null);
  };

  const fetchList = async (): Promise<void> => {
    saved.change((facts) => {
      if (facts.status !== "ready") facts.status = "loading";
    });
    const answer = answeredWith(await http.json({ path: "/service/stages" }, savedStageList), ({ stages }) => stages);
    saved.change((facts) => {
      if (!answer.ok) {
        if (facts.status !== "ready") facts.status = "failed";
        facts.failure = answer.error;
        return;
      }
      const before = new Map(facts.list.map((each) => [each.id, each as SavedStageFacts]));
      facts.status = "ready";
      facts.failure = null;
      facts.list = answer.value.map((wire) => savedFacts(wire, before.get(wire.id) ?? null)).sort(byName);
    });
  };

  const putOnStage = (id: string, by: "user" | "cycle"): ShownStage => {
    const found = byId(id);
    if (!found) return refuse("stage/gone");
    const shown = stage.show(found.matrix, by);
    if (!shown.ok) return refuse("stage/not-shown", { name: found.name, cause: shown.error });
    setCycle({ ...saved.get().cycle, currentStage: id });
    cycle.arm();
    return ok({ missing: shown.value });
  };
  const select = (id: string, by: "user" | "cycle" = "user"): ShownStage => {
    const shown = putOnStage(id, by);
    saved.change((facts) => {
      facts.notShown = shown.ok ? null : shown.error;
    });
    return shown;
  };

  const cycle = new CycleRun({
    saved,
    stageStore,
    select: (id) => select(id, "cycle"),
    onSkipped: options.onSkipped,
  });

  /**
   * The current stage is saved under this id: it becomes the current one, unless another than `before` has taken its
   * place.
   */
  const savedAs = (id: string, before: string | null): void => {
    const known = saved.get().cycle;
    if (known.currentStage !== before) return;
    setCycle({ ...known, currentStage: id });
    cycle.arm();
  };
  return {
    load: oneAtATime(fetchList),
    select: (id) => select(id),
    async create(typed, shared) {
      const name = requiredName(typed, "stage");
      if (!name.ok) return name;
      const body = { name: name.value, shared, stageMatrix: toStageMatrix(stageStore.get().grid) };
      const { currentStage } = saved.get().cycle;
      const answer = await http.json({ method: "POST", path: "/service/stages", body }, savedStage);
      const made = answeredWith(answer, (value) => value);
      if (!made.ok) return made;
      put(made.value);
      savedAs(made.value.id, currentStage);
      return ok(null);
    },
    beginEdit: (id) => change(id, (each) => ({ ...each, ...beginEdit(each) })),
    setShadow: (id, { name, shared }) =>
      change(id, (each) => ({
        ...each,
        ...(name === undefined ? {} : { shadowName: name }),
        ...(shared === undefined ? {} : { shadowShared: shared }),
      })),
    cancelEdit: (id) => change(id, (each) => ({ ...each, ...cancelEdit(each) })),
    async saveEdit(id) {
      const found = byId(id);
      if (!found) return refuse("stage/gone");
      const pending = pendingChange(found);
      if (!pending.ok) return pending;
      const sent = Object.keys(pending.value).length > 0 ? await patch(id, pending.value) : ok(null);
      if (sent.ok) change(id, (each) => ({ ...each, ...cancelEdit(each) }));
      return sent;
    },
    setShared: (id, shared) => patch(id, { shared }),
    async update(id) {
      const { currentStage } = saved.get().cycle;
      const sent = await patch(id, { stageMatrix: toStageMatrix(stageStore.get().grid) });
      if (sent.ok) savedAs(id, currentStage);
      return sent;
    },
    async remove(id) {
      const path = `/service/stages/${encodeURIComponent(id)}`;
      const answer = answeredWith(await http.done({ method: "DELETE", path }), () => null);
      if (answer.ok) drop(id);
      return answer;
    },
    setSpeed(seconds) {
      setCycle({ ...saved.get().cycle, speed: cycleSpeed(seconds) });
      cycle.start();
    },
    setExcluded: (id, excluded) => setCycle(setExcluded(saved.get().cycle, id, excluded)),
    restore(userId, opening = "own") {
      keeps = opening === "own";
      const last = storage.read(keyOf(userId));
      const stored = readCycle(last);
      const own = keeps ? (windowStorage?.read(keyOf(userId)) ?? null) : null;
      // A separate window (a kiosk) stands still until its cycle is started; exclusions apply in every window.
      const begun = own !== null ? readCycle(own) : keeps || opening === "own-kiosk" ? stored : stoppedCycle;
      const restored = { ...begun, excludeFromCycle: stored.excludeFromCycle };
      if (keeps && last !== null) windowStorage?.write(keyOf(userId), JSON.stringify(restored));
      saved.change((facts) => {
        facts.ownerId = userId;
        facts.cycle = restored;
      });
      cycle.arm();
    },
    hold: () => cycle.hold(),
    run: () => cycle.run(),
  };
}

/** A field of an edit that equals the saved value was not touched: it follows the changes of other users. */
const shadowOf = <T>(shadow: T | null, saved: T, came: T): T | null => (shadow === saved ? came : shadow);

/** A stage from the server, with the open edit on it. */
const savedFacts = (wire: SavedStageWire, before: SavedStageFacts | null): SavedStageFacts => ({
  id: wire.id,
  name: wire.name,
  shared: wire.shared,
  ownerId: wire.owner?.id ?? null,
  matrix: wire.stageMatrix,
  shadowName: before && shadowOf(before.shadowName, before.name, wire.name),
  shadowShared: before && shadowOf(before.shadowShared, before.shared, wire.shared),
});

/** The stored cycle; unreadable parts keep their default. */
function readCycle(text: string | null): StageCycle {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (typeof stored !== "object" || stored === null) return stoppedCycle;
    const { speed, currentStage, excludeFromCycle } = stored as Partial<Record<keyof StageCycle, unknown>>;
    const excluded = typeof excludeFromCycle === "object" && excludeFromCycle !== null ? excludeFromCycle : {};
    return {
      speed: cycleSpeed(speed),
      currentStage: typeof currentStage === "string" ? currentStage : null,
      excludeFromCycle: Object.fromEntries(Object.entries(excluded).filter(([, value]) => value === true)),
    };
  } catch {
    return stoppedCycle;
  }
}
