import { useQuery } from "@tanstack/react-query";
import { Select, type SelectOption } from "#chrome/kit/field/select.tsx";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { valueOf } from "#chrome/value-of.ts";

/** The aggregator itself, as its API calls it. */
export const OWN_AUDIT = "own";

interface Props {
  readonly all: SelectOption<string>;
  /** the server whose audit is chosen; absent: all */
  readonly server: string | undefined;
  readonly chosen: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Whose entries: of one camera of this server, or of one of all servers' cameras. */
export function AuditCameraSelect(props: Props) {
  const { stores } = useProduct();
  const here = useServerHere();
  const isAggregator = useFacts(stores.session, (facts) => facts.about?.edition === "aggregator");
  return isAggregator && here === null ? <OfAllServers {...props} /> : <OfServer {...props} />;
}

function OfServer(props: Props) {
  const { cameras } = useAdministration();
  const list = useQuery({ queryKey: ["audit-cameras"], queryFn: ({ signal }) => valueOf(cameras.list(signal)) });
  return <Cameras {...props} known={(list.data ?? []).map(({ id, name }) => ({ id, label: name }))} />;
}

/** Cameras of different servers may have one name: each says whose it is. */
function OfAllServers(props: Props) {
  const { stores } = useProduct();
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const order = useFacts(stores.cameras, (facts) => facts.order);
  const servers = useFacts(stores.servers, (facts) => facts.byId);
  const known = order.flatMap((key) => {
    const camera = byKey[key];
    if (!camera || (props.server !== undefined && props.server !== camera.orchidId)) return [];
    return [{ id: camera.id, label: `${camera.name} · ${servers[camera.orchidId]?.name ?? camera.orchidId}` }];
  });
  // The aggregator's own audit has no cameras.
  return props.server === OWN_AUDIT && props.chosen === undefined ? null : <Cameras {...props} known={known} />;
}

function Cameras({ all, chosen, known, onChange }: Props & { readonly known: readonly SelectOption<string>[] }) {
  const say = useText();
  const isKnown = chosen === undefined || known.some(({ id }) => id === chosen);
  return (
    <Select
      label={say("audit.camera")}
      value={chosen ?? all.id}
      options={[all, ...known, ...(isKnown ? [] : [{ id: chosen, label: say("audit.removedCamera") }])]}
      onChange={onChange}
    />
  );
}
