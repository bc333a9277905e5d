import { useState } from "react";
import { Dialog } from "#chrome/kit/dialog.tsx";
import { Tabs } from "#chrome/kit/tabs.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { AutoTab, emptyAuto } from "./auto-tab.tsx";
import { emptyManual, ManualTab } from "./manual-tab.tsx";

/** Registers cameras: found ones together, or one by hand. */
export function RegistrationDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useText();
  const [tab, setTab] = useState("auto");
  const [processing, setProcessing] = useState(false);
  // Of both tabs here: a look at the other one loses nothing.
  const [auto, setAuto] = useState(emptyAuto);
  const [manual, setManual] = useState(emptyManual);
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
            content: (
              <AutoTab
                form={auto}
                onChange={(part) => setAuto((before) => ({ ...before, ...part }))}
                onProcessing={setProcessing}
                onClose={onClose}
              />
            ),
          },
          {
            id: "manual",
            label: say("register.manual"),
            content: (
              <ManualTab
                form={manual}
                onChange={(part) => setManual((before) => ({ ...before, ...part }))}
                onProcessing={setProcessing}
                onClose={onClose}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
