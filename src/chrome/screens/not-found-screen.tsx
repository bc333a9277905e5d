import { Link } from "react-router-dom";
import { useText } from "#chrome/texts/use-text.ts";
import { MessagePage } from "#chrome/kit/feedback/message-page.tsx";

/** The screen for every other path (document 1, section 2). */
export function NotFoundScreen() {
  const say = useText();
  return (
    <MessagePage title={say("notFound.title")} text={say("notFound.text")}>
      <Link to="/">{say("notFound.link")}</Link>
    </MessagePage>
  );
}
