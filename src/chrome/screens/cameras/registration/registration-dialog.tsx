import { useState } from "react";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
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
  const auto = useParts(emptyAuto);
  const manual = useParts(emptyManual);
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
            content: <AutoTab {...auto} onProcessing={setProcessing} onClose={onClose} />,
          },
          {
            id: "manual",
            label: say("register.manual"),
            content: <ManualTab {...manual} onProcessing={setProcessing} onClose={onClose} />,
          },
        ]}
      />
    </Dialog>
  );
}

/** What a form holds, and how it changes in part. */
function useParts<T extends object>(empty: T) {
  const [form, setForm] = useState(empty);
  return { form, onChange: (part: Partial<T>) => setForm((before) => ({ ...before, ...part })) };
}
