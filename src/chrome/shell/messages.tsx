/** What the application says over whatever screen shows: its dialogs, and messages in passing. Every page has it once. */
import { Toasts } from "../kit/feedback/toast.tsx";
import { useText } from "../texts/use-text.ts";
import { AppDialogs } from "./app-dialogs.tsx";

export function Messages() {
  const say = useText();
  return (
    <>
      <AppDialogs />
      <Toasts label={say("app.notifications")} closeLabel={say("app.close")} />
    </>
  );
}
