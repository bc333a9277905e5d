import { type RefObject, useEffect, useRef } from "react";

/** True from the moment the component is gone: work of many steps goes no further where nobody sees what fails. */
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
