/** The motion detection dialog (document 2): where motion is ignored, and how large a thing must be to count. */
import type { Failure } from "#domain/failures/failure.ts";
import { useEffect, useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream, StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { ok, type Result } from "#base/result.ts";
import { BRUSH_MAX, BRUSH_MIN, OBJECT_SIZE_MAX, OBJECT_SIZE_MIN } from "#domain/limits/administration.ts";
import { brushSize, defaultMotionConfiguration, type MaskMode, objectSize } from "#domain/cameras/motion-config.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Choice } from "#chrome/kit/field/choice.tsx";
import { SliderField } from "#chrome/kit/field/slider-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { NoPicture } from "../picture-canvas.tsx";
import { StreamChoice, useChosenStream } from "../streams/stream-choice.tsx";
import { type Still, useStill } from "../use-still.ts";
import { MaskEditor } from "./mask-editor.tsx";
import { MaskPainting } from "./mask-painting.ts";
import css from "./motion.module.css";

interface Loaded {
  /** the picture under the mask */
  readonly bitmap: ImageBitmap;
  readonly painting: MaskPainting;
  readonly failed: boolean;
}

export default function MotionDialog(props: {
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
  const [painted, setPainted] = useState(0);
  // The mask is painted over this picture, so the picture stays: a stream that stops must not remove it or the mask,
  // and no newer picture replaces it.
  const still = useStill(streams, stream, stream ? health.get(stream.id) : undefined, { hold: painted > 0 });
  const loaded = useMask(camera.id, stream, still);
  const [size, setSize] = useState<number | null>(null);
  const [brush, setBrush] = useState(defaultMotionConfiguration.brushSize);
  const [mode, setMode] = useState<MaskMode>(defaultMotionConfiguration.mode);
  const stored = objectSize(stream?.recordingConfiguration.bgseg?.boxArea);
  const wanted = size ?? stored;
  const painting = loaded?.painting ?? null;
  const hasNewMask = painting !== null && painted > 0;

  const change = (edit: (painting: MaskPainting) => void): void => {
    if (!painting) return;
    edit(painting);
    setPainted(painted + 1);
  };
  const save = async (): Promise<Result<unknown, Failure>> => {
    if (!stream) return ok(null);
    if (hasNewMask) {
      const done = await streams.setMask(camera.id, stream.id, await painting.toPng());
      if (!done.ok) return done;
    }
    if (wanted === stored) return ok(null);
    return streams.change(camera.id, stream.id, { recordingConfiguration: { bgseg: { boxArea: wanted } } });
  };

  return (
    <FormDialog
      title={say("motion.title", { name: camera.name })}
      submitLabel={say("admin.save")}
      valid={stream !== null && (hasNewMask || wanted !== stored)}
      wide="full"
      onSubmit={save}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      {stream && stream.recordingConfiguration.mode === "EMBEDDED_LITE_MODE" ? (
        <Notice tone="warn">{say("motion.off")}</Notice>
      ) : null}
      {loaded?.failed ? <Notice tone="bad">{say("failure.mask/load-failed")}</Notice> : null}
      <div className={css.columns}>
        {still.kind === "picture" && painting ? (
          <MaskEditor
            picture={still.bitmap}
            painting={painting}
            brush={brush}
            mode={mode}
            objectSize={wanted}
            onBrush={setBrush}
            onMode={setMode}
            onPainted={() => setPainted((count) => count + 1)}
          />
        ) : (
          <NoPicture still={still} dialog="motion" help={say("motion.editorHelp")} />
        )}
        <div className={css.controls}>
          <StreamChoice
            {...chosen}
            onChoose={(id) => {
              chosen.onChoose(id);
              setPainted(0);
              setSize(null);
            }}
          />
          <SliderField
            label={say("motion.objectSize")}
            hint={say("motion.objectSizeHint")}
            value={wanted}
            min={OBJECT_SIZE_MIN}
            max={OBJECT_SIZE_MAX}
            step={1}
            onChange={(value) => setSize(objectSize(value))}
          />
          <Choice
            label={say("motion.mode")}
            value={mode}
            options={[
              { id: "draw", label: say("motion.draw") },
              { id: "erase", label: say("motion.erase") },
            ]}
            onChange={setMode}
          />
          <SliderField
            label={say("motion.brush")}
            unit="px"
            value={brush}
            min={BRUSH_MIN}
            max={BRUSH_MAX}
            step={1}
            onChange={(value) => setBrush(brushSize(value))}
          />
          <div className={css.buttons}>
            <Button size="small" isDisabled={!painting} onPress={() => change((mask) => mask.clear())}>
              {say("motion.clear")}
            </Button>
            <Button size="small" isDisabled={!painting} onPress={() => change((mask) => mask.fill())}>
              {say("motion.fill")}
            </Button>
          </div>
        </div>
      </div>
    </FormDialog>
  );
}

/** The stream's mask as a painting of the picture's size; null until both are loaded. */
function useMask(cameraId: string, stream: AdminStream | null, still: Still): Loaded | null {
  const { streams } = useAdministration();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const bitmap = still.kind === "picture" ? still.bitmap : null;
  const streamId = stream?.id ?? null;
  useEffect(() => {
    if (!bitmap || streamId === null) return;
    const leave = new AbortController();
    const load = async (): Promise<void> => {
      const painting = new MaskPainting(bitmap);
      const answer = await streams.mask(cameraId, streamId, leave.signal);
      const isThere = answer.ok && (answer.value === null || (await painting.load(answer.value)));
      if (!leave.signal.aborted) setLoaded({ bitmap, painting, failed: !isThere });
    };
    void load();
    return () => leave.abort();
  }, [streams, cameraId, streamId, bitmap]);
  return loaded?.bitmap === bitmap ? loaded : null;
}
