import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/** The login of a camera. Browsers must not store it. */
export function CameraLogin(props: {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly passwordHint?: string;
  /** the camera demands no login, so the fields are disabled */
  readonly noPassword?: boolean;
}) {
  const say = useText();
  return (
    <>
      <TextField
        label={say("register.username")}
        value={props.username}
        onChange={props.onUsername}
        autoComplete="off"
        maxLength={200}
      />
      <TextField
        label={say("register.password")}
        type="password"
        value={props.password}
        onChange={props.onPassword}
        autoComplete="new-password"
        maxLength={200}
        isDisabled={props.noPassword ?? false}
        {...(props.passwordHint === undefined ? {} : { hint: props.passwordHint })}
      />
    </>
  );
}
