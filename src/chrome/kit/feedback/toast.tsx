import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { Button } from "react-aria-components/Button";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import button from "../button/button.module.css";
import { classes } from "../classes.ts";
import css from "./toast.module.css";

export interface ToastMessage {
  readonly text: Wording;
  readonly tone: "info" | "warn" | "bad";
}

/** Shortest time a message stays; pointing at it or focusing it keeps it. */
const TOAST_MS = 6000;
const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });

/** Says something passing. Nothing vital may be said by a toast alone. */
export function showToast(message: ToastMessage): void {
  queue.add(message, { timeout: TOAST_MS });
}

/** Where messages show; those that still do end with it. */
export function Toasts({ label, closeLabel }: { readonly label: string; readonly closeLabel: string }) {
  // Their time stands still while nothing shows them, so sign-out removes them: the next user must not read them.
  useEffect(() => () => queue.clear(), []);
  return (
    <ToastRegion queue={queue} aria-label={label} className={css.region ?? ""}>
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className={classes(
            css.toast,
            toast.content.tone === "warn" && css.warn,
            toast.content.tone === "bad" && css.bad,
          )}
        >
          <ToastContent className={css.content ?? ""}>
            <Text slot="title">
              <FailureWords of={toast.content.text} />
            </Text>
          </ToastContent>
          <Button
            slot="close"
            aria-label={closeLabel}
            className={classes(button.button, button.quiet, button.icon, button.small)}
          >
            <IconX size={14} aria-hidden="true" />
          </Button>
        </AriaToast>
      )}
    </ToastRegion>
  );
}
