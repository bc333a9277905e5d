/** The context of every administration screen: its actions and the cache of the server's answers. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useContext, useState } from "react";
import type { Administration } from "#actions/administration/administration.ts";
import { need } from "#base/assert.ts";
import { useProduct, WorkspaceProvider } from "#chrome/product.ts";
import { useServerHere } from "./server-here.ts";

const Context = createContext<Administration | null>(null);
/** For use inside `AdministrationRoom`. */
export const useAdministration = (): Administration => need(useContext(Context), "administration context");

/**
 * Waits (suspends) for the workspace and the administration's chunk. Below a `ServerHereProvider` the actions are those
 * of that server.
 */
export function AdministrationRoom({ children }: { readonly children: ReactNode }) {
  const product = useProduct();
  const here = useServerHere();
  const workspace = use(product.workspace());
  const administration = use(workspace.administration(here?.id));
  // The cache lives as long as the screen, so a screen that is opened again reads what another administrator has
  // changed.
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
