import { useEffect, useState, useSyncExternalStore } from "react";
import { lateChunk } from "./chunk.tsx";
import { LatePart } from "./late-part.tsx";
import type { ToastMessage, ToastsProps } from "./toast-message.ts";

const Region = lateChunk(() => import("./toast-region.tsx"));

/** The messages that are not shown yet. */
let waiting: readonly ToastMessage[] = [];
const listeners = new Set<() => void>();
const wait = (messages: readonly ToastMessage[]): void => {
  waiting = messages;
  for (const listener of listeners) listener();
};
const taken = (messages: readonly ToastMessage[]): void => wait(waiting.filter((each) => !messages.includes(each)));
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Shows a message for a short time. Do not use a toast alone for anything vital. */
export function showToast(message: ToastMessage): void {
  wait([...waiting, message]);
}

/** The place where messages show. Messages that are still shown are removed when it is unmounted. */
export function Toasts(props: ToastsProps) {
  const messages = useSyncExternalStore(subscribe, () => waiting);
  const [wasNeeded, setWasNeeded] = useState(false);
  if (messages.length > 0 && !wasNeeded) setWasNeeded(true);
  // Sign-out removes what was not read, because the next user must not read it.
  useEffect(() => () => wait([]), []);
  // Without the region the messages are lost; it is asked for again with the next one.
  const giveUp = (): void => {
    wait([]);
    setWasNeeded(false);
  };
  return wasNeeded ? (
    <LatePart onClose={giveUp}>
      <Region {...props} messages={messages} onTaken={taken} />
    </LatePart>
  ) : null;
}
