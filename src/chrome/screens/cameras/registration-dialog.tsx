import { useState } from "react";
import { Dialog } from "#chrome/kit/dialog.tsx";
import { Tabs } from "#chrome/kit/tabs.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { AutoTab } from "./auto-tab.tsx";
import { ManualTab } from "./manual-tab.tsx";

/** Registers cameras: found ones together, or one by hand. */
export function RegistrationDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useText();
  const [tab, setTab] = useState("auto");
  const [processing, setProcessing] = useState(false);
  return (
    <Dialog title={say("register.title")} isOpen wide onClose={onClose} dismissable={!processing} actions={null}>
      <Tabs
        label={say("register.tabs")}
        selected={tab}
        onSelect={(id) => {
          if (!processing) setTab(id);
        }}
        tabs={[
          {
            id: "auto",
            label: say("register.auto"),
            content: <AutoTab onProcessing={setProcessing} onClose={onClose} />,
          },
          {
            id: "manual",
            label: say("register.manual"),
            content: <ManualTab onProcessing={setProcessing} onClose={onClose} />,
          },
        ]}
      />
    </Dialog>
  );
}
