/** The dialog of privacy masks: what of a camera's picture nobody sees without the permission for it. */
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { PrivacyMasks, StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { withNewMask, withoutMask } from "#domain/cameras/mask-editing.ts";
import { MASKS_MOST, masksFault, type PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { Choice } from "#chrome/kit/field/choice.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import form from "#chrome/screens/administration/forms/form.module.css";
import { StreamChoice, useChosenStream } from "../streams/stream-choice.tsx";
import { useStill } from "../use-still.ts";
import { PrivacyEditor } from "./privacy-editor.tsx";
import css from "./privacy.module.css";

type Scope = "camera" | "stream";
/** Size of the area on which masks are drawn while no picture comes. */
const NO_PICTURE = { width: 1920, height: 1080 };

export default function PrivacyDialog(props: {
  readonly camera: AdminCamera;
  readonly health: ReadonlyMap<string, StreamHealth>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { camera, health } = props;
  const { streams } = useAdministration();
  const say = useText();
  const chosen = useChosenStream(camera);
  const { stream } = chosen;
  const stored = useStored(camera.id);
  const [edited, setEdited] = useState<readonly PrivacyMask[] | null>(null);
  const [asked, setAsked] = useState<Scope | null>(null);
  const [selected, setSelected] = useState(-1);
  // Masks are moved over what they hide, so the picture under them is the camera's own.
  const unmasked = useMemo(() => ({ ...streams, picture: streams.pictureUnmasked }), [streams]);
  const still = useStill(unmasked, stream, stream ? health.get(stream.id) : undefined, { hold: true });

  const own = stored?.ok ? stored.value.streams.find(({ id }) => id === stream?.id)?.masks : undefined;
  const before = own ?? (stored?.ok ? stored.value.masks : []);
  const masks = edited ?? before;
  const scope = asked ?? (own ? "stream" : "camera");
  const fault = masksFault(masks);
  const isChanged = edited !== null || (asked !== null && asked !== (own ? "stream" : "camera"));
  // What is stored must be there before it can be changed: it would be overwritten unseen.
  const isLoaded = stored?.ok === true;
  const edit = (now: readonly PrivacyMask[], at = selected): void => {
    if (!isLoaded) return;
    setEdited(now);
    setSelected(at);
  };
  const save = async (): Promise<Result<unknown, Failure>> => {
    if (!stream) return ok(null);
    if (scope === "stream") return streams.setPrivacyMasks(camera.id, stream.id, masks);
    const set = await streams.setPrivacyMasks(camera.id, null, masks);
    return set.ok && own ? streams.setPrivacyMasks(camera.id, stream.id, null) : set;
  };
  const size = still.kind === "picture" ? still.bitmap : NO_PICTURE;

  return (
    <FormDialog
      title={say("privacy.title", { name: camera.name })}
      submitLabel={say("admin.save")}
      valid={stream !== null && isChanged && fault === null && isLoaded}
      wide="full"
      onSubmit={save}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      {stored?.ok === false ? <Notice tone="bad">{say("failure.privacy-mask/load-failed")}</Notice> : null}
      {still.kind === "failed" || still.kind === "problem" ? (
        <Notice tone="warn">{say("failure.privacy-mask/no-image")}</Notice>
      ) : null}
      <div className={css.columns}>
        <PrivacyEditor
          picture={still.kind === "picture" ? still.bitmap : null}
          size={size}
          masks={masks}
          selected={selected}
          onEdit={edit}
          onSelect={setSelected}
        />
        <div className={css.controls}>
          <StreamChoice
            {...chosen}
            onChoose={(id) => {
              chosen.onChoose(id);
              setEdited(null);
              setAsked(null);
              setSelected(-1);
            }}
          />
          {camera.streams.length > 1 ? (
            <Choice
              label={say("privacy.scope")}
              value={scope}
              options={[
                { id: "camera", label: say("privacy.scopeCamera") },
                { id: "stream", label: say("privacy.scopeStream") },
              ]}
              onChange={setAsked}
            />
          ) : null}
          <ul className={css.list} aria-label={say("privacy.masks")}>
            {masks.map((_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mask has no name but its place
              <li key={i} className={css.item} data-selected={i === selected}>
                <button type="button" className={css.name} aria-pressed={i === selected} onClick={() => setSelected(i)}>
                  {say("privacy.mask", { number: i + 1 })}
                </button>
                <IconButton
                  size="small"
                  label={say("privacy.remove", { number: i + 1 })}
                  onPress={() => edit(withoutMask(masks, i), -1)}
                >
                  <IconTrash size={16} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
          {isLoaded && masks.length === 0 ? <p className={form.small}>{say("privacy.none")}</p> : null}
          <Button
            size="small"
            isDisabled={!isLoaded || masks.length >= MASKS_MOST}
            onPress={() => edit(withNewMask(masks), masks.length)}
          >
            <IconPlus size={16} aria-hidden="true" /> {say("privacy.add")}
          </Button>
          {fault ? (
            <p className={css.fault} role="alert">
              <FailureWords of={fault} />
            </p>
          ) : null}
          <p className={form.small}>{say("privacy.about")}</p>
        </div>
      </div>
    </FormDialog>
  );
}

/** What is stored; null until it is known. */
function useStored(cameraId: string): Result<PrivacyMasks, Failure> | null {
  const { streams } = useAdministration();
  const [stored, setStored] = useState<Result<PrivacyMasks, Failure> | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    void streams.privacyMasks(cameraId, leave.signal).then((answer) => {
      if (!leave.signal.aborted) setStored(answer);
    });
    return () => leave.abort();
  }, [streams, cameraId]);
  return stored;
}
