/** The dewarp settings dialog (document 2): the only place that writes a stream's dewarpConfiguration. */
import { refuse } from "#domain/failures/failure.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { lensesOfModel } from "#actions/administration/same-model.ts";
import type { StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { fail, type Result } from "#base/result.ts";
import {
  ASPECT_RANGE,
  clampView,
  DEPTH_RANGE,
  type DewarpConfig,
  type Orientation,
  type PerspectiveView,
  SHIFT_RANGE,
  viewLimits,
} from "#domain/dewarp/config.ts";
import { homeState, type TileDewarp } from "#domain/dewarp/tile-dewarp.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import { SliderField } from "#chrome/kit/field/slider-field.tsx";
import { Switch } from "#chrome/kit/field/switch.tsx";
import { Tabs } from "#chrome/kit/tabs.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "#chrome/screens/administration/forms/form.module.css";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import { useFailureText, type Wording } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { NoPicture } from "../picture-canvas.tsx";
import { type ChosenStream, StreamChoice, useChosenStream } from "../streams/stream-choice.tsx";
import { CAMERAS_QUERY } from "../use-cameras-changed.ts";
import { useStill } from "../use-still.ts";
import { DewarpPreview, NoPreview } from "./dewarp-preview.tsx";
import css from "./dewarp.module.css";
import { LensFields } from "./lens-fields.tsx";
import { RoundPicture } from "./round-picture.tsx";
import { useSettings } from "./use-settings.ts";

const NEXT_PICTURE_MS = 1_000;

interface DewarpDialogProps {
  readonly camera: AdminCamera;
  readonly health: ReadonlyMap<string, StreamHealth>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export default function DewarpDialog(props: DewarpDialogProps) {
  const chosen = useChosenStream(props.camera);
  // Another stream has other settings, so the editor starts anew.
  return <StreamDewarpDialog key={chosen.stream?.id ?? ""} {...props} chosen={chosen} />;
}

function StreamDewarpDialog(props: DewarpDialogProps & { readonly chosen: ChosenStream }) {
  const { camera, health, chosen } = props;
  const { stream } = chosen;
  const { cameras, streams } = useAdministration();
  const all = useQuery({ queryKey: CAMERAS_QUERY, queryFn: ({ signal }) => valueOf(cameras.list(signal)) });
  const sameModel = useMemo(() => lensesOfModel(all.data ?? [], camera), [all.data, camera]);
  const say = useText();
  const failureText = useFailureText();
  const still = useStill(streams, stream, stream ? health.get(stream.id) : undefined, { everyMs: NEXT_PICTURE_MS });
  const picture = still.kind === "picture" ? still.bitmap : null;
  const settings = useSettings(stream?.dewarpConfiguration, picture);
  const { config, lens } = settings;
  const [tab, setTab] = useState<"perspective" | "panorama">(
    config.defaultMode === "panorama" ? "panorama" : "perspective",
  );
  const limits = viewLimits(config.orientation);
  const view = config.defaultPerspectiveView;
  const tile: TileDewarp = { ...homeState(config), mode: tab === "perspective" ? 1 : 2, config, lens };
  const look = (part: Partial<PerspectiveView>): void =>
    settings.change({ defaultPerspectiveView: onSteps(config.orientation, { ...view, ...part }) });
  const save = async (): Promise<Result<unknown, Wording>> => {
    if (!stream) return refuse("dewarp/no-primary");
    const { lens: known, ...rest } = settings.result();
    const dewarpConfiguration = known
      ? { ...rest, lens: { ...known, k: [...known.k] as [number, number, number, number] } }
      : rest;
    const done = await streams.change(camera.id, stream.id, { dewarpConfiguration });
    return done.ok ? done : fail(`${say("failure.dewarp/save-failed")} ${failureText(done.error)}`);
  };

  return (
    <FormDialog
      title={say("dewarp.title", { name: camera.name })}
      submitLabel={say("admin.save")}
      valid={stream !== null && settings.changed}
      wide="full"
      onSubmit={save}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      <div className={css.general}>
        <Switch isSelected={config.enable} onChange={(enable) => settings.change({ enable })}>
          {say("dewarp.enable")}
        </Switch>
        <StreamChoice {...chosen} />
        <Select
          label={say("dewarp.orientation")}
          value={config.orientation}
          options={orientations.map((id) => ({ id, label: say(`dewarp.orientation.${id}`) }))}
          onChange={(orientation) =>
            settings.change({ orientation, defaultPerspectiveView: clampView(orientation, view) })
          }
        />
        <Select
          label={say("dewarp.defaultMode")}
          value={config.defaultMode}
          options={defaultModes(config).map((id) => ({ id, label: say(`dewarp.mode.${id}`) }))}
          onChange={(defaultMode) => {
            settings.change({ defaultMode });
            if (defaultMode !== "warped") setTab(defaultMode);
          }}
        />
      </div>
      <div className={css.columns}>
        {picture ? (
          <RoundPicture
            picture={picture}
            orientation={config.orientation}
            lens={lens}
            tile={tile}
            onLens={settings.changeLens}
          />
        ) : (
          <NoPicture still={still} dialog="dewarp" help={say("dewarp.circleHelp")} />
        )}
        <div>
          {picture ? (
            <>
              <DewarpPreview
                picture={picture}
                tile={tile}
                onChange={(state) => {
                  if (tab === "perspective") look(state.view);
                  else settings.change({ panoramaShift: Math.round(state.shift) });
                }}
              />
              <p className={form.small}>{say(tab === "perspective" ? "dewarp.viewHelp" : "dewarp.stripHelp")}</p>
            </>
          ) : (
            <NoPreview loading={still.kind === "loading"} />
          )}
          <Tabs
            label={say("dewarp.views")}
            selected={tab}
            onSelect={(id) => setTab(id === "panorama" ? "panorama" : "perspective")}
            tabs={[
              {
                id: "perspective",
                label: say("dewarp.mode.perspective"),
                content: (
                  <div className={css.fields}>
                    <SliderField
                      label={say("dewarp.pan")}
                      unit="°"
                      value={view.pan}
                      {...limits.pan}
                      onChange={(pan) => look({ pan })}
                    />
                    <SliderField
                      label={say("dewarp.tilt")}
                      unit="°"
                      value={view.tilt}
                      {...limits.tilt}
                      onChange={(tilt) => look({ tilt })}
                    />
                    <SliderField
                      label={say("dewarp.zoom")}
                      value={view.zoom}
                      {...limits.zoom}
                      onChange={(zoom) => look({ zoom })}
                    />
                    <SliderField
                      label={say("dewarp.depth")}
                      value={config.perspectiveDepth}
                      {...DEPTH_RANGE}
                      onChange={(perspectiveDepth) => settings.change({ perspectiveDepth })}
                    />
                  </div>
                ),
              },
              {
                id: "panorama",
                label: say("dewarp.mode.panorama"),
                content: (
                  <div className={css.fields}>
                    <SliderField
                      label={say("dewarp.aspect")}
                      hint={say("dewarp.aspectHint")}
                      value={config.panoramaAspectRatio}
                      {...ASPECT_RANGE}
                      onChange={(panoramaAspectRatio) => settings.change({ panoramaAspectRatio })}
                    />
                    <SliderField
                      label={say("dewarp.shift")}
                      unit="°"
                      value={config.panoramaShift}
                      {...SHIFT_RANGE}
                      onChange={(panoramaShift) => settings.change({ panoramaShift })}
                    />
                  </div>
                ),
              },
            ]}
          />
        </div>
      </div>
      <LensFields
        lens={lens}
        origin={settings.origin}
        certainty={settings.certainty}
        moved={settings.moved}
        sameModel={sameModel}
        onMoved={settings.takeMoved}
        onLens={settings.changeLens}
        onSearch={settings.search}
      />
    </FormDialog>
  );
}

const orientations = ["ceiling", "floor", "wall"] as const;
/**
 * Document 2 offers two modes. A stream that is set to start with the round picture keeps that setting until a user
 * changes it.
 */
const defaultModes = ({ defaultMode }: DewarpConfig): readonly DewarpConfig["defaultMode"][] =>
  defaultMode === "warped" ? ["perspective", "panorama", "warped"] : ["perspective", "panorama"];

/** The view, rounded to the steps of the sliders, so that a dragged value is saved exactly like a typed one. */
function onSteps(orientation: Orientation, view: PerspectiveView): PerspectiveView {
  const pan = Math.round(view.pan);
  return {
    // 360 is the slider's end and means the same as 0.
    ...clampView(orientation, { ...view, pan }),
    ...(orientation !== "wall" && pan === 360 ? { pan } : {}),
    tilt: Math.round(clampView(orientation, view).tilt),
    zoom: Math.round(clampView(orientation, view).zoom * 10) / 10,
  };
}
