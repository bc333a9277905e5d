/** A part of the stage screen in jsdom, with the real stores and actions and the tiles of these cameras on the stage. */
import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { ProductProvider, WorkspaceProvider } from "#chrome/product.ts";
import { en } from "#chrome/texts/parts/all.ts";
import type { Visitor } from "#domain/accounts/access.ts";
import { cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { type RenderOptions, renderProduct } from "./render-product.tsx";

/** `cameras`: their ids; each is named "Camera <id>". No server is asked. */
export async function renderStage(
  cameras: readonly string[],
  part: ReactNode,
  visitor?: Visitor,
  more: Partial<RenderOptions> = {},
) {
  const { product, stores, unmount, reloads } = renderProduct({
    origin: "http://nobody",
    ...(visitor ? { visitor } : {}),
    ...more,
  });
  const workspace = await product.workspace();
  unmount();
  for (const id of cameras) {
    const facts = cameraFacts(id);
    stores.cameras.change(({ byKey }) => void Object.assign(byKey, { [cameraKey(facts)]: facts }));
    workspace.stage.add(cameraKey(facts));
  }
  const area = { widthCss: 800, heightCss: 600, devicePixelRatio: 1 };
  act(() => stores.stage.change((facts) => void (facts.area = area)));
  const inside = (shown: ReactNode) => (
    <IntlProvider locale="en" messages={en}>
      <ProductProvider value={product}>
        <WorkspaceProvider value={workspace}>{shown}</WorkspaceProvider>
      </ProductProvider>
    </IntlProvider>
  );
  const view = render(inside(part));
  /** renders another part in its place */
  const show = (next: ReactNode): void => view.rerender(inside(next));
  return { ...view, show, stores, workspace, reloads, tileIds: stores.stage.get().grid.cells.map(({ id }) => id) };
}
