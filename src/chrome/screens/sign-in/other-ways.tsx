import { IconFingerprint } from "@tabler/icons-react";
import { Button } from "#chrome/kit/button/button.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./sign-in.module.css";

/** The ways to sign in without a password here: by the company, by a passkey, by Google. */
export function OtherWays(props: {
  readonly isDisabled: boolean;
  /** what the button of the company says; "": there is none */
  readonly company: string;
  readonly onCompany: () => void;
  /** null: not offered */
  readonly onPasskey: (() => void) | null;
  readonly onGoogle: (() => void) | null;
}) {
  const { isDisabled, company, onCompany, onPasskey, onGoogle } = props;
  const say = useText();
  if (company === "" && !onPasskey && !onGoogle) return null;
  return (
    <>
      <div className={css.or}>{say("signIn.or")}</div>
      {company === "" ? null : (
        <Button wide isDisabled={isDisabled} onPress={onCompany}>
          {company}
        </Button>
      )}
      {onPasskey ? (
        <Button wide isDisabled={isDisabled} onPress={onPasskey}>
          <IconFingerprint size={16} aria-hidden="true" /> {say("signIn.passkey")}
        </Button>
      ) : null}
      {onGoogle ? (
        <Button wide isDisabled={isDisabled} onPress={onGoogle}>
          {say("signIn.google")}
        </Button>
      ) : null}
    </>
  );
}
