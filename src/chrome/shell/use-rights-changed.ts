import { useEffect, useRef } from "react";
import { showToast } from "../kit/feedback/toast.tsx";
import { useProduct } from "../product.ts";
import { useText } from "../texts/use-text.ts";
import { useFacts } from "../use-facts.ts";

/** Tells somebody whose rights were changed: the screen may be another one now, and entries of the menu may be gone. */
export function useRightsChanged(): void {
  const { stores } = useProduct();
  const say = useText();
  const userId = useFacts(stores.session, ({ user }) => user?.userId ?? null);
  const rights = useFacts(stores.session, ({ user }) => `${user?.role ?? ""} ${user?.admin ?? false}`);
  const before = useRef({ userId, rights });
  useEffect(() => {
    const { userId: who, rights: had } = before.current;
    before.current = { userId, rights };
    if (userId === null || userId !== who || rights === had) return;
    showToast({ text: say("bar.rightsChanged"), tone: "info" });
  }, [userId, rights, say]);
}
