import { type ComponentType, lazy } from "react";
import { FAILURE_KEPT_MS } from "../load-once.ts";

/** A component of its own chunk, below a Suspense. What React's own `lazy` could not load it loads anew later. */
export function chunk<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = async () => {
    try {
      return await load();
    } catch (error) {
      setTimeout(() => {
        Part = lazy(attempt);
      }, FAILURE_KEPT_MS);
      throw error;
    }
  };
  let Part: ComponentType<Props> = lazy(attempt);
  return function Chunk(props: Props) {
    return <Part {...props} />;
  };
}
