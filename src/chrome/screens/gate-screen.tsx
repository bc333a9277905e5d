import { Link } from "react-router-dom";
import type { Gate } from "#domain/browser-support.ts";
import { useProduct } from "#chrome/product.ts";
import type { TextId } from "#chrome/texts/parts/all.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { MessagePage } from "#chrome/kit/feedback/message-page.tsx";

const texts: Readonly<Record<Gate, readonly [TextId, TextId]>> = {
  "unsupported-browser": ["gate.unsupported.title", "gate.unsupported.text"],
  "no-websocket": ["gate.websocket.title", "gate.websocket.text"],
  incognito: ["gate.incognito.title", "gate.incognito.text"],
  "browser-compatibility": ["gate.compatibility.title", "gate.compatibility.text"],
};

/** Names the feature that this browser lacks. */
export function GateScreen({ gate }: { readonly gate: Gate }) {
  const say = useText();
  const { lacking } = useProduct();
  const [title, text] = texts[gate];
  return (
    <MessagePage title={say(title)} text={say(text)}>
      {gate === "unsupported-browser" && lacking.length > 0 ? (
        <p>{say("gate.lacks", { names: lacking.join(", ") })}</p>
      ) : null}
      <Link to="/sign-in">{say("gate.back")}</Link>
    </MessagePage>
  );
}
