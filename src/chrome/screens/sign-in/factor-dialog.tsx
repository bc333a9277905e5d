/** What a sign-in asks after the right password: a code, or first the setting up of what makes codes. */
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { FactorKey, SignInFailure } from "#actions/session/session-actions.ts";
import type { Result } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { FactorKeyView } from "#chrome/kit/factor/factor-key.tsx";
import { RecoveryCodes } from "#chrome/kit/factor/recovery-codes.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./sign-in.module.css";

interface Shown {
  readonly codes: readonly string[];
  readonly go: () => void;
}

export default function FactorDialog(props: {
  /** of a factor that is set up now; null: there is one */
  readonly factor: FactorKey | null;
  readonly signIn: (
    code: string,
    showCodes: (codes: readonly string[]) => Promise<void>,
  ) => Promise<Result<null, SignInFailure>>;
  /** a passkey will do: one that there is, or one that is made now */
  readonly hasPasskey: boolean;
  readonly signInByPasskey: (
    newName: string,
    showCodes: (codes: readonly string[]) => Promise<void>,
  ) => Promise<Result<null, SignInFailure>>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { factor, hasPasskey, signIn, signInByPasskey, onDone, onClose } = props;
  const say = useText();
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // A passkey is the shorter way, and is offered first; a field that is focused would open a keyboard over it.
  const waits = useRef(hasPasskey);
  // Otherwise the one thing to do here, also after a refusal: the field was disabled while it was sent.
  useEffect(() => {
    if (processing) waits.current = false;
    else if (!waits.current) input.current?.focus();
  }, [processing]);
  const run = async (
    enter: (showCodes: (codes: readonly string[]) => Promise<void>) => Promise<Result<null, SignInFailure>>,
  ): Promise<void> => {
    setProcessing(true);
    setRefused(null);
    const done = await enter((codes) => new Promise((go) => setShown({ codes, go })));
    if (done.ok) return onDone();
    setProcessing(false);
    setCode("");
    setRefused(done.error.failure);
  };
  const submit = async (): Promise<void> => {
    if (code.trim() === "") return setRefused(failure("session/code-required"));
    await run((showCodes) => signIn(code, showCodes));
  };
  if (shown)
    return (
      <ClosingDialog title={say("factor.codes")} closeLabel={say("factor.kept")} dismissable={false} onClose={shown.go}>
        <RecoveryCodes codes={shown.codes} />
      </ClosingDialog>
    );
  return (
    <FormFrame
      title={say(factor !== null ? "factor.setUp" : hasPasskey ? "factor.stepTitle" : "factor.codeTitle")}
      submitLabel={processing ? say("signIn.processing") : say("signIn.submit")}
      cancelLabel={say("app.cancel")}
      canSubmit
      processing={processing}
      onSubmit={submit}
      onClose={onClose}
      formClass={css.factor ?? ""}
    >
      {refused === null ? null : (
        <p className={css.problem} role="alert">
          <FailureWords of={refused} />
        </p>
      )}
      {factor === null ? null : <p>{say("factor.mustHave")}</p>}
      {hasPasskey ? (
        <>
          <Button
            wide
            takesFocus
            isDisabled={processing}
            onPress={() => void run((showCodes) => signInByPasskey(say("passkeys.firstName"), showCodes))}
          >
            <IconFingerprint size={16} aria-hidden="true" />{" "}
            {say(factor === null ? "signIn.passkey" : "passkeys.setUp")}
          </Button>
          <div className={css.or}>{say("signIn.or")}</div>
        </>
      ) : null}
      {factor === null ? null : <FactorKeyView of={factor} />}
      <TextField
        label={say("factor.code")}
        hint={say(factor === null ? "factor.codeHint" : "factor.firstCodeHint")}
        value={code}
        onChange={setCode}
        isDisabled={processing}
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck="false"
        inputRef={input}
      />
    </FormFrame>
  );
}
