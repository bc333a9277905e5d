interface Following {
  readonly onMove: (event: PointerEvent) => void;
  /** `released`: where it was let go; null when it ended otherwise, which drops nothing */
  readonly onEnd: (released: PointerEvent | null) => void;
}

/** Follows a pressed pointer over the whole window until it is released. Escape ends it, too. */
export function followPointer(pointerId: number, { onMove, onEnd }: Following): void {
  const end = new AbortController();
  const { signal } = end;
  const finish = (released: PointerEvent | null): void => {
    end.abort();
    onEnd(released);
  };
  const ofIt = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) handle(event);
  };
  window.addEventListener("pointermove", ofIt(onMove), { signal });
  window.addEventListener("pointerup", ofIt(finish), { signal });
  window.addEventListener(
    "pointercancel",
    ofIt(() => finish(null)),
    { signal },
  );
  // When the pointer is released in another window, what is dragged would stay attached to it until the next click here
  // dropped it.
  window.addEventListener("blur", () => finish(null), { signal });
  window.addEventListener("keydown", (event) => event.key === "Escape" && finish(null), { signal });
}
