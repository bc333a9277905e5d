/**
 * The application's messages over every screen: its dialogs and its toasts. Every page contains this component once.
 */
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
