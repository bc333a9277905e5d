import { type RefObject, useEffect, useRef } from "react";

/**
 * True from the moment that the component is unmounted: work of many steps stops, because nobody would see a failure.
 */
export function useLeft(): RefObject<boolean> {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
