/**
 * The one place where stores, players and the stage meet: cells become players, facts become views, and the stage's
 * reports become facts again (at most four times a second). React has no part in it.
 */
import { type Disposer, Disposers } from "#base/disposer.ts";
import { reliefStep } from "#domain/stage/relief.ts";
import { StageClient } from "#stage/stage-client.ts";
import { tileRects } from "#state/stage/stage-geometry.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";
import { bindBeginning } from "../beginning.ts";
import { bindClockResync } from "../clock-resync.ts";
import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import { bindFramerate } from "./framerate.ts";
import { bindWallPresents } from "./wall-presents.ts";
import { bindPatrols } from "./patrols.ts";
import { bindStillTiles } from "./still-tiles.ts";
import { bindSecondChances } from "../second-chances.ts";
import { StagePlayers } from "../players/stage-players.ts";
import type { StageBindingDeps } from "../stage-binding-deps.ts";
import { bindStageTimeline } from "./stage-timeline.ts";
import type { TimelineFacts } from "#state/timeline-store.ts";
import { buildStageView } from "./stage-view.ts";
import { movedTiles, RectMotion } from "./rect-motion.ts";
import { stageFailure } from "./stage-failure.ts";
import { stageWords } from "./stage-words.ts";
import { zoomChanged } from "./zoom-changed.ts";
import { onTheme, readStageTheme } from "#app/browser/theme.ts";
import type { Failure } from "#domain/failures/failure.ts";

/** Whether the user goes through time by hand: nothing may cover the pictures. */
const looksClosely = ({ scrubbing, stepping }: TimelineFacts): boolean => scrubbing || stepping;

/** After these calls the page has something to show. */
const INPUTS = ["keydown", "pointerdown", "pointerup"] as const;
const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A wall that runs; only while it is shown it draws, and is watched for slow pictures. */
export interface Wall {
  readonly client: StageClient;
  readonly players: StagePlayers;
  /** shows the wall in an element until the returned function is called */
  readonly show: (element: HTMLElement) => Disposer;
  readonly hasFailed: () => boolean;
  readonly dispose: Disposer;
}

/** `withoutGpu`: the GPU's process has died for good. */
export function openWall(
  deps: StageBindingDeps,
  painter: PainterChoice,
  notice: (notice: Failure) => void,
  withoutGpu: () => void,
): Wall {
  const { stores, server, speech } = deps;
  const all = new Disposers();
  let isShown = true;
  /** the worker knows that nobody sees the wall: it is told nothing more until it is shown again */
  let rests = false;
  let failed = false;
  const motion = new RectMotion();
  let theme = readStageTheme();
  let words = stageWords(speech);
  const build = () =>
    buildStageView({
      stage: stores.stage.get(),
      timelineRect: stores.timeline.get().rect,
      looksClosely: looksClosely(stores.timeline.get()),
      players: stores.players.get(),
      cameras: stores.cameras.get(),
      servers: stores.servers.get(),
      unlinked: stores.unlinked.get(),
      views: stores.views.get(),
      dewarpMax: stores.preferences.get().dewarpMax,
      words,
      theme,
      glides: reliefStep({ level: stores.standing.get().relief }).glides && !reducedMotion(),
      presentCapHz: reliefStep({ level: stores.standing.get().relief }).presentCapHz,
      hidden: document.hidden || !isShown,
      moving: motion.at(performance.now()),
    });

  const canvas = document.createElement("canvas");
  const cover = document.createElement("div");
  const client = new StageClient(canvas, build(), undefined, painter);
  const paint = (painted: boolean): void =>
    stores.stage.change((facts) => {
      facts.painted = painted;
    });
  // Areas that have not been drawn are black, whatever the theme.
  for (const done of ["drawn", "failed"] as const)
    all.add(
      client.on(done, () => {
        cover.remove();
        paint(true);
      }),
    );
  const players = new StagePlayers(deps, client, notice);

  let frame = 0;
  const draw = (): void => {
    frame = 0;
    const view = build();
    client.apply(view);
    if (view.interacting && stores.stage.get().drag === null) schedule();
  };
  // A hidden page has no animation frames, but the stage must learn that it is hidden.
  const schedule = (): void => {
    if (rests) return;
    if (frame === 0) frame = document.hidden ? (draw(), 0) : requestAnimationFrame(draw);
  };
  const follow = (facts: StageFacts, before: StageFacts): void => {
    // A player that is made out of sight does not ask for its video.
    if (facts.grid !== before.grid && facts.form !== "wall") players.place();
    if (facts.grid !== before.grid) players.reconcile();
    const glides = movedTiles(facts, before);
    if (glides !== null) motion.set(tileRects(facts), performance.now(), glides && !reducedMotion());
    players.place();
    schedule();
  };
  all.add(stores.stage.subscribe(follow));
  all.add(
    stores.players.subscribe((facts, before) => {
      if (zoomChanged(facts.byTile, before.byTile)) players.place();
      schedule();
    }),
  );
  all.add(
    stores.cameras.subscribe(() => {
      players.reconcile();
      schedule();
    }),
  );
  all.add(bindStillTiles(deps, (tileId, still) => players.setStill(tileId, still)));
  all.add(bindPatrols(stores, deps.patrols));
  all.add(
    deps.events.on("relays", (message) => {
      if (message) players.relayGone(message.id);
    }),
  );
  all.add(bindSecondChances(stores, (tileId) => players.chance(tileId)));
  all.add(stores.servers.subscribe(schedule));
  all.add(stores.views.subscribe(schedule));
  all.add(
    onTheme(() => {
      theme = readStageTheme();
      schedule();
    }),
  );
  all.add(
    speech.onChange(() => {
      words = stageWords(speech);
      schedule();
    }),
  );
  all.add(
    stores.standing.subscribe((facts, before) => {
      if (facts.relief === before.relief) return;
      players.relieve(reliefStep({ level: facts.relief }));
      schedule();
    }),
  );
  const onVisibility = (): void => schedule();
  document.addEventListener("visibilitychange", onVisibility);
  const hold = (): void => client.hold();
  all.add(bindBeginning(deps));
  all.add(deps.timeline.run());
  all.add(
    client.on("ready", () => {
      stores.standing.change((facts) => {
        facts.painter = client.drawnBy;
      });
    }),
  );
  all.add(deps.links.run());
  all.add(
    stores.unlinked.subscribe((facts, before) => {
      const ids = new Set([...Object.keys(facts.byTile), ...Object.keys(before.byTile)]);
      for (const id of ids) if (facts.byTile[id]?.target !== before.byTile[id]?.target) players.followAlone(id);
      schedule();
    }),
  );
  all.add(bindStageTimeline(deps, client));
  all.add(
    stores.timeline.subscribe((facts, before) => {
      if (facts.target !== before.target) players.follow();
      // The canvas is as high as tiles and timeline together.
      if (facts.rect !== before.rect || looksClosely(facts) !== looksClosely(before)) schedule();
    }),
  );
  all.add(
    client.on("failed", (failure) => {
      failed = true;
      if (failure.cause === "context-lost" && painter !== "canvas2d") return withoutGpu();
      stores.dialogs.change((facts) => {
        facts.queue.push({ kind: "message", title: "WebGL", text: stageFailure(failure) });
      });
    }),
  );
  if (stores.stage.get().form !== "wall") players.place();
  players.reconcile();

  const show = (element: HTMLElement): Disposer => {
    const shown = new Disposers();
    isShown = true;
    rests = false;
    players.rest(false);
    element.append(canvas);
    if (!stores.stage.get().painted) element.append(cover);
    shown.add(bindClockResync(server.syncClock, stores.health));
    shown.add(bindFramerate(stores.standing, stores.players, client));
    shown.add(bindWallPresents(stores.players, stores.preferences, client));
    for (const name of INPUTS) window.addEventListener(name, hold, { capture: true, passive: true });
    motion.set(tileRects(stores.stage.get()), performance.now(), false);
    players.place();
    schedule();
    return () => {
      shown.dispose();
      for (const name of INPUTS) window.removeEventListener(name, hold, { capture: true });
      isShown = false;
      canvas.remove();
      cover.remove();
      cancelAnimationFrame(frame);
      frame = 0;
      client.apply(build());
      rests = true;
      players.rest(true);
    };
  };
  const dispose = (): void => {
    all.dispose();
    cancelAnimationFrame(frame);
    document.removeEventListener("visibilitychange", onVisibility);
    players.close();
    client.dispose();
    paint(false);
  };
  return { client, players, show, hasFailed: () => failed, dispose };
}
