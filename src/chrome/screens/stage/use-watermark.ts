/** Whose account is written over the pictures of which servers. */
import { useProduct } from "#chrome/product.ts";
import type { Product } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { basePermissions } from "#domain/accounts/access.ts";
import { isWatermarked } from "#domain/accounts/watermark.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import type { ServerStoreFacts } from "#state/server-store.ts";
import type { SessionFacts } from "#state/session-store.ts";

const mayConfigure = ({ user }: SessionFacts): boolean =>
  user !== null && (user.admin || basePermissions(user.role, user.scope).includes("config"));

const isMarked = (session: SessionFacts, servers: ServerStoreFacts, orchidId: string): boolean =>
  isWatermarked(servers.byId[orchidId]?.watermark ?? session.server?.watermark ?? "off", mayConfigure(session));

/** The account's name where a tile has a watermark; null = it has none. */
export function watermarkName({ stores }: Pick<Product, "stores">, tileId: string): string | null {
  const session = stores.session.get();
  const cell = cellById(stores.stage.get().grid, tileId);
  return cell && isMarked(session, stores.servers.get(), cell.camera.orchidId) ? (session.user?.username ?? "") : null;
}

/** The same, kept current. */
export function useWatermark(): { readonly name: string; readonly isOn: (orchidId: string) => boolean } {
  const { stores } = useProduct();
  const session = useFacts(stores.session, (facts) => facts);
  const servers = useFacts(stores.servers, (facts) => facts);
  return { name: session.user?.username ?? "", isOn: (orchidId) => isMarked(session, servers, orchidId) };
}
