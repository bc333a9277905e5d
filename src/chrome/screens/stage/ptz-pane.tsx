/** Presets of a moving camera, over its tile while PTZ is on: list, go, and for those who may: add and delete. */
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { mayMove, type PtzActions } from "#actions/ptz-actions.ts";
import { Button } from "#chrome/kit/button.tsx";
import { Dialog } from "#chrome/kit/dialog.tsx";
import { IconButton } from "#chrome/kit/icon-button.tsx";
import { TextField } from "#chrome/kit/text-field.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { Said } from "#chrome/texts/said.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Rect } from "#base/geometry.ts";
import type { Result } from "#base/result.ts";
import { mayManagePresets } from "#domain/access.ts";
import { PRESET_MOVE_LOCK_MS } from "#domain/limits.ts";
import { maxPresets, mayAddPreset, presetName, presetsShown } from "#domain/ptz.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { visitorOf } from "#state/session-store.ts";
import type { TileRect } from "#state/stage-geometry.ts";
import css from "./player-extras.module.css";

/** Panes need room for a name and two buttons. */
const MIN_WIDTH_PX = 220;
const MIN_HEIGHT_PX = 150;

type Preset = Extract<Awaited<ReturnType<PtzActions["presets"]>>, { readonly ok: true }>["value"][number];

export function PtzPanes({ tiles }: { readonly tiles: readonly TileRect[] }) {
  // Presets are asked for anew whenever a pane opens: another client may have changed them.
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={queries}>
      {tiles.map(({ tileId, rect }) =>
        rect.width < MIN_WIDTH_PX || rect.height < MIN_HEIGHT_PX ? null : (
          <Pane key={tileId} tileId={tileId} rect={rect} />
        ),
      )}
    </QueryClientProvider>
  );
}

function Pane({ tileId, rect }: { readonly tileId: string; readonly rect: Rect }) {
  const { stores } = useProduct();
  const on = useFacts(stores.players, (facts) => facts.byTile[tileId]?.ptz ?? false);
  const key = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const camera = useFacts(stores.cameras, (facts) => facts.byKey[key] ?? null);
  if (!on || !camera || !mayMove(camera) || !presetsShown(maxPresets(camera.ptz?.maxPresets))) return null;
  return <Presets camera={camera} rect={rect} />;
}

async function valueOf<T>(answer: Promise<Result<T, string>>): Promise<T> {
  const done = await answer;
  if (!done.ok) throw new Error(done.error);
  return done.value;
}

function Presets({ camera, rect }: { readonly camera: CameraFacts; readonly rect: Rect }) {
  const { stores } = useProduct();
  const { ptz } = useWorkspace();
  const say = useText();
  const queries = useQueryClient();
  const mayManage = useFacts(stores.session, (facts) => mayManagePresets(visitorOf(facts), facts.managePtzPresets));
  const [naming, setNaming] = useState(false);
  const [locked, setLocked] = useState(false);
  const queryKey = ["presets", camera.orchidId, camera.id];
  const presets = useQuery({ queryKey, queryFn: () => valueOf(ptz.presets(camera)) });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const go = useMutation({ mutationFn: (preset: Preset) => valueOf(ptz.goTo(camera, preset)) });
  const remove = useMutation({
    mutationFn: (token: string) => valueOf(ptz.removePreset(camera, token)),
    onSettled: refresh,
  });
  // The camera needs its time: for a second no other preset is sent.
  useEffect(() => {
    if (!locked) return;
    const timer = setTimeout(() => setLocked(false), PRESET_MOVE_LOCK_MS);
    return () => clearTimeout(timer);
  }, [locked]);
  const known = presets.data ?? [];
  const failure = presets.error ?? go.error ?? remove.error;
  const most = maxPresets(camera.ptz?.maxPresets);
  return (
    <section
      className={css.pane}
      aria-label={say("ptz.presets", { name: camera.name })}
      data-toolbar=""
      data-pane=""
      style={{
        maxHeight: rect.height - 40,
        transform: `translate(${rect.x + rect.width}px, ${rect.y + 34}px) translateX(-100%) translateX(-6px)`,
      }}
    >
      <div className={css.head}>
        <span>{say("ptz.presetsTitle")}</span>
        {mayManage ? (
          <IconButton
            size="small"
            label={say("ptz.add")}
            isDisabled={!mayAddPreset(known.length, most, mayManage)}
            onPress={() => setNaming(true)}
          >
            <IconPlus size={14} />
          </IconButton>
        ) : null}
      </div>
      {failure ? (
        <p role="alert" className={css.failure}>
          <Said>{failure.message}</Said>
        </p>
      ) : null}
      {presets.isPending ? <p className={css.note}>{say("ptz.loading")}</p> : null}
      {presets.isSuccess && known.length === 0 ? <p className={css.note}>{say("ptz.none")}</p> : null}
      <ul className={css.list}>
        {known.map((preset) => (
          <li key={preset.token}>
            <Button
              tone="quiet"
              size="small"
              aria-label={say("ptz.go", { name: preset.name })}
              isDisabled={locked}
              onPress={() => {
                setLocked(true);
                go.mutate(preset);
              }}
            >
              {preset.name}
            </Button>
            {mayManage ? (
              <IconButton
                size="small"
                label={say("ptz.delete", { name: preset.name })}
                isDisabled={remove.isPending}
                onPress={() => remove.mutate(preset.token)}
              >
                <IconTrash size={14} />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {naming ? (
        <NameDialog
          onClose={() => setNaming(false)}
          save={async (name) => {
            const answer = await ptz.addPreset(camera, name);
            await refresh();
            return answer.ok ? null : answer.error;
          }}
        />
      ) : null}
    </section>
  );
}

/** The only thing to do in the dialog is to type. */
const focusOnShow = (input: HTMLInputElement | null): void => input?.focus();

function NameDialog({
  onClose,
  save,
}: {
  readonly onClose: () => void;
  /** null = saved, else what to show */
  readonly save: (name: string) => Promise<string | null>;
}) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    const name = presetName(typed);
    if (!name.ok) return setFailure(name.error);
    setBusy(true);
    const problem = await save(name.value);
    setBusy(false);
    if (problem === null) onClose();
    else setFailure(problem);
  };
  return (
    <Dialog
      title={say("ptz.nameTitle")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say("app.cancel")}</Button>
          <Button tone="primary" isDisabled={busy} onPress={() => void submit()}>
            {say("ptz.save")}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={say("ptz.name")}
          value={typed}
          error={failure}
          inputRef={focusOnShow}
          onChange={(text) => {
            setTyped(text);
            setFailure(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
