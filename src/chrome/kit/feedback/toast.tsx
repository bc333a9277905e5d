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

/** The shortest time that a message stays; it stays longer while a pointer is over it or it has the focus. */
const TOAST_MS = 6000;
const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });

/** Shows a message for a short time. Do not use a toast alone for anything vital. */
export function showToast(message: ToastMessage): void {
  queue.add(message, { timeout: TOAST_MS });
}

/** The place where messages show. Messages that are still shown are removed when it is unmounted. */
export function Toasts({ label, closeLabel }: { readonly label: string; readonly closeLabel: string }) {
  // While nothing shows the messages, their time stands still. Sign-out therefore removes them, because the next user
  // must not read them.
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
