/** The canvas and the elements over it: the DOM mirror of the tiles, the player toolbar, statistics. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { IconLayoutGridAdd } from "@tabler/icons-react";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { Spinner } from "#chrome/kit/feedback/spinner.tsx";
import { useBackCloses } from "#chrome/kit/browser/back-closes.ts";
import { useMedia } from "#chrome/kit/browser/use-media.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { timelineShown } from "#domain/accounts/access.ts";
import { visitorOf } from "#state/session-store.ts";
import { enlargedTile, fillingTileId, tileRects } from "#state/stage/stage-geometry.ts";
import { ShowAll } from "./arrange/show-all.tsx";
import { ShownKeys } from "./arrange/shown-keys.tsx";
import { VerbHost } from "./verb-host.tsx";
import { Announcer } from "./announcer.tsx";
import { ExportHost } from "./export/export-host.tsx";
import { PlayerOverlays } from "./tile/player-overlays.tsx";
import { PtzPanes } from "./ptz/ptz-pane.tsx";
import words from "#chrome/kit/words.module.css";
import css from "./stage.module.css";
import { StageControlBar } from "./timeline/control-bar.tsx";
import { WallStats } from "./tile/stats-overlay.tsx";
import { Watermarks } from "./tile/watermarks.tsx";
import { TileMirror } from "./tile/tile-mirror.tsx";
import { TileToolbar } from "./toolbar/tile-toolbar.tsx";
import { ViewLimits } from "./tile/view-limit.tsx";
import { ViewOutlines } from "./tile/view-outline.tsx";
import { UnlinkedBars } from "./unlinked/unlinked-bars.tsx";
import { OpenTileMenu } from "./tile/open-tile-menu.tsx";
import { useFullScreen } from "./kiosk/use-full-screen.ts";
import { useGamepad } from "./ptz/use-gamepad.ts";
import { useLateParts } from "./use-late-parts.ts";
import { useStagePointer } from "./input/use-stage-pointer.ts";
import { useColumnScroll } from "./small/use-column-scroll.ts";
import { useControlsShown, usePhone } from "./small/use-small-window.ts";
import { useStageSize } from "./use-stage-size.ts";

const UndoHost = lateChunk(() => import("./arrange/undo-host.tsx"));

export function StageArea({
  area,
  bare = false,
}: {
  readonly area: RefObject<HTMLDivElement | null>;
  /** pictures only: no toolbar, no control bar */
  readonly bare?: boolean;
}) {
  const { stores, hidden } = useProduct();
  const { stage, stageHost, look } = useWorkspace();
  const say = useText();
  const failureText = useFailureText();
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const notShown = useFacts(stores.savedStages, (facts) => facts.notShown);
  const withTimeline = timelineShown(visitor, hidden.timeline);
  const grid = useFacts(stores.stage, (facts) => facts.grid);
  const size = useFacts(stores.stage, (facts) => facts.area);
  const fullTileId = useFacts(stores.stage, (facts) => facts.fullTileId);
  const single = useFacts(stores.stage, (facts) => facts.single);
  const enlargedTileId = useFacts(stores.stage, (facts) => facts.enlargedTileId);
  const dragging = useFacts(stores.stage, (facts) => facts.drag?.kind === "move");
  const changes = useFacts(stores.stage, ({ history }) => history.past.length + history.future.length > 0);
  const waits = useFacts(stores.stage, (facts) => !facts.painted && facts.grid.cells.length > 0);
  const pulling = useFacts(stores.stage, (facts) => facts.drag?.kind === "add");
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useFacts(stores.stage, (facts) => facts.form);
  const nearTileId = useFacts(stores.stage, (facts) => (facts.form === "one" ? facts.nearTileId : null));
  const touch = useMedia("(pointer: coarse)");
  const isPhone = usePhone();
  const controls = useControlsShown() || form !== "one";
  useStageSize(area, bare || single);
  useColumnScroll(area);
  useStagePointer(area);
  useGamepad(area);
  useFullScreen(bare);
  // A kiosk has neither buttons nor keys.
  useLateParts(!bare);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let dispose: (() => void) | null = null;
    let gone = false;
    stageHost()
      .then((loaded) => {
        if (!gone) dispose = loaded.attach(element);
      })
      .catch((error: unknown) => {
        if (!gone) setFailure(error instanceof Error ? error : new Error(String(error)));
      });
    const flush = (): void => stage.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      gone = true;
      dispose?.();
      flush();
      // When the user comes back, they would be open again, and the cycle would wait for them.
      stage.setMenu(null);
      stage.setPresets(null);
      window.removeEventListener("pagehide", flush);
    };
  }, [stage, stageHost]);

  // Thrown for the page's boundary, which shows the failure and offers to reload.
  if (failure) throw failure;
  // The elements of the column scroll with the area, so their places are those of a column that is not scrolled.
  const shown = { grid, area: size, fullTileId, single, form, enlargedTileId, nearTileId };
  const tiles = tileRects(shown);
  const enlarged = enlargedTile(shown);
  const inFront = enlarged ? [enlarged] : tiles;
  useBackCloses(fullTileId !== null, () => stage.setFull(null));
  useBackCloses(fullTileId === null && enlargedTileId !== null && form !== "one", () => look.back());
  return (
    <div ref={frame} className={css.frame} data-full={fullTileId === null ? undefined : ""}>
      {/* One canvas lies under tiles and timeline. */}
      <div ref={host} className={css.canvasHost} aria-hidden="true" />
      <section
        ref={area}
        className={css.area}
        aria-label={say("stage.label")}
        data-stage-area=""
        data-form={form === "column" && fillingTileId(shown) !== null ? "large" : form}
        data-dragging={dragging || undefined}
        data-waits={waits || undefined}
      >
        <span id="tile-help" className={words.hidden}>
          {say("stage.tileHelp")}
        </span>
        {grid.cells.length === 0 && !pulling ? (
          <div className={css.empty}>
            <EmptyState
              icon={<IconLayoutGridAdd size={32} />}
              title={bare && notShown !== null ? failureText(notShown) : say("stage.empty")}
              // A kiosk has no panel from which a camera could be added.
              {...(bare
                ? {}
                : { text: say(touch ? (isPhone ? "stage.emptyPhone" : "stage.emptyTouch") : "stage.emptyText") })}
            >
              {bare ? null : (
                <>
                  <ShowAll />
                  <ShownKeys touch={touch} />
                </>
              )}
            </EmptyState>
          </div>
        ) : null}
        {waits ? (
          <output className={css.waiting}>
            <Spinner />
            {say("wall.preparing")}
          </output>
        ) : null}
        <TileMirror tiles={tiles} enlarged={enlarged} grid={grid} />
        <Announcer />
        {changes && !bare ? (
          <LatePart>
            <UndoHost />
          </LatePart>
        ) : null}
        <Watermarks
          tiles={enlarged ? [...tiles.filter(({ tileId }) => tileId !== enlarged.tileId), enlarged] : tiles}
        />
        <ViewLimits tiles={inFront} />
        <PlayerOverlays tiles={inFront} />
        <ViewOutlines tiles={inFront} />
        <WallStats />
        {bare ? null : <PtzPanes tiles={inFront} />}
        {withTimeline && !bare ? <UnlinkedBars tiles={inFront} /> : null}
        {hidden.header || bare || !controls ? null : <TileToolbar tiles={inFront} />}
        {bare ? null : <OpenTileMenu tiles={inFront} />}
      </section>
      {bare ? null : <VerbHost hasTimeline={withTimeline} />}
      {withTimeline && !bare ? (
        <>
          {/* A window of one camera that has none leaves the room to what the empty stage says. */}
          {controls && (form !== "one" || grid.cells.length > 0) ? <StageControlBar frame={frame} /> : null}
          <ExportHost />
        </>
      ) : null}
    </div>
  );
}
