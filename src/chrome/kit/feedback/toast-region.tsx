import { IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import button from "../button/button.module.css";
import { classes } from "../classes.ts";
import type { ToastMessage, ToastsProps } from "./toast-message.ts";
import css from "./toast.module.css";

/** The shortest time that a message stays; it stays longer while a pointer is over it or it has the focus. */
const TOAST_MS = 6000;

/** There the messages lie over the bar of the page, where there is room for one (toast.module.css). */
const SMALL = "(max-width: 900px), (max-height: 500px)";

interface Props extends ToastsProps {
  readonly messages: readonly ToastMessage[];
  /** these messages are shown now */
  readonly onTaken: (messages: readonly ToastMessage[]) => void;
}

/** Dialogs leave this much room above them (dialog.module.css), so that a message with long words or buttons covers no title. */
const HEIGHT = "--messages-height";

/** Keeps the height of an element in the page's style while the element is there. */
function keepHeight(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const page = document.documentElement.style;
  const observer = new ResizeObserver(() => page.setProperty(HEIGHT, `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    page.removeProperty(HEIGHT);
  };
}

/** Said again, a message takes the place of the one that is still shown. */
const isSame = (one: ToastMessage, other: ToastMessage): boolean =>
  one.tone === other.tone && JSON.stringify(one.text) === JSON.stringify(other.text);

/** Shows messages that are new to it, four at a time, in a small window one. */
export default function Region({ label, closeLabel, messages, onTaken }: Props) {
  const [queue] = useState(() => new ToastQueue<ToastMessage>({ maxVisibleToasts: matchMedia(SMALL).matches ? 1 : 4 }));
  /** also those that wait for a place */
  const [kept] = useState(() => new Map<string, ToastMessage>());
  useEffect(() => {
    if (messages.length === 0) return;
    for (const message of messages) {
      const { subject, forMs = TOAST_MS } = message;
      for (const [key, before] of kept)
        if ((subject !== undefined && before.subject === subject) || isSame(before, message)) queue.close(key);
      const key = queue.add(message, { timeout: forMs, onClose: () => void kept.delete(key) });
      kept.set(key, message);
    }
    onTaken(messages);
  }, [messages, onTaken, queue, kept]);
  return (
    <ToastRegion ref={keepHeight} queue={queue} aria-label={label} className={css.region ?? ""}>
      {({ toast }) => (
        <AriaToast
          toast={toast}
          data-subject={toast.content.subject}
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
            {toast.content.actions ? (
              <span className={css.actions}>
                {toast.content.actions.map(({ label: name, onPress }) => (
                  <Button
                    key={name}
                    className={classes(button.button, button.plain, button.small)}
                    onPress={() => {
                      queue.close(toast.key);
                      onPress();
                    }}
                  >
                    {name}
                  </Button>
                ))}
              </span>
            ) : null}
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
