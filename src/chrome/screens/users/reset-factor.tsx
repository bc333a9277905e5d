/** Takes the second factor of a user who has lost it away. */
import { IconShieldOff } from "@tabler/icons-react";
import { useState } from "react";
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { DeleteDialog } from "../administration/forms/delete-dialog.tsx";

export function ResetFactor(props: {
  readonly user: { readonly id: string; readonly username: string; readonly secondFactor: boolean };
  readonly reset: (id: string) => Promise<Result<null, Failure>>;
  readonly onReset: () => void;
}) {
  const { user, reset, onReset } = props;
  const say = useText();
  const [isAsking, setAsking] = useState(false);
  if (!user.secondFactor) return null;
  return (
    <>
      <IconButton label={say("users.resetFactor", { name: user.username })} onPress={() => setAsking(true)}>
        <IconShieldOff size={16} aria-hidden="true" />
      </IconButton>
      {isAsking ? (
        <DeleteDialog
          title={say("users.resetFactorTitle")}
          confirmLabel={say("users.resetFactorConfirm")}
          onDelete={() => reset(user.id)}
          onDeleted={() => {
            setAsking(false);
            onReset();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{say("users.resetFactorText", { name: user.username })}</p>
        </DeleteDialog>
      ) : null}
    </>
  );
}
