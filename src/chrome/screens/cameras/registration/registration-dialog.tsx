import { useState } from "react";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import { Tabs } from "#chrome/kit/tabs.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { AutoTab, emptyAuto } from "./auto-tab.tsx";
import { emptyManual, ManualTab } from "./manual-tab.tsx";

/** Registers cameras: several that a search has found, or one by hand. */
export default function RegistrationDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useText();
  const [tab, setTab] = useState("auto");
  const [processing, setProcessing] = useState(false);
  // The state of both tabs is kept here, so that a user who looks at the other tab loses nothing.
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

/** The values of a form, and the function that changes some of them. */
function useParts<T extends object>(empty: T) {
  const [form, setForm] = useState(empty);
  return { form, onChange: (part: Partial<T>) => setForm((before) => ({ ...before, ...part })) };
}
