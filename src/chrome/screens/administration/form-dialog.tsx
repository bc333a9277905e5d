import { type ReactNode, useId, useState } from "react";
import { Form } from "react-aria-components/Form";
import type { Result } from "#base/result.ts";
import { Button } from "#chrome/kit/button.tsx";
import { Dialog } from "#chrome/kit/dialog.tsx";
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
  const id = useId();
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
    <Dialog
      title={props.title}
      isOpen
      wide={props.wide ?? false}
      onClose={props.onClose}
      dismissable={!processing}
      actions={
        <>
          {props.extra}
          <Button onPress={props.onClose} isDisabled={processing}>
            {say("app.cancel")}
          </Button>
          <Button tone="primary" type="submit" form={id} isDisabled={processing || !props.valid}>
            {processing ? say("admin.processing") : props.submitLabel}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        className={css.form ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
        {props.children}
      </Form>
    </Dialog>
  );
}
