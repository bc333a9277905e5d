import { type RefObject, useEffect } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { RESIZE_DEBOUNCE_AFTER_ORIENTATION_MS, RESIZE_DEBOUNCE_MS } from "#domain/limits/stage.ts";
import { stageForm } from "#domain/stage-grid/form.ts";

/**
 * Keeps the stage's size, its form and the screen's pixel ratio in the store: at once the first time, then debounced.
 * `fixed`: whatever the window, it is a wall.
 */
export function useStageSize(area: RefObject<HTMLElement | null>, fixed = false): void {
  const { stores } = useProduct();
  const { look } = useWorkspace();
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turnedAtMs = Number.NEGATIVE_INFINITY;
    const measure = (): void => {
      const inner = { widthPx: innerWidth, heightPx: innerHeight };
      look.setForm(fixed ? "wall" : stageForm(inner, matchMedia("(pointer: coarse)").matches));
      const { width, height } = element.getBoundingClientRect();
      const before = stores.stage.get().area;
      const now = { widthCss: width, heightCss: height, devicePixelRatio };
      if (
        before.widthCss !== now.widthCss ||
        before.heightCss !== now.heightCss ||
        before.devicePixelRatio !== now.devicePixelRatio
      )
        stores.stage.change((facts) => {
          facts.area = now;
        });
      stores.preferences.change((facts) => {
        facts.window = inner;
      });
    };
    const later = (): void => {
      clearTimeout(timer);
      const turned = performance.now() - turnedAtMs < RESIZE_DEBOUNCE_AFTER_ORIENTATION_MS;
      timer = setTimeout(measure, turned ? RESIZE_DEBOUNCE_AFTER_ORIENTATION_MS : RESIZE_DEBOUNCE_MS);
    };
    const turn = (): void => {
      turnedAtMs = performance.now();
      later();
    };
    measure();
    const observer = new ResizeObserver(later);
    observer.observe(element);
    // The pixel ratio can change without a new size: on another screen, or by browser zoom.
    window.addEventListener("resize", later);
    screen.orientation?.addEventListener("change", turn);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      window.removeEventListener("resize", later);
      screen.orientation?.removeEventListener("change", turn);
    };
  }, [area, stores, look, fixed]);
}
