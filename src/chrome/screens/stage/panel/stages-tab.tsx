/** The stages tab: the cycle, the saved stages by name, Save Stage. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { IconLayoutDashboard, IconPlus } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { type Say, useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { STAGE_CYCLE_CHOICES_S } from "#domain/limits/stage.ts";
import { stageOffers } from "#domain/stage/saved-stages.ts";
import { shortName } from "#domain/short-name.ts";
import type { SavedStageFacts } from "#state/stage/saved-stage-store.ts";
import { visitorOf } from "#state/session-store.ts";
import css from "./panel.module.css";
import { EditStageDialog, NewStageDialog } from "./stage-dialog.tsx";
import { StageRow } from "./stage-row.tsx";
import { useShowStage } from "../use-show-stage.ts";

type Open =
  | { readonly kind: "new" }
  | { readonly kind: "edit"; readonly id: string }
  | { readonly kind: "remove"; readonly stage: SavedStageFacts };

export default function StagesTab({ area }: { readonly area: RefObject<HTMLElement | null> }) {
  const { stores } = useProduct();
  const { savedStages } = useWorkspace();
  const say = useText();
  const show = useShowStage();
  const [open, setOpen] = useState<Open | null>(null);
  const [processing, setProcessing] = useState(false);
  const status = useFacts(stores.savedStages, (facts) => facts.status);
  const failure = useFacts(stores.savedStages, (facts) => facts.failure);
  const list = useFacts(stores.savedStages, (facts) => facts.list);
  const cycle = useFacts(stores.savedStages, (facts) => facts.cycle);
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const userId = useFacts(stores.session, (facts) => facts.user?.userId);
  const close = (): void => setOpen(null);
  const choices = STAGE_CYCLE_CHOICES_S.map((seconds) => ({
    id: String(seconds),
    label: cycleLabel(seconds, say),
  }));

  const tell = async (job: Promise<Result<unknown, Failure>>, done?: string): Promise<void> => {
    const answer = await job;
    if (!answer.ok) showToast({ text: answer.error, tone: "bad" });
    else if (done !== undefined) showToast({ text: done, tone: "info" });
  };
  const remove = async (stage: SavedStageFacts): Promise<void> => {
    setProcessing(true);
    await tell(savedStages.remove(stage.id));
    setProcessing(false);
    close();
  };

  return (
    <div className={css.tab}>
      <div className={css.head}>
        <div className={css.rowEnd}>
          <div className={css.grow}>
            <Select
              label={say("stages.cycle")}
              options={choices}
              value={String(cycle.speed)}
              onChange={(seconds) => savedStages.setSpeed(Number(seconds))}
            />
          </div>
          <IconButton label={say("stages.new")} onPress={() => setOpen({ kind: "new" })}>
            <IconPlus size={18} />
          </IconButton>
        </div>
      </div>
      <div className={css.scroll}>
        {status === "loading" || status === "idle" ? <LoadingState text={say("stages.loading")} /> : null}
        {status === "failed" ? (
          <ErrorState
            title={say("stages.failed")}
            reason={failure ?? ""}
            retryLabel={say("app.retry")}
            onRetry={() => void savedStages.load()}
          />
        ) : null}
        {status === "ready" && list.length === 0 ? (
          <EmptyState
            icon={<IconLayoutDashboard size={28} />}
            title={say("stages.empty")}
            text={say("stages.emptyText")}
          />
        ) : null}
        <span id="stage-row-help" hidden>
          {say("stages.help")}
        </span>
        <ul className={css.stages} aria-label={say("panel.stages")}>
          {list.map((stage) => (
            <StageRow
              key={stage.id}
              stage={stage}
              area={area}
              isCurrent={cycle.currentStage === stage.id}
              isExcluded={cycle.excludeFromCycle[stage.id] === true}
              offers={stageOffers(visitor, stage.shared, stage.ownerId === userId)}
              onShow={() => show(stage.id)}
              onEdit={() => {
                savedStages.beginEdit(stage.id);
                setOpen({ kind: "edit", id: stage.id });
              }}
              onUpdate={() =>
                void tell(savedStages.update(stage.id), say("stages.updated", { name: shortName(stage.name) }))
              }
              onShare={(shared) => void tell(savedStages.setShared(stage.id, shared))}
              onExclude={(excluded) => savedStages.setExcluded(stage.id, excluded)}
              onRemove={() => setOpen({ kind: "remove", stage })}
            />
          ))}
        </ul>
      </div>
      <div className={css.foot}>
        <Button size="small" wide onPress={() => setOpen({ kind: "new" })}>
          {say("stages.save")}
        </Button>
      </div>
      {open?.kind === "new" ? <NewStageDialog onClose={close} /> : null}
      {open?.kind === "edit" ? <EditStageDialog id={open.id} onClose={close} /> : null}
      {open?.kind === "remove" ? (
        <ConfirmDialog
          title={say("stages.removeTitle")}
          confirmLabel={say("stages.remove")}
          cancelLabel={say("app.cancel")}
          processing={processing}
          onConfirm={() => void remove(open.stage)}
          onClose={close}
        >
          {say(open.stage.shared ? "stages.removeSharedText" : "stages.removeText", { name: open.stage.name })}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

const cycleLabel = (seconds: number, say: Say): string => {
  if (seconds === 0) return say("stages.cycleOff");
  return seconds % 60 === 0
    ? say("stages.cycleMinutes", { minutes: seconds / 60 })
    : say("stages.cycleSeconds", { seconds });
};
