/**
 * The cameras tab without cameras: administrators get a link to the registration, other users read that there is
 * nothing that they may see.
 */
import { IconVideoOff } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { registrationLinksShown } from "#domain/accounts/access.ts";
import { visitorOf } from "#state/session-store.ts";

export function NoCameras() {
  const { stores } = useProduct();
  const say = useText();
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const registers = registrationLinksShown(visitor);
  return (
    <EmptyState
      icon={<IconVideoOff size={28} />}
      title={say(registers ? "panel.empty" : "failure.stage/no-servers")}
      text={say("panel.emptyText")}
    >
      {registers ? (
        <Link to={visitor.edition === "aggregator" ? "/servers" : "/cameras"}>
          {say(visitor.edition === "aggregator" ? "panel.registerServers" : "panel.registerCameras")}
        </Link>
      ) : null}
    </EmptyState>
  );
}
