import { useEffect } from "react";
import { isolated } from "#domain/isolated.ts";

const PRODUCT = "Proscenium";

/** Sets the name of the browser's tab while the caller is mounted: "Users · NVR 1 · Proscenium". */
export function useDocumentTitle(...parts: readonly string[]): void {
  const title = [...parts.map(isolated), PRODUCT].join(" · ");
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = PRODUCT;
    };
  }, [title]);
}
