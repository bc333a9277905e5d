/** The password that is asked before the own account is changed, unless the sign-in is fresh. */
import { useState } from "react";
import type { Result } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";

interface Proof {
  readonly isAsked: boolean;
  readonly fault: (password: string) => Failure | null;
  /** What the server answers; a sign-in that is fresh no longer has the password asked. */
  readonly heeded: <T>(answer: Promise<Result<T, Failure>>) => Promise<Result<T, Failure>>;
}

export function useProof(fresh: boolean): Proof {
  const [isAsked, setAsked] = useState(!fresh);
  return {
    isAsked,
    fault: (password) => (isAsked && password === "" ? failure("user/password-required") : null),
    async heeded(asking) {
      const answer = await asking;
      if (!answer.ok && answer.error.code === "user/prove") setAsked(true);
      return answer;
    },
  };
}

export function PasswordField(field: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly error: Wording | undefined;
}) {
  const say = useText();
  return <TextField {...field} label={say("factor.password")} type="password" autoComplete="current-password" />;
}
