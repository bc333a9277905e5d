import { type ReactNode, Suspense, useState } from "react";
import { Text } from "react-aria-components/Text";
import { useText } from "#chrome/texts/use-text.ts";
import { Button } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { LoadBoundary } from "./load-boundary.tsx";

interface Props {
  /** the user gives up, and the opener closes it; absent: the part has no opener and stays away */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/**
 * Wraps a `lateChunk` while it is open. When the chunk cannot be loaded, the user reads that and can try again, and the
 * page behind stays as it is.
 */
export function LatePart({ onClose, children }: Props) {
  const [attempts, setAttempts] = useState(1);
  const [closed, setClosed] = useState(false);
  const close = (): void => {
    setClosed(true);
    onClose?.();
  };
  if (closed) return null;
  const failed = <NotLoaded onRetry={() => setAttempts(attempts + 1)} onClose={close} />;
  return (
    <LoadBoundary place={String(attempts)} fallback={failed}>
      <Suspense fallback={null}>{children}</Suspense>
    </LoadBoundary>
  );
}

function NotLoaded({ onRetry, onClose }: { readonly onRetry: () => void; readonly onClose: () => void }) {
  const say = useText();
  return (
    <Dialog
      role="alertdialog"
      title={say("app.partNotLoaded")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say("app.close")}</Button>
          <Button tone="primary" takesFocus onPress={onRetry}>
            {say("app.retry")}
          </Button>
        </>
      }
    >
      <Text slot="description" elementType="div">
        {say("app.partNotLoadedText")}
      </Text>
    </Dialog>
  );
}
