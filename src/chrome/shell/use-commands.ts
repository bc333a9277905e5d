/** The entries of the command palette: every stage, camera, screen and action that this user may open. */
import { use, useEffect, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { epochMs } from "#actions/epoch.ts";
import type { Arranging } from "#actions/stage/arranging.ts";
import { askedExport } from "#actions/timeline/asked-export.ts";
import { tileExport } from "#actions/timeline/tile-export.ts";
import { selectionPossible } from "#actions/timeline/timeline-actions.ts";
import { timelineShown } from "#domain/accounts/access.ts";
import { JUMP_MS, SHOW_ALL_MAX } from "#domain/limits/stage.ts";
import { STAGE_TEMPLATES } from "#domain/stage-grid/templates.ts";
import { stageLinkQuery } from "#domain/stage/deep-link.ts";
import { foldText } from "#domain/panel.ts";
import { navigationFor } from "#domain/routes.ts";
import { cameraKey } from "#state/camera-store.ts";
import { markedFacts, markedPlace } from "#state/marked-place.ts";
import type { DialogFacts } from "#state/dialog-store.ts";
import type { Theme } from "#state/preference-store.ts";
import { visitorOf } from "#state/session-store.ts";
import { nameOfView } from "#state/stage/tile-name.ts";
import { exportsFromStage } from "#state/stage/stage-exports.ts";
import { showToast } from "../kit/feedback/toast.tsx";
import { useProduct } from "../product.ts";
import type { TextId } from "../texts/parts/all.ts";
import { useText } from "../texts/use-text.ts";
import { useCameraNames } from "../use-camera-name.ts";
import { sameFields, useFacts } from "../use-facts.ts";

const THEMES: readonly Theme[] = ["system", "dark", "light"];

export interface Command {
  readonly id: string;
  readonly label: string;
  /** the kind of the entry */
  readonly kind: string;
  /** `label` in the form of `foldText`, for the search */
  readonly folded: string;
  readonly run: () => void;
}

/** The id of the command that shows a camera, by its `cameraKey`. */
export const cameraCommand = (key: string): string => `camera-${key}`;

/**
 * `onKeys` shows the keyboard overlay; `replacing`: only cameras, and the chosen one takes the place of this tile's. Suspends until the
 * workspace is loaded.
 */
export function useCommands(onKeys: () => void, replacing: string | null): readonly Command[] {
  const { stores, session, workspace, hidden } = useProduct();
  const { cameras: cameraActions, stage, arranging, savedStages, timeline } = use(workspace());
  const say = useText();
  const navigate = useNavigate();
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const userId = useFacts(stores.session, (facts) => facts.user?.userId ?? null);
  const nameOf = useCameraNames();
  const order = useFacts(stores.cameras, (facts) => facts.order);
  const stages = useFacts(stores.savedStages, (facts) => facts.list);
  const views = useFacts(stores.views, (facts) => facts.list);
  const patrols = useFacts(stores.views, (facts) => facts.patrols);

  // When the palette was opened from another screen than the stage, the lists may not be loaded yet.
  useEffect(() => {
    if (stores.cameras.get().status === "idle") void cameraActions.load();
    if (stores.savedStages.get().status === "idle") void savedStages.load();
  }, [stores, cameraActions, savedStages]);

  // A chosen camera is added to the stage on which the palette was opened, not to the next stage of the cycle.
  useEffect(() => savedStages.hold(), [savedStages]);

  return useMemo(() => {
    const made: Command[] = [];
    const put = (id: string, label: string, kind: TextId, run: () => void): void => {
      made.push({ id, label, kind: say(kind), folded: foldText(label), run });
    };
    if (replacing !== null) {
      for (const key of order) {
        const name = nameOf(key);
        if (name !== null) put(cameraCommand(key), name, "palette.replace", () => stage.replace(replacing, key));
      }
      return made;
    }
    /** From another screen the stage is opened first, as this user has left it. */
    const onStage = (run: () => void) => () => {
      if (userId !== null && stores.stage.get().ownerId !== userId) {
        stage.restore(userId);
        savedStages.restore(userId);
      }
      if (!location.hash.startsWith("#/stage")) void navigate("/stage");
      run();
    };
    const show = (id: string) => (): void => {
      const shown = savedStages.select(id);
      if (!shown.ok) showToast({ text: shown.error, tone: "bad" });
      // Without the camera list all cameras would be missing.
      else if (shown.value.missing > 0 && stores.cameras.get().status === "ready")
        showToast({ text: say("stages.missing", { count: shown.value.missing }), tone: "warn" });
    };
    for (const each of stages) put(`stage-${each.id}`, each.name, "palette.stage", onStage(show(each.id)));
    // A camera that is there is shown, not added again.
    const onTheStage = new Set(stores.stage.get().grid.cells.map((cell) => cameraKey(cell.camera)));
    for (const key of order) {
      const name = nameOf(key);
      if (name !== null)
        put(
          cameraCommand(key),
          name,
          onTheStage.has(key) ? "palette.onStage" : "palette.camera",
          onStage(() => void stage.add(key)),
        );
    }
    const named = [
      ...views.map((view) => ({ ...view, kind: "palette.view" as const })),
      ...patrols.map((patrol) => ({ ...patrol, kind: "palette.patrol" as const })),
    ];
    for (const each of named) {
      const camera = nameOf(cameraKey(each.camera));
      if (camera !== null)
        put(
          `view-${each.id}`,
          nameOfView(camera, each),
          each.kind,
          onStage(() => void stage.addView(each.id)),
        );
    }
    for (const entry of navigationFor(visitor))
      if (entry !== "sign-out")
        put(`screen-${entry}`, say(`nav.${entry}`), "palette.screen", () => void navigate(`/${entry}`));
    const several = (run: (arranging: Arranging) => void) => onStage(() => void arranging().then(run));
    if (order.length > 0) {
      const count = Math.min(order.length, SHOW_ALL_MAX);
      put(
        "show-all",
        say("wall.showAll", { count }),
        "palette.action",
        several(({ addAll }) => addAll(order)),
      );
    }
    put(
      "pack",
      `${say("wall.arrange")}: ${say("wall.pack")}`,
      "palette.action",
      several(({ pack }) => pack()),
    );
    for (const name of STAGE_TEMPLATES) {
      const label = `${say("wall.arrange")}: ${say("wall.template", { name })}`;
      put(
        `template-${name}`,
        label,
        "palette.action",
        several(({ template }) => template(name)),
      );
    }
    const { past, future } = stores.stage.get().history;
    const [undone, redone] = [past.at(-1)?.step, future.at(-1)?.step];
    if (undone)
      put("undo", say("wall.undoStep", { what: say(`wall.done.${undone}`) }), "palette.action", onStage(stage.undo));
    if (redone)
      put("redo", say("wall.redoStep", { what: say(`wall.done.${redone}`) }), "palette.action", onStage(stage.redo));
    put("clear", say("panel.clear"), "palette.action", onStage(stage.clear));
    put("live", say("palette.live"), "palette.action", onStage(timeline.goLive));
    const ask = (dialog: DialogFacts) => onStage(() => stores.dialogs.change(({ queue }) => void queue.push(dialog)));
    if (timelineShown(visitor, hidden.timeline)) {
      const { paused } = stores.timeline.get().state;
      put("go-to-time", say("palette.goToTime"), "palette.action", ask({ kind: "go-to-time" }));
      if (exportsFromStage(stores.stage.get(), stores.cameras.get()))
        put(
          "export",
          say("palette.export"),
          "palette.action",
          onStage(() => {
            const hours = stores.session.get().server?.maxExportHours ?? null;
            ask({ kind: "export", ...askedExport(stores.timeline, timeline.nowMs(), hours) })();
          }),
        );
      put("play", say(paused ? "timeline.play" : "timeline.pause"), "palette.action", onStage(timeline.togglePause));
      if (selectionPossible(stores.preferences.get().window.widthPx))
        put("selection", say("timeline.selection"), "palette.action", onStage(timeline.toggleSelectionMode));
      put("events", say("timeline.events"), "palette.action", ask({ kind: "events" }));
      const seconds = { count: JUMP_MS / 1000 };
      const jump = (byMs: number) => onStage(() => timeline.jump(byMs));
      put("jump-back", say("timeline.jumpBack", seconds), "palette.action", jump(-JUMP_MS));
      put("jump-forward", say("timeline.jumpForward", seconds), "palette.action", jump(JUMP_MS));
      put(
        "bookmark",
        say("marks.nowNamed"),
        "palette.action",
        onStage(() => {
          const place = markedPlace(markedFacts(stores), epochMs());
          if (place.streamIds.length > 0) ask({ kind: "bookmark", place, made: null })();
          else showToast({ text: say("range.noCamera"), tone: "warn" });
        }),
      );
      put("marks", say("marks.title"), "palette.action", ask({ kind: "marks" }));
    }
    put("save-stage", say("stages.save"), "palette.action", ask({ kind: "save-stage" }));
    put("kiosk", say("stages.kiosk"), "palette.action", () => {
      const cycle = stores.savedStages.get().cycle.speed;
      window.open(`${location.pathname}${location.search}#/stage?${stageLinkQuery({ kiosk: true, cycle })}`);
    });
    for (const { id, camera } of stores.stage.get().grid.cells) {
      const name = nameOf(cameraKey(camera));
      if (name !== null)
        put(
          `full-${id}`,
          say("palette.fullScreen", { name }),
          "palette.action",
          onStage(() => stage.setFull(id)),
        );
      const exportIt = timelineShown(visitor, hidden.timeline) ? tileExport(stores, timeline.nowMs, id) : null;
      if (name !== null && exportIt)
        put(`export-${id}`, say("palette.exportOne", { name }), "palette.action", onStage(exportIt));
    }
    for (const theme of THEMES)
      put(`theme-${theme}`, `${say("bar.theme")}: ${say(`bar.theme.${theme}`)}`, "palette.action", () =>
        stores.preferences.change((facts) => {
          facts.theme = theme;
        }),
      );
    put("flags", say("nav.flags"), "palette.screen", () => void navigate("/flags"));
    put("panel", say("palette.togglePanel"), "palette.action", () =>
      stores.preferences.change((facts) => {
        facts.panelOpen = !facts.panelOpen;
      }),
    );
    put("keys", say("palette.keys"), "palette.action", onKeys);
    put("sign-out", say("nav.sign-out"), "palette.action", () => {
      void session.signOut().then(() => navigate("/sign-in?skipAuth=true"));
    });
    return made;
  }, [
    say,
    navigate,
    stores,
    session,
    stage,
    arranging,
    savedStages,
    timeline,
    visitor,
    userId,
    nameOf,
    order,
    stages,
    views,
    patrols,
    hidden,
    onKeys,
    replacing,
  ]);
}
