import { useEffect } from "react";

const PRODUCT = "Proscenium";

/** The name of the browser's tab while the caller is there: "Users · NVR 1 · Proscenium". */
export function useDocumentTitle(...parts: readonly string[]): void {
  const title = [...parts, PRODUCT].join(" · ");
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = PRODUCT;
    };
  }, [title]);
}
