/**
 * Sends timeline facts to the stage's drawing, the recorder's answers to its lanes, and the times of shown frames back
 * to its clock.
 */
import { epochMs } from "#actions/epoch.ts";
import { TimelineData } from "#actions/timeline/timeline-data.ts";
import type { ServerEventSource } from "#actions/session/server-events.ts";
import type { LinkActions } from "#actions/stage/link-actions.ts";
import type { MarkActions } from "#actions/timeline/mark-actions.ts";
import type { TimelineActions } from "#actions/timeline/timeline-actions.ts";
import { type Disposer, Disposers } from "#base/disposer.ts";
import { sameData } from "#base/same-data.ts";
import type { Stores } from "#chrome/product.ts";
import { durationOf } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import type { TimelineLaneData, TimelineLaneView, TimelineTheme, TimelineView } from "#protocol/timeline-view.ts";
import type { StageClient } from "#stage/stage-client.ts";
import type { RegisteredServer } from "#state/server-store.ts";
import { laneStreams, type LaneStream } from "#state/timeline-lanes.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import { rateOf, timelineTime, zoneOf, type TimelineFacts } from "#state/timeline-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Throttle } from "#transport/throttle.ts";
import type { Speech } from "#app/speech.ts";
import { onTheme } from "#app/browser/theme.ts";
import { noteShown } from "../note-shown.ts";
import { StageLanes } from "./stage-lanes.ts";

interface StageTimelineDeps {
  readonly stores: Stores;
  readonly http: HttpClient;
  readonly throttle: Throttle;
  readonly timeline: TimelineActions;
  readonly marks: MarkActions;
  readonly links: LinkActions;
  readonly speech: Speech;
  readonly events: ServerEventSource;
}

/** For words beside the strip; that nothing is damaged is no news. */
function noteDamage(timeline: Stores["timeline"], streamId: string, { damaged }: TimelineLaneData): void {
  const own = [...(damaged?.starts ?? [])].map((startMs, at) => ({ startMs, stopMs: damaged?.stops[at] ?? startMs }));
  if (sameData(timeline.get().damaged[streamId] ?? [], own)) return;
  timeline.change((facts) => {
    facts.damaged[streamId] = own;
  });
}

/** Who answers for it: a failure also says who stands in. */
const reachOf = (server: RegisteredServer | undefined) => server && [server.isAvailable, server.failure];
const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Keeps the canvas's timeline and its data up to the stores until disposed. */
export function bindStageTimeline(deps: StageTimelineDeps, client: StageClient): Disposer {
  const { stores, timeline: actions } = deps;
  const all = new Disposers();
  const { speech } = deps;
  let look: Look = { theme: readTheme(), liveWord: speech.say("timeline.liveMark"), language: speech.locale() };
  let sent: unknown = null;
  let frame = 0;
  const isOne = (): boolean => stores.timeline.get().lanes === "one";
  const lanesShown = new StageLanes(client, isOne);
  const data = new TimelineData({
    http: deps.http,
    throttle: deps.throttle,
    nowMs: actions.nowMs,
    onLane: (streamId, lane) => {
      lanesShown.set(streamId, lane);
      noteDamage(stores.timeline, streamId, lane);
    },
  });

  const draw = (): void => {
    frame = 0;
    const facts = stores.timeline.get();
    const cameras = lanesOf(stores);
    const lanes = lanesShown.keep(cameras);
    const view = facts.rect ? viewOf(facts, stores, { lanes, cameras }, look, actions.nowMs()) : null;
    if (facts.rect) {
      const window = timelineWindow(facts, epochMs());
      data.show(
        cameras.flatMap(({ streams }) => streams),
        window,
      );
      deps.marks.show(window);
    }
    // Clocks differ at every look although nothing has changed: they are compared by the values that they are anchored
    // to.
    const { skewMs, machineAheadMs } = stores.health.get();
    const next = {
      view: view && { ...view, now: null, playhead: null },
      state: facts.state,
      atMs: facts.atMs,
      skewMs,
      machineAheadMs,
    };
    if (sameData(next, sent)) return;
    sent = next;
    client.applyTimeline(view);
  };
  const schedule = (): void => {
    if (frame === 0) frame = document.hidden ? (draw(), 0) : requestAnimationFrame(draw);
  };
  all.add(
    stores.timeline.subscribe((facts, before) => {
      if (facts.shownSecond !== before.shownSecond || facts !== before) schedule();
    }),
  );
  all.add(
    stores.stage.subscribe((facts, before) => {
      if (facts.grid !== before.grid || facts.area !== before.area || facts.focusedTileId !== before.focusedTileId)
        schedule();
    }),
  );
  all.add(stores.cameras.subscribe(schedule));
  all.add(stores.servers.subscribe(schedule));
  // Recordings have come back to a server, or another one answers in its place, with what that one has.
  all.add(deps.events.on("recordings", (message) => data.outdated(message?.id ?? null)));
  all.add(
    stores.servers.subscribe(({ byId }, before) => {
      const isOther = Object.values(before.byId).some((one) => !sameData(reachOf(one), reachOf(byId[one.id])));
      if (isOther) data.outdated(null);
    }),
  );
  all.add(
    stores.health.subscribe((facts, before) => {
      if (facts.skewMs !== before.skewMs || facts.machineAheadMs !== before.machineAheadMs) schedule();
    }),
  );
  all.add(
    onTheme(() => {
      look = { ...look, theme: readTheme() };
      schedule();
    }),
  );
  all.add(
    speech.onChange(() => {
      look = { ...look, liveWord: speech.say("timeline.liveMark"), language: speech.locale() };
      schedule();
    }),
  );
  all.add(client.on("facts", ({ sources }) => noteShown(deps, sources)));
  all.add(
    stores.preferences.subscribe((facts, before) => {
      if (facts.timeForm !== before.timeForm) schedule();
    }),
  );
  all.add(data.run());
  document.addEventListener("visibilitychange", schedule);
  schedule();
  return () => {
    all.dispose();
    cancelAnimationFrame(frame);
    document.removeEventListener("visibilitychange", schedule);
  };
}

interface Look extends Pick<TimelineView, "theme" | "liveWord"> {
  /** of dates: BCP 47 */
  readonly language: string;
}

function lanesOf(stores: Stores): readonly LaneStream[] {
  const { lanes } = stores.timeline.get();
  return laneStreams(stores.stage.get(), stores.cameras.get(), stores.servers.get(), lanes);
}

function viewOf(
  facts: TimelineFacts,
  stores: Stores,
  { lanes, cameras }: { readonly lanes: readonly TimelineLaneView[]; readonly cameras: readonly LaneStream[] },
  { language, ...look }: Look,
  nowMs: number,
): TimelineView | null {
  const { rect, state } = facts;
  if (!rect) return null;
  const ratio = stores.stage.get().area.devicePixelRatio;
  const atMs = epochMs();
  const x = Math.round(rect.x * ratio);
  const y = Math.round(rect.y * ratio);
  return {
    rect: {
      x,
      y,
      width: Math.round((rect.x + rect.width) * ratio) - x,
      height: Math.round((rect.y + rect.height) * ratio) - y,
    },
    devicePixelRatio: ratio,
    window: rounded(facts, atMs),
    follows: facts.headShare !== null,
    glide: facts.glides && !reducedMotion(),
    playhead: { timeMs: timelineTime(facts, atMs), atMs, rate: rateOf(state) },
    now: { timeMs: nowMs, atMs, rate: 1 },
    mode: state.mode,
    selection: selectedRange(state),
    hoverShare: facts.hoverShare,
    zone: zoneOf(facts),
    timeStyle: { form: stores.preferences.get().timeForm, language },
    lanes,
    laneScrollPx: facts.laneScrollPx,
    marks: laneMarks(facts.marks, facts.lanes === "one" ? null : cameras),
    ...look,
    hidden: document.hidden,
  };
}

/** A mark lies on the lane of its camera, whichever stream it was made on. `cameras`: null = all share one lane. */
function laneMarks(marks: TimelineFacts["marks"], cameras: readonly LaneStream[] | null): TimelineView["marks"] {
  const laneOf = new Map(cameras?.flatMap(({ streamId, streams }) => streams.map((one) => [one, streamId] as const)));
  const found = new Map<string, TimelineView["marks"][number]>();
  for (const { kind, startMs, stopMs, streamId, text } of marks) {
    const laneId = cameras === null || streamId === null ? null : (laneOf.get(streamId) ?? streamId);
    // Evidence is locked on every stream of a camera: its lane shows that once.
    found.set([kind, startMs, stopMs, cameras === null ? streamId : laneId, text].join("\n"), {
      kind,
      startMs,
      stopMs,
      laneId,
      text,
    });
  }
  return [...found.values()];
}

function rounded(facts: TimelineFacts, atMs: number): TimelineView["window"] {
  const window = timelineWindow(facts, atMs);
  return durationOf(window) > 0 ? window : { startMs: window.startMs, stopMs: window.startMs + 1 };
}

/** The timeline's colours, from the tokens of the page. It lies on the chrome's ground, so it follows the theme. */
function readTheme(): TimelineTheme {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string, otherwise: number): number => {
    const found = /^#([0-9a-f]{6})$/i.exec(style.getPropertyValue(token).trim());
    return found?.[1] === undefined ? otherwise : Number.parseInt(found[1], 16);
  };
  return {
    background: colour("--timeline-back", 0x0d1016),
    lane: colour("--timeline-lane", 0x1a1f2a),
    line: colour("--timeline-line", 0x323b4b),
    text: colour("--ink", 0xe9edf4),
    faint: colour("--ink-3", 0x8c97aa),
    recorded: colour("--timeline-recorded", 0x2c4a7c),
    motion: colour("--timeline-motion", 0xe8b44c),
    playhead: colour("--timeline-playhead", 0xf4f6fa),
    live: colour("--timeline-live", 0x58c98a),
    accent: colour("--accent", 0x8aa4ff),
    bookmark: colour("--timeline-bookmark", 0xd9b8ff),
    lock: colour("--timeline-lock", 0xff8a5c),
  };
}
