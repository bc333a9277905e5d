import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { Button } from "../button/button.tsx";
import css from "./dialog.module.css";
import { Dialog } from "./dialog.tsx";
import { intoSight } from "../browser/into-sight.ts";

interface FormFrameProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly cancelLabel: string;
  /** false: the typed values cannot be sent */
  readonly canSubmit: boolean;
  /** while the form is being sent, nothing closes it and nothing sends it again */
  readonly processing: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly formClass: string;
  readonly wide?: boolean | "full";
  /** a button before the others */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

/** The field that is refused comes into sight and takes the focus, so that it can be corrected at once. */
function showRefused(form: HTMLFormElement): void {
  const refused = form.querySelector("[data-invalid]");
  refused?.querySelector<HTMLElement>("input, textarea")?.focus();
  intoSight(refused);
}

/** A dialog around a form, with a button that cancels and one that sends; faults are shown by the fields themselves. */
export function FormFrame({ processing, onClose, onSubmit, ...props }: FormFrameProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    if (answers > 0 && form.current) showRefused(form.current);
  }, [answers]);
  return (
    <Dialog
      title={props.title}
      isOpen
      wide={props.wide ?? false}
      onClose={onClose}
      dismissable={!processing}
      actions={
        <>
          {props.extra}
          <div className={css.pair}>
            <Button onPress={onClose} isDisabled={processing}>
              {props.cancelLabel}
            </Button>
            <Button tone="primary" type="submit" form={id} isDisabled={processing || !props.canSubmit}>
              {props.submitLabel}
            </Button>
          </div>
        </>
      }
    >
      <Form
        ref={form}
        id={id}
        className={props.formClass}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit().then(() => setAnswers((count) => count + 1));
        }}
      >
        {props.children}
      </Form>
    </Dialog>
  );
}
