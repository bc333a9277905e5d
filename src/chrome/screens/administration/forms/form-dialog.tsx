import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./form.module.css";
import { ChangedMeanwhile, Refusal } from "../page.tsx";

/**
 * A form in a dialog. Its buttons are disabled while it is being sent. A refusal shows at the field that it is about, or
 * above the typed values, which stay.
 */
export function FormDialog(props: {
  readonly title: string;
  readonly submitLabel: string;
  readonly valid: boolean;
  readonly onSubmit: () => Promise<Result<unknown, Wording>>;
  /** true: a field of the form shows the refusal */
  readonly onRefused?: (failure: Wording) => boolean;
  readonly onDone?: () => void;
  readonly onClose: () => void;
  /** what the form edits, as it is known now: the user is told when somebody else changes it meanwhile */
  readonly now?: unknown;
  readonly wide?: boolean | "full";
  /** true: the dialog stays open after success, because the opener shows the next step */
  readonly keepOpen?: boolean;
  /** a second action, by a button before the others; the form need not be valid for it */
  readonly extra?: { readonly label: string; readonly act: () => Promise<Result<unknown, Wording>> };
  readonly children: ReactNode;
}) {
  const say = useText();
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Wording | null>(null);
  const [sent, setSent] = useState(false);
  const run = async (act: () => Promise<Result<unknown, Wording>>): Promise<void> => {
    if (processing) return;
    setProcessing(true);
    setFailure(null);
    setSent(true);
    const done = await act();
    setProcessing(false);
    if (!done.ok) setSent(false);
    if (!done.ok) return props.onRefused?.(done.error) ? undefined : setFailure(done.error);
    props.onDone?.();
    if (!props.keepOpen) props.onClose();
  };
  const submit = async (): Promise<void> => {
    if (props.valid) await run(props.onSubmit);
  };
  const { extra } = props;
  return (
    <FormFrame
      title={props.title}
      submitLabel={processing ? say("admin.processing") : props.submitLabel}
      cancelLabel={say("app.cancel")}
      canSubmit={props.valid}
      processing={processing}
      onSubmit={submit}
      onClose={props.onClose}
      formClass={css.form ?? ""}
      wide={props.wide ?? false}
      extra={
        extra ? (
          <Button isDisabled={processing} onPress={() => void run(extra.act)}>
            {extra.label}
          </Button>
        ) : null
      }
    >
      <ChangedMeanwhile now={props.now} sent={sent} />
      <Refusal of={failure} />
      {props.children}
    </FormFrame>
  );
}
