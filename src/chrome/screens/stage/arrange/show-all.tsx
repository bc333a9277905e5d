/** The empty stage's button that shows all cameras; it says how many find no place. */
import { IconLayoutGridAdd } from "@tabler/icons-react";
import { useMemo } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import css from "../stage.module.css";

export function ShowAll() {
  const { stores } = useProduct();
  const { arranging, stage } = useWorkspace();
  const say = useText();
  const order = useFacts(stores.cameras, (facts) => facts.order);
  const server = useFacts(stores.session, (facts) => facts.server);
  const servers = useFacts(stores.servers, (facts) => facts.byId);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the limits of players come with the servers
  const count = useMemo(() => stage.newCells(order).length, [stage, order, server, servers]);
  if (count === 0) return null;
  const leftOut = order.length - count;
  return (
    <div className={css.showAll}>
      <Button tone="primary" onPress={() => void arranging().then(({ addAll }) => addAll(order))}>
        <IconLayoutGridAdd size={18} aria-hidden="true" />
        {say("wall.showAll", { count })}
      </Button>
      {leftOut > 0 ? <p>{say("wall.leftOut", { count: leftOut })}</p> : null}
    </div>
  );
}
