import { type RefObject, useLayoutEffect, useState } from "react";

const TAB_STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Whether an element has a control inside it that the Tab key reaches. */
export function useTabStop(element: RefObject<HTMLElement | null>): boolean {
  const [has, setHas] = useState(true);
  useLayoutEffect(() => {
    const root = element.current;
    if (!root) return undefined;
    const look = (): void =>
      setHas([...root.querySelectorAll<HTMLElement>(TAB_STOPS)].some((each) => each.tabIndex >= 0 && isEnabled(each)));
    look();
    const observer = new MutationObserver(look);
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ["tabindex", "disabled"] });
    return () => observer.disconnect();
  }, [element]);
  return has;
}

const isEnabled = (element: HTMLElement): boolean => !element.matches(":disabled");
