import { useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { useProduct } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import css from "./sign-in.module.css";

/**
 * Shown after a sign-out that the server did not carry out: it says so and offers to try again. Otherwise it shows
 * nothing.
 */
export function NotSignedOut() {
  const { stores, session } = useProduct();
  const say = useText();
  const reason = useFacts(stores.session, (facts) => facts.signOutFailure);
  const [asking, setAsking] = useState(false);
  if (reason === null) return null;
  const again = async (): Promise<void> => {
    setAsking(true);
    await session.signOut();
    setAsking(false);
  };
  return (
    <div className={css.notSignedOut} role="alert">
      <p>
        {say("signIn.notSignedOut")} (<FailureWords of={reason} />)
      </p>
      <Button size="small" isDisabled={asking} onPress={() => void again()}>
        {say("app.retry")}
      </Button>
    </div>
  );
}
