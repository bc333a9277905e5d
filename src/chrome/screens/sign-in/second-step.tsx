import { Suspense } from "react";
import type { FactorKey } from "#actions/session/session-actions.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LoadBoundary } from "#chrome/kit/feedback/load-boundary.tsx";
import { useProduct } from "#chrome/product.ts";
import { loadAllTexts } from "#chrome/texts/load-texts.ts";
import type { Credentials } from "#domain/accounts/sign-in.ts";

const FactorDialog = chunk(async () => {
  const [dialog] = await Promise.all([import("./factor-dialog.tsx"), loadAllTexts()]);
  return dialog;
});

/**
 * What the server has asked for after the right password. `key`: of a second factor that is set up now. `hasPasskey`: one
 * will do.
 */
export interface Asked {
  readonly credentials: Credentials;
  readonly key: FactorKey | null;
  readonly hasPasskey: boolean;
}

/** The dialog for the second factor, or for setting one up. */
export function SecondStep(props: {
  readonly asked: Asked;
  readonly lowBandwidth: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { session } = useProduct();
  const { asked, lowBandwidth, onDone, onClose } = props;
  const { credentials, key, hasPasskey } = asked;
  return (
    <LoadBoundary place="" fallback={null}>
      <Suspense>
        <FactorDialog
          factor={key}
          hasPasskey={hasPasskey}
          signIn={(code, showCodes) => session.signIn({ ...credentials, code }, lowBandwidth, showCodes)}
          signInByPasskey={(name, showCodes) =>
            key === null
              ? session.passkeys.confirm(credentials, lowBandwidth)
              : session.passkeys.setUp(credentials, name, lowBandwidth, showCodes)
          }
          onDone={onDone}
          onClose={onClose}
        />
      </Suspense>
    </LoadBoundary>
  );
}
