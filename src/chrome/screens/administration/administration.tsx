/** What every administration screen stands in: its verbs and the cache of what the server answered. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useContext, useState } from "react";
import type { Administration } from "#actions/administration/administration.ts";
import { need } from "#base/assert.ts";
import { useProduct, WorkspaceProvider } from "#chrome/product.ts";
import { useServerHere } from "./server-here.ts";

const Context = createContext<Administration | null>(null);
/** Inside `AdministrationRoom`. */
export const useAdministration = (): Administration => need(useContext(Context), "administration context");

/** Waits (suspends) for the workspace and the administration's chunk. Below a `ServerHereProvider` the verbs are that server's. */
export function AdministrationRoom({ children }: { readonly children: ReactNode }) {
  const product = useProduct();
  const here = useServerHere();
  const workspace = use(product.workspace());
  const administration = use(workspace.administration(here?.id));
  // The cache lives as long as the screen: what another administrator changed is asked for anew.
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  );
  return (
    <WorkspaceProvider value={workspace}>
      <Context.Provider value={administration}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </Context.Provider>
    </WorkspaceProvider>
  );
}
