import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream } from "#actions/administration/stream-admin-actions.ts";
import {
  type CapabilityGroup,
  fitSettings,
  motionReductionApplies,
  type Settings,
  stillRates,
  withFrameRate,
} from "#domain/cameras/capabilities.ts";
import { changedFields } from "#domain/changed-fields.ts";
import { hasAudio } from "#domain/cameras/stream-copy.ts";
import {
  DEFAULT_RECORDING_STYLE,
  RECORDING_STYLES,
  type RecordingStyle,
  styleOf,
} from "#domain/recordings/recording-style.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import layout from "#chrome/screens/administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { CapabilityFields } from "./capability-fields.tsx";
import { changedSettings, inputsOf, readStyle, settingsOf, writtenStyle } from "./stream-form.ts";

interface StreamForm {
  readonly name: string;
  readonly recordWhenSecondary: boolean;
  readonly style: RecordingStyle;
  readonly settings: Settings;
  readonly audioSettings: Settings;
  /** for a Generic RTSP camera */
  readonly path: string;
}

/** Adds (`stream` null) or updates a stream. */
export default function StreamDialog(props: {
  readonly camera: AdminCamera;
  readonly stream: AdminStream | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { camera, stream } = props;
  const { streams } = useAdministration();
  const say = useText();
  const video = withFrameRate(camera.capabilities.stream.Video ?? {});
  const known = stream ? styleOf(readStyle(stream)) : DEFAULT_RECORDING_STYLE;
  const audio = (hasAudio(settingsOf(stream?.configuration.Audio)) && camera.capabilities.stream.Audio) || {};
  const form = useForm<StreamForm>(
    () => ({
      name: stream?.name ?? "",
      recordWhenSecondary: stream?.recordWhenSecondary ?? false,
      style: known ?? DEFAULT_RECORDING_STYLE,
      settings: fitSettings(video, settingsOf(stream?.configuration.Video)),
      audioSettings: fitSettings(audio, settingsOf(stream?.configuration.Audio)),
      path: String(settingsOf(stream?.configuration.General).Path ?? ""),
    }),
    (typed) => ({ name: typed.name.trim() === "" ? say("failure.stream/name-required") : null }),
  );
  const { values, first, change } = form;
  const { name, recordWhenSecondary, style, settings, audioSettings, path } = values;
  const generic = camera.driver === "Generic RTSP";
  const encoder = String(settings.Encoder ?? stream?.status?.video?.codec.toUpperCase() ?? "");
  // A stream that the camera itself reported may have no path of its own; a stream that a user adds needs one.
  const hasPath = !generic || path.trim() !== "" || (stream !== null && first.path === path);

  const save = async () => {
    const recordingConfiguration = writtenStyle(style);
    if (!recordingConfiguration.ok) return recordingConfiguration;
    const changed = changedSettings(stream ? first.settings : {}, fitSettings(video, settings));
    const changedAudio = changedSettings(first.audioSettings, fitSettings(audio, audioSettings));
    const configuration = {
      ...(Object.keys(changedAudio).length > 0 ? { Audio: changedAudio } : {}),
      ...(Object.keys(changed).length > 0 ? { Video: changed } : {}),
      ...(generic && path !== first.path ? { General: { Path: path.trim() } } : {}),
    };
    const settled = Object.keys(configuration).length > 0 ? { configuration } : {};
    const body = { name: name.trim(), recordWhenSecondary };
    const recording = { recordingConfiguration: recordingConfiguration.value };
    if (!stream) return streams.add(camera.id, { ...body, ...recording, ...settled });
    return streams.change(camera.id, stream.id, {
      ...changedFields({ name: first.name, recordWhenSecondary: first.recordWhenSecondary }, body),
      ...(style === known ? {} : recording),
      ...settled,
    });
  };

  return (
    <FormDialog
      title={say(stream ? "stream.updateTitle" : "stream.add")}
      submitLabel={say("admin.save")}
      valid={form.isValid && hasPath}
      wide
      onSubmit={save}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      {known === null ? <Notice tone="warn">{say("failure.stream/recording-style-undetermined")}</Notice> : null}
      <TextField
        {...form.field("name")}
        label={say("stream.name")}
        autoComplete="off"
        maxLength={200}
        error={form.faults.name ?? undefined}
      />
      <Select
        label={say("stream.style")}
        value={style}
        options={RECORDING_STYLES.map((each) => ({ id: each, label: say(`style.${each}`) }))}
        onChange={(to) => change({ style: to })}
      />
      {style === "continuous-adaptive" && !motionReductionApplies(camera.driver, encoder) ? (
        <Notice tone="info">{say("stream.motionReduction")}</Notice>
      ) : null}
      {style === "continuous-adaptive" && motionReductionApplies(camera.driver, encoder) ? (
        <StillRate video={video} settings={settings} onChange={form.field("settings").onChange} />
      ) : null}
      {generic ? <TextField {...form.field("path")} label={say("stream.path")} autoComplete="off" /> : null}
      <div className={layout.row}>
        <CapabilityFields group={video} settings={settings} onChange={form.field("settings").onChange} />
      </div>
      {Object.keys(audio).length > 0 ? (
        <div className={layout.row}>
          <CapabilityFields
            group={audio}
            settings={audioSettings}
            named={(name) => say("stream.audioSetting", { name })}
            onChange={form.field("audioSettings").onChange}
          />
        </div>
      ) : null}
      <Checkbox isSelected={recordWhenSecondary} onChange={(on) => change({ recordWhenSecondary: on })}>
        {say("stream.recordSecondary")}
      </Checkbox>
    </FormDialog>
  );
}

/** For a stream whose rate follows motion: the frame rate while nothing moves. The GOV length determines it. */
function StillRate(props: {
  readonly video: CapabilityGroup;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}) {
  const { video, settings, onChange } = props;
  const say = useText();
  const gov = inputsOf(video, settings).find(({ name }) => name === "GOVLength")?.node;
  const frameRate = Number(settings.FrameRate);
  if (gov?.type !== "int" || !(frameRate >= 1)) return null;
  const now = Number(settings.GOVLength);
  const rates = stillRates(frameRate, gov);
  // A stored length that gives less than one picture per second stays in the list of choices.
  const known = rates.some(({ govLength }) => govLength === now) || !(now > 0);
  const all = known ? rates : [...rates, { rate: Math.round((frameRate / now) * 100) / 100, govLength: now }];
  return (
    <div>
      <Select
        label={say("stream.frameRateStill")}
        value={String(now)}
        options={all.map(({ rate, govLength }) => ({ id: String(govLength), label: String(rate) }))}
        onChange={(govLength) => onChange({ ...settings, GOVLength: Number(govLength) })}
      />
      <p className={layout.small}>{say("stream.frameRateStillHint")}</p>
    </div>
  );
}
