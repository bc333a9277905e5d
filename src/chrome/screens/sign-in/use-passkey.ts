import { useEffect, useEffectEvent, useState } from "react";
import type { SignInFailure } from "#actions/session/session-actions.ts";
import type { Result } from "#base/result.ts";
import type { SignInChoices } from "#domain/accounts/sign-in.ts";
import { hasCode } from "#domain/failures/failure.ts";
import { useProduct } from "#chrome/product.ts";

/** Before a challenge ends, after five minutes, the browser gets another one. */
const RENEW_MS = 4 * 60_000;
/** What ends sooner was not ended by anybody: asking again would end as soon. */
const SOON_MS = 2000;

/**
 * Signing in by a passkey: by the button, and where the browser offers passkeys in the field of the name, there too.
 * `rests`: neither may be used at the moment.
 */
export function usePasskey(props: {
  readonly choices: SignInChoices;
  readonly rests: boolean;
  readonly onDone: (done: Result<null, SignInFailure>) => void;
}): { readonly isAsking: boolean; readonly use: () => void } {
  const { choices, rests, onDone } = props;
  const { session } = useProduct();
  const [isAsking, setAsking] = useState(false);
  const { passkeys } = session;
  const { staySignedIn, lowBandwidth } = choices;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (rests || isAsking) return;
    const over = new AbortController();
    const wait = async (): Promise<void> => {
      if (!(await passkeys.device.fillsIn())) return;
      while (!over.signal.aborted) {
        const begunMs = performance.now();
        const answer = await passkeys.signIn({ staySignedIn, lowBandwidth }, true);
        if (over.signal.aborted) return;
        if (answer.ok || answer.error.failure.code !== "session/passkey-none") {
          // Nobody has pressed anything here, so only failures of a passkey are shown.
          if (answer.ok || answer.error.failure.code.startsWith("session/passkey-")) done(answer);
          return;
        }
        if (performance.now() - begunMs < SOON_MS) return;
      }
    };
    void wait();
    const timer = setInterval(passkeys.device.stop, RENEW_MS);
    return () => {
      over.abort();
      clearInterval(timer);
      passkeys.device.stop();
    };
  }, [passkeys, rests, isAsking, staySignedIn, lowBandwidth]);
  const use = async (): Promise<void> => {
    setAsking(true);
    const answer = await passkeys.signIn(choices, false);
    setAsking(false);
    // Whoever closes the browser's dialog knows that.
    if (answer.ok || !hasCode(answer.error.failure, "session/passkey-none")) onDone(answer);
  };
  return { isAsking, use: () => void use() };
}
