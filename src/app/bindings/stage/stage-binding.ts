/**
 * The one place where stores, players and the stage meet: cells become players, facts become views, and the stage's
 * reports become facts again (at most four times a second). React has no part in it.
 */
import type { UnlinkedPlayers } from "#actions/stage/link-actions.ts";
import type { PlayerPort } from "#actions/stage/player-actions.ts";
import type { TimelinePlayers } from "#actions/timeline/timeline-core.ts";
import { type Disposer, Disposers } from "#base/disposer.ts";
import type { Rect } from "#base/geometry.ts";
import type { StageHost } from "#chrome/product.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import { RELIEF_STEPS } from "#domain/stage/relief.ts";
import { StageClient } from "#stage/stage-client.ts";
import type { Pixels } from "#stage/pixels.ts";
import { tileRects } from "#state/stage/stage-geometry.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";
import { bindBeginning } from "../beginning.ts";
import { bindClockResync } from "../clock-resync.ts";
import { bindFramerate } from "./framerate.ts";
import { bindWallPresents } from "./wall-presents.ts";
import { bindSecondChances } from "../second-chances.ts";
import { StagePlayers } from "./stage-players.ts";
import type { StageBindingDeps } from "./stage-binding-deps.ts";
import { bindStageTimeline } from "./stage-timeline.ts";
import type { TimelineFacts } from "#state/timeline-store.ts";
import { buildStageView } from "./stage-view.ts";
import { RectMotion } from "./rect-motion.ts";
import { stageFailure } from "./stage-failure.ts";
import { stageWords } from "./stage-words.ts";
import { zoomChanged } from "./zoom-changed.ts";
import { onTheme, readStageTheme } from "#app/browser/theme.ts";

/** Whether the user goes through time by hand: nothing may cover the pictures. */
const looksClosely = ({ scrubbing, stepping }: TimelineFacts): boolean => scrubbing || stepping;

export class StageBinding implements StageHost, PlayerPort, TimelinePlayers, UnlinkedPlayers {
  readonly #deps: StageBindingDeps;
  #client: StageClient | null = null;
  #players: StagePlayers | null = null;
  #detach: Disposer | null = null;

  constructor(deps: StageBindingDeps) {
    this.#deps = deps;
  }

  attach(element: HTMLElement): Disposer {
    const made = new Disposers();
    made.add(this.#open(element));
    this.#detach = made.dispose;
    return made.dispose;
  }

  /** Ends the players and the worker, whether or not the page has removed the element. */
  close(): void {
    this.#detach?.();
  }

  #open(element: HTMLElement): Disposer {
    const { stores, server, speech } = this.#deps;
    const all = new Disposers();
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
        dewarpMax: stores.preferences.get().dewarpMax,
        words,
        theme,
        presentCapHz: RELIEF_STEPS[stores.standing.get().relief]?.presentCapHz ?? 0,
        hidden: document.hidden,
        moving: motion.at(performance.now()),
      });

    const canvas = document.createElement("canvas");
    const cover = document.createElement("div");
    element.append(canvas, cover);
    const client = new StageClient(canvas, build());
    // Areas that have not been drawn are black, whatever the theme.
    for (const done of ["drawn", "failed"] as const) all.add(client.on(done, () => cover.remove()));
    const players = new StagePlayers(this.#deps, client);
    this.#client = client;
    this.#players = players;

    let frame = 0;
    const draw = (): void => {
      frame = 0;
      const view = build();
      client.apply(view);
      if (view.interacting && stores.stage.get().drag === null) schedule();
    };
    // A hidden page has no animation frames, but the stage must learn that it is hidden.
    const schedule = (): void => {
      if (frame === 0) frame = document.hidden ? (draw(), 0) : requestAnimationFrame(draw);
    };
    const follow = (facts: StageFacts, before: StageFacts): void => {
      if (facts.grid !== before.grid) players.reconcile();
      if (facts.grid !== before.grid || facts.area !== before.area || facts.fullTileId !== before.fullTileId)
        motion.set(tileRects(facts), performance.now(), facts.area === before.area && !reducedMotion());
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
    all.add(bindSecondChances(stores, (tileId) => players.chance(tileId)));
    all.add(stores.servers.subscribe(schedule));
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
        players.relieve(RELIEF_STEPS[facts.relief]?.budgetShare ?? 1);
        schedule();
      }),
    );
    const onVisibility = (): void => schedule();
    document.addEventListener("visibilitychange", onVisibility);
    const hold = (): void => client.hold();
    for (const name of INPUTS) window.addEventListener(name, hold, { capture: true, passive: true });
    all.add(bindBeginning(this.#deps));
    all.add(bindClockResync(server.syncClock, stores.health));
    all.add(bindFramerate(stores.standing, client));
    all.add(bindWallPresents(stores.players, stores.preferences, client));
    all.add(this.#deps.timeline.run());
    all.add(this.#deps.links.run());
    all.add(
      stores.unlinked.subscribe((facts, before) => {
        const ids = new Set([...Object.keys(facts.byTile), ...Object.keys(before.byTile)]);
        for (const id of ids) if (facts.byTile[id]?.target !== before.byTile[id]?.target) players.followAlone(id);
        schedule();
      }),
    );
    all.add(bindStageTimeline(this.#deps, client));
    all.add(
      stores.timeline.subscribe((facts, before) => {
        if (facts.target !== before.target) players.follow();
        // The canvas is as high as tiles and timeline together.
        if (facts.rect !== before.rect || looksClosely(facts) !== looksClosely(before)) schedule();
      }),
    );
    all.add(
      client.on("failed", (failure) =>
        stores.dialogs.change((facts) => {
          facts.queue.push({ kind: "message", title: "WebGL", text: stageFailure(failure) });
        }),
      ),
    );
    motion.set(tileRects(stores.stage.get()), performance.now(), false);
    players.reconcile();
    players.place();
    schedule();

    return () => {
      all.dispose();
      cancelAnimationFrame(frame);
      document.removeEventListener("visibilitychange", onVisibility);
      for (const name of INPUTS) window.removeEventListener(name, hold, { capture: true });
      players.close();
      client.dispose();
      canvas.remove();
      cover.remove();
      this.#client = null;
      this.#players = null;
    };
  }

  setMode(tileId: string, mode: PlayerMode): void {
    this.#players?.setMode(tileId, mode);
  }
  setVolume(tileId: string, volume: number): void {
    this.#players?.setVolume(tileId, volume);
  }
  step(direction: 1 | -1): void {
    this.#players?.step(direction);
  }
  stepAlone(tileId: string, direction: 1 | -1): void {
    this.#players?.stepAlone(tileId, direction);
  }
  async snapshot(tileId: string): Promise<Blob | null> {
    return (await this.#client?.snapshot(tileId)) ?? null;
  }

  /** For the e2e build: pixels of the stage as presented, device px. */
  async readPixels(rect: Rect): Promise<(Pixels & { readonly atMs: number }) | null> {
    return (await this.#client?.readPixels(rect)) ?? null;
  }
  async whenIdle(): Promise<void> {
    await this.#client?.whenIdle();
  }
  loseContext(restoreAfterMs: number): void {
    this.#client?.loseContext(restoreAfterMs);
  }
}

/** After these calls the page has something to show. */
const INPUTS = ["keydown", "pointerdown", "pointerup"] as const;
const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
