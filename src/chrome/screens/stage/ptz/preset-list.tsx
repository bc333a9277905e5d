import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PtzActions } from "#actions/cameras/ptz-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { mayManagePresets } from "#domain/accounts/access.ts";
import { PRESET_MOVE_LOCK_MS } from "#domain/limits/ptz.ts";
import { maxPresets, mayAddPreset } from "#domain/cameras/ptz.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import { visitorOf } from "#state/session-store.ts";
import css from "./player-extras.module.css";
import { PtzTourLine } from "./ptz-tour.tsx";
import { PresetNameDialog } from "./preset-name-dialog.tsx";

type Preset = Extract<Awaited<ReturnType<PtzActions["presets"]>>, { readonly ok: true }>["value"][number];

/** Presets that could not be read are asked for again. */
const AGAIN_MS = 10_000;

/** A camera's presets: the user goes to one, and with the right also adds and deletes. */
export function PresetList({ camera }: { readonly camera: CameraFacts }) {
  const { stores } = useProduct();
  const { ptz } = useWorkspace();
  const say = useText();
  const queries = useQueryClient();
  const mayManage = useFacts(stores.session, (facts) => mayManagePresets(visitorOf(facts), facts.managePtzPresets));
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState<{ readonly preset: Preset; readonly button: Element } | null>(null);
  const [locked, setLocked] = useState(false);
  const queryKey = ["presets", camera.orchidId, camera.id];
  const presets = useQuery({
    queryKey,
    queryFn: () => valueOf(ptz.presets(camera)),
    // A camera that was away comes back.
    refetchInterval: ({ state }) => (state.status === "error" ? AGAIN_MS : false),
  });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const go = useMutation({ mutationFn: (preset: Preset) => valueOf(ptz.goTo(camera, preset)) });
  const remove = useMutation({
    mutationFn: (token: string) => valueOf(ptz.removePreset(camera, token)),
    onSettled: refresh,
  });
  /** The focus moves to the preset beside the deleted one. */
  const removeAt = (button: Element, token: string): void => {
    const row = button.closest("li");
    const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("section, [role=dialog]");
    const onSuccess = (): void => {
      // The list may have dropped it already by then.
      const { activeElement: focused } = document;
      if (focused === document.body || row?.contains(focused)) beside?.querySelector<HTMLElement>("button")?.focus();
    };
    remove.mutate(token, { onSuccess });
  };
  // The camera needs time to move: for one second no other preset is sent.
  useEffect(() => {
    if (!locked) return;
    const timer = setTimeout(() => setLocked(false), PRESET_MOVE_LOCK_MS);
    return () => clearTimeout(timer);
  }, [locked]);
  const known = presets.data ?? [];
  const failure = presets.error ?? go.error ?? remove.error;
  const most = maxPresets(camera.ptz?.maxPresets);
  return (
    <>
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
      <PtzTourLine camera={camera} presets={known} mayManage={mayManage} />
      {failure ? (
        <p role="alert" className={css.failure}>
          <FailureWords of={reasonOf(failure)} />
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
              // The button is not disabled: a keyboard user who has chosen one preset would lose the place in the list.
              aria-disabled={locked}
              onPress={() => {
                if (locked) return;
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
                aria-disabled={remove.isPending}
                onPress={({ target }) => !remove.isPending && setRemoving({ preset, button: target })}
              >
                <IconTrash size={14} />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {removing ? (
        <ConfirmDialog
          title={say("ptz.deleteTitle")}
          confirmLabel={say("ptz.deleteNow")}
          cancelLabel={say("app.cancel")}
          processing={false}
          onConfirm={() => {
            setRemoving(null);
            removeAt(removing.button, removing.preset.token);
          }}
          onClose={() => setRemoving(null)}
        >
          {say("ptz.deleteText", { name: removing.preset.name, camera: camera.name })}
        </ConfirmDialog>
      ) : null}
      {naming ? (
        <PresetNameDialog
          onClose={() => setNaming(false)}
          save={async (name) => {
            const answer = await ptz.addPreset(camera, name);
            await refresh();
            return answer;
          }}
        />
      ) : null}
    </>
  );
}
