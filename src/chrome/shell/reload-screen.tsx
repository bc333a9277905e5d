import { Button } from "../kit/button/button.tsx";
import { useProduct } from "../product.ts";
import { MessagePage } from "../kit/feedback/message-page.tsx";
import { useText } from "../texts/use-text.ts";
import { useFacts } from "../use-facts.ts";
import { useWallReturn } from "./use-server-return.ts";

/**
 * The screen that remains after the application has died (document 1, section 4): Reload, and the support link. A wall
 * reloads by itself as soon as its server answers.
 */
export default function ReloadScreen() {
  const { stores, reload } = useProduct();
  const say = useText();
  const cause = useFacts(stores.health, (facts) => facts.deathCause ?? "server");
  useWallReturn(reload);
  const supportUrl = useFacts(stores.session, (facts) => facts.about?.supportUrl ?? "");
  return (
    <MessagePage title={say("death.title")} text={say(`death.${cause}`)}>
      <Button tone="primary" onPress={reload}>
        {say("death.reload")}
      </Button>
      {supportUrl === "" ? null : (
        <a href={supportUrl} target="_blank" rel="noreferrer">
          {say("death.support")}
        </a>
      )}
    </MessagePage>
  );
}
