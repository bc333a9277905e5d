import type { Failure } from "#domain/failures/failure.ts";
import { type ReactNode, useState } from "react";
import type { RegistrationRefusal } from "#actions/administration/registered-server-actions.ts";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";

interface Replacing {
  /** the server has another parent, and the next attempt replaces that parent */
  readonly on: boolean;
  /** the explanation for the dialog; null while it is off */
  readonly notice: ReactNode;
  /** takes the reason of a refusal; turns the offer on when the reason is another parent */
  readonly read: (refusal: RegistrationRefusal) => Failure;
  readonly forget: () => void;
}

/** A server that another parent manages is not taken over without asking: the dialog offers it first. */
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
