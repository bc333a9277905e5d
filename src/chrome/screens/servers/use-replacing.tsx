import type { Failure } from "#domain/failures/failure.ts";
import { type ReactNode, useState } from "react";
import type { RegistrationRefusal } from "#actions/administration/registered-server-actions.ts";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";

export interface Replacing {
  /** the server was found to have another parent, and the next try takes its place */
  readonly on: boolean;
  /** what that means, for the dialog; null while it is off */
  readonly notice: ReactNode;
  /** why it was refused; turns it on where the refusal is for a parent */
  readonly read: (refusal: RegistrationRefusal) => Failure;
  readonly forget: () => void;
}

/** A server that is managed by another parent is not taken from it unasked: the dialog offers it first. */
export function useReplacing(): Replacing {
  const say = useText();
  const [on, setOn] = useState(false);
  return {
    on,
    notice: on ? <Notice tone="warn">{say("servers.replaceText")}</Notice> : null,
    read(refusal) {
      setOn(refusal.hasParent);
      return refusal.failure;
    },
    forget: () => setOn(false),
  };
}
