import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream } from "#actions/administration/stream-admin-actions.ts";
import { fitSettings, motionReductionApplies, type Settings, withFrameRate } from "#domain/cameras/capabilities.ts";
import { changedFields } from "#domain/changed-fields.ts";
import { hasSound } from "#domain/cameras/stream-copy.ts";
import {
  DEFAULT_RECORDING_STYLE,
  RECORDING_STYLES,
  type RecordingStyle,
  styleOf,
} from "#domain/recordings/recording-style.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import form from "#chrome/screens/administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { CapabilityFields } from "./capability-fields.tsx";
import { StillRate } from "./still-rate.tsx";
import { changedSettings, readStyle, settingsOf, writtenStyle } from "./stream-form.ts";

/** Adds (`stream` null) or updates a stream. */
export function StreamDialog(props: {
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
  const [first] = useState<Settings>(() => fitSettings(video, settingsOf(stream?.configuration.Video)));
  const [name, setName] = useState(stream?.name ?? "");
  const [style, setStyle] = useState<RecordingStyle>(known ?? DEFAULT_RECORDING_STYLE);
  const [settings, setSettings] = useState<Settings>(first);
  const audio = (hasSound(settingsOf(stream?.configuration.Audio)) && camera.capabilities.stream.Audio) || {};
  const [firstAudio] = useState<Settings>(() => fitSettings(audio, settingsOf(stream?.configuration.Audio)));
  const [audioSettings, setAudioSettings] = useState<Settings>(firstAudio);
  const firstPath = String(settingsOf(stream?.configuration.General).Path ?? "");
  const [path, setPath] = useState(firstPath);
  const [secondary, setSecondary] = useState(stream?.recordWhenSecondary ?? false);
  // What the stream had when the dialog opened: somebody else's change is not undone by ours.
  const [before] = useState({ name, recordWhenSecondary: secondary });
  const generic = camera.driver === "Generic RTSP";
  const encoder = String(settings.Encoder ?? stream?.status?.video?.codec.toUpperCase() ?? "");
  const missing = name.trim() === "";
  // A stream that came with its camera may have no path of its own; one that is added needs one.
  const valid = !missing && (!generic || path.trim() !== "" || (stream !== null && firstPath === path));

  const save = async () => {
    const recordingConfiguration = writtenStyle(style);
    if (!recordingConfiguration.ok) return recordingConfiguration;
    const changed = changedSettings(stream ? first : {}, fitSettings(video, settings));
    const changedAudio = changedSettings(firstAudio, fitSettings(audio, audioSettings));
    const configuration = {
      ...(Object.keys(changedAudio).length > 0 ? { Audio: changedAudio } : {}),
      ...(Object.keys(changed).length > 0 ? { Video: changed } : {}),
      ...(generic && path !== firstPath ? { General: { Path: path.trim() } } : {}),
    };
    const settled = Object.keys(configuration).length > 0 ? { configuration } : {};
    const body = { name: name.trim(), recordWhenSecondary: secondary };
    const recording = { recordingConfiguration: recordingConfiguration.value };
    if (!stream) return streams.add(camera.id, { ...body, ...recording, ...settled });
    return streams.change(camera.id, stream.id, {
      ...changedFields(before, body),
      ...(style === known ? {} : recording),
      ...settled,
    });
  };

  return (
    <FormDialog
      title={say(stream ? "stream.updateTitle" : "stream.addTitle")}
      submitLabel={say("admin.save")}
      valid={valid}
      wide
      onSubmit={save}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      {known === null ? <Notice tone="warn">{say("failure.stream/recording-style-undetermined")}</Notice> : null}
      <TextField
        label={say("stream.name")}
        value={name}
        onChange={setName}
        autoComplete="off"
        maxLength={200}
        {...(missing ? { error: say("failure.stream/name-required") } : {})}
      />
      <Select
        label={say("stream.style")}
        value={style}
        options={RECORDING_STYLES.map((each) => ({ id: each, label: say(`style.${each}`) }))}
        onChange={setStyle}
      />
      {style === "continuous-adaptive" && !motionReductionApplies(camera.driver, encoder) ? (
        <Notice tone="info">{say("stream.motionReduction")}</Notice>
      ) : null}
      {style === "continuous-adaptive" && motionReductionApplies(camera.driver, encoder) ? (
        <StillRate video={video} settings={settings} onChange={setSettings} />
      ) : null}
      {generic ? <TextField label={say("stream.path")} value={path} onChange={setPath} autoComplete="off" /> : null}
      <div className={form.row}>
        <CapabilityFields group={video} settings={settings} onChange={setSettings} />
      </div>
      {Object.keys(audio).length > 0 ? (
        <div className={form.row}>
          <CapabilityFields
            group={audio}
            settings={audioSettings}
            named={(name) => say("stream.audioSetting", { name })}
            onChange={setAudioSettings}
          />
        </div>
      ) : null}
      <Checkbox isSelected={secondary} onChange={setSecondary}>
        {say("stream.recordSecondary")}
      </Checkbox>
    </FormDialog>
  );
}
