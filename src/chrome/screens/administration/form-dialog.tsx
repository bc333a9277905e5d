import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import { FormFrame } from "#chrome/kit/form-frame.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./form.module.css";
import { Notice } from "./page.tsx";

/** A form in a dialog. While it processes its buttons are disabled; a refusal shows above what was typed, which stays. */
export function FormDialog(props: {
  readonly title: string;
  readonly submitLabel: string;
  readonly valid: boolean;
  readonly onSubmit: () => Promise<Result<unknown, string>>;
  readonly onDone?: () => void;
  readonly onClose: () => void;
  readonly wide?: boolean | "full";
  /** stays after its work: whoever opened it shows what comes then */
  readonly keepOpen?: boolean;
  /** a button before the others */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}) {
  const say = useText();
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    if (processing || !props.valid) return;
    setProcessing(true);
    setFailure(null);
    const done = await props.onSubmit();
    setProcessing(false);
    if (!done.ok) return setFailure(done.error);
    props.onDone?.();
    if (!props.keepOpen) props.onClose();
  };
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
      extra={props.extra}
    >
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      {props.children}
    </FormFrame>
  );
}
