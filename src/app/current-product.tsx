import { type ReactNode, useSyncExternalStore } from "react";
import { ProductProvider } from "#chrome/product.ts";
import type { Application } from "./composition.ts";

/** Gives the chrome the current product: each sign-in and sign-out makes another one. */
export function CurrentProduct({
  application,
  children,
}: {
  readonly application: Pick<Application, "product" | "onProduct">;
  readonly children: ReactNode;
}) {
  const product = useSyncExternalStore(application.onProduct, application.product);
  return <ProductProvider value={product}>{children}</ProductProvider>;
}
