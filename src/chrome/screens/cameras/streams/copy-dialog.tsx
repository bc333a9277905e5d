/** Copies a stream's settings to other cameras: choose, copy one camera after the other, review (document 2, section 4). */
import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream } from "#actions/administration/stream-admin-actions.ts";
import type { Result } from "#base/result.ts";
import { fail } from "#base/result.ts";
import {
  type Adjustment,
  adjustments,
  COPY_SECTIONS,
  type CopySection,
  copySettings,
  copyTargets,
  hasAudio,
  settableGroups,
  type StreamSections,
  targetStream,
} from "#domain/cameras/stream-copy.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import { Progress } from "#chrome/kit/feedback/progress.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "#chrome/screens/administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useLeft } from "#chrome/screens/administration/use-left.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { settingWords } from "#chrome/texts/setting-words.ts";
import { settingsOf } from "./stream-form.ts";

interface Outcome {
  readonly state: "processing" | "copied" | "failed";
  readonly reason: Wording;
  readonly adjusted: readonly Adjustment[];
}

export function CopyDialog(props: {
  readonly camera: AdminCamera;
  readonly stream: AdminStream;
  readonly others: readonly AdminCamera[];
  readonly onClose: () => void;
}) {
  const { camera, stream, others } = props;
  const { streams } = useAdministration();
  const say = useText();
  const source = sectionsOf(stream);
  const offered = COPY_SECTIONS.filter((section) => Object.keys(source[section] ?? {}).length > 0);
  const [sections, setSections] = useState<readonly CopySection[]>(offered);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [step, setStep] = useState<"choose" | "copy" | "review">("choose");
  const left = useLeft();
  const targets = copyTargets(others, camera.id);
  const chosen = targets.filter(({ id }) => selected.has(id));
  const ready = chosen.length > 0 && sections.length > 0;

  const copyTo = async (target: AdminCamera): Promise<Result<unknown, Wording> & { adjusted?: Adjustment[] }> => {
    const from = {
      stream,
      isPrimary: stream.id === camera.primaryStream?.id,
      position: camera.streams.findIndex(({ id }) => id === stream.id),
    };
    const to = targetStream(from, { streams: target.streams, primaryId: target.primaryStream?.id });
    if (!to) return fail(say("copy.noStream"));
    const groups = settableGroups(target.capabilities.stream, sectionsOf(to));
    const configuration = copySettings(source, groups, sections);
    const done = await streams.change(target.id, to.id, { configuration });
    return { ...done, adjusted: adjustments(source, configuration) };
  };
  const copy = async (): Promise<void> => {
    setStep("copy");
    const now = new Map<string, Outcome>();
    const tell = (id: string, outcome: Outcome): void => {
      now.set(id, outcome);
      setOutcomes(new Map(now));
    };
    for (const target of chosen) {
      tell(target.id, { state: "processing", reason: "", adjusted: [] });
      const done = await copyTo(target);
      if (left.current) return;
      tell(target.id, {
        state: done.ok ? "copied" : "failed",
        reason: done.ok ? "" : done.error,
        adjusted: done.adjusted ?? [],
      });
    }
    setStep("review");
  };

  const finished = [...outcomes.values()].filter(({ state }) => state !== "processing").length;
  const failed = [...outcomes.values()].filter(({ state }) => state === "failed").length;
  return (
    <Dialog
      title={say("copy.title", { name: stream.name })}
      isOpen
      wide
      onClose={props.onClose}
      dismissable={step !== "copy"}
      actions={
        step === "choose" ? (
          <>
            <Button onPress={props.onClose}>{say("app.cancel")}</Button>
            <Button tone="primary" isDisabled={!ready} onPress={() => void copy()}>
              {say("copy.copy")}
            </Button>
          </>
        ) : (
          <Button tone="primary" isDisabled={step === "copy"} onPress={props.onClose}>
            {say("app.close")}
          </Button>
        )
      }
    >
      <div className={form.form}>
        {step === "choose" ? (
          <>
            <fieldset className={form.group}>
              <legend>{say("copy.sections")}</legend>
              {offered.map((section) => (
                <Checkbox
                  key={section}
                  isSelected={sections.includes(section)}
                  onChange={(on) =>
                    setSections(offered.filter((each) => (each === section ? on : sections.includes(each))))
                  }
                >
                  {say(`copy.section.${section}`)}
                </Checkbox>
              ))}
            </fieldset>
            <fieldset className={form.group}>
              <legend>{say("copy.cameras")}</legend>
              {targets.length === 0 ? (
                <EmptyState title={say("copy.noTargets")} text={say("copy.noTargetsText")} />
              ) : (
                <Checkbox
                  isSelected={chosen.length === targets.length}
                  isIndeterminate={chosen.length > 0 && chosen.length < targets.length}
                  onChange={(on) => setSelected(new Set(on ? targets.map(({ id }) => id) : []))}
                >
                  {say("cameras.selectAll")}
                </Checkbox>
              )}
              {targets.map((target) => (
                <Checkbox
                  key={target.id}
                  isSelected={selected.has(target.id)}
                  onChange={(on) =>
                    setSelected(new Set(on ? [...selected, target.id] : [...selected].filter((id) => id !== target.id)))
                  }
                >
                  {target.name}
                </Checkbox>
              ))}
            </fieldset>
            {chosen.length === 0 && targets.length > 0 ? (
              <Notice tone="info">{say("failure.copy/no-target")}</Notice>
            ) : null}
          </>
        ) : (
          <>
            <Progress
              label={say("copy.progress", { done: finished, total: chosen.length })}
              percent={(finished / Math.max(1, chosen.length)) * 100}
            />
            {step === "review" && failed > 0 ? (
              <Notice tone="bad">{say("copy.someFailed", { failed, total: chosen.length })}</Notice>
            ) : null}
            <DataTable
              label={say("copy.cameras")}
              rows={chosen}
              rowKey={({ id }) => id}
              columns={[
                { id: "camera", label: say("register.camera"), render: ({ name }) => name },
                {
                  id: "state",
                  label: say("register.state"),
                  render: ({ id }) => <State outcome={outcomes.get(id)} />,
                },
              ]}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function State({ outcome }: { readonly outcome: Outcome | undefined }) {
  const say = useText();
  if (!outcome) return say("copy.waiting");
  if (outcome.state === "failed")
    return (
      <span className={form.bad}>
        <FailureWords of={outcome.reason} />
      </span>
    );
  if (outcome.state === "processing") return say("copy.processing");
  return (
    <span>
      <span className={form.good}>{say("copy.copied")}</span>
      {outcome.adjusted.map(({ section, setting, wanted, taken }) => {
        const name = settingWords(say, setting);
        const called = section === "Audio" ? say("stream.audioSetting", { name }) : name;
        return (
          <span key={`${section} ${setting}`} className={form.small}>
            {` ${say("copy.adjusted", { setting: called, wanted, taken })}`}
          </span>
        );
      })}
    </span>
  );
}

/** The settings of a stream by section. The path is left out, because it belongs to one camera alone. */
function sectionsOf({ configuration }: AdminStream): StreamSections {
  const { Path: _own, ...general } = settingsOf(configuration.General);
  const audio = settingsOf(configuration.Audio);
  return { General: general, Video: settingsOf(configuration.Video), Audio: hasAudio(audio) ? audio : {} };
}
