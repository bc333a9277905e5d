/**
 * The page's entry: composes the application and mounts React. It uses the plain hash router, not the data router: the
 * guards are one decision over facts (chrome/root.tsx), and this router keeps sign-in within its size budget.
 */
import { type ReactNode, StrictMode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter } from "react-router-dom";
import { need } from "#base/assert.ts";
import { Root } from "#chrome/root.tsx";
import { ProductProvider } from "#chrome/product.ts";
import { type Application, compose } from "./composition.ts";
import { googleAnswer } from "./google-sign-in.ts";
import { Localized } from "./localized.tsx";
import { bindTheme } from "./browser/theme.ts";

// Before any code reads the address: Google comes back with its answer in it, and without the flags that were there.
const google = googleAnswer();
const application = compose();
// The page's own stores and actions: they are the same in every product.
const { session, stores } = application.product();
bindTheme(stores.preferences);
const started = session.start();
if (google !== null)
  void started.then(() => {
    if ("refused" in google) return session.googleRefused(google.refused);
    void session.signInWithGoogle(google.token);
  });

// A player in another site's page is no application to install.
if (!import.meta.env.DEV && window.parent === window)
  void import("./service-worker.ts").then(({ registerServiceWorker }) => registerServiceWorker());

function mount(): void {
  createRoot(need(document.querySelector("#root"), "root element")).render(
    <StrictMode>
      <Localized preferences={stores.preferences}>
        <CurrentProduct application={application}>
          <HashRouter>
            <Root />
          </HashRouter>
        </CurrentProduct>
      </Localized>
    </StrictMode>,
  );
}

/**
 * Only builds for tests and for development have the values that tests read from the page. An `await` here would keep
 * the bundler from joining small chunks in these builds: tests would load twice as many files as people do.
 */
if (import.meta.env.MODE === "e2e" || import.meta.env.DEV)
  void import("./test-window.ts").then(({ exposeForTests }) => {
    exposeForTests(application);
    mount();
  });
else mount();

/** Gives the chrome the current product: each sign-in and sign-out makes another one. */
function CurrentProduct({
  application,
  children,
}: {
  readonly application: Pick<Application, "product" | "onProduct">;
  readonly children: ReactNode;
}) {
  const product = useSyncExternalStore(application.onProduct, application.product);
  return <ProductProvider value={product}>{children}</ProductProvider>;
}
