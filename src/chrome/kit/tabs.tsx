import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";
import css from "./tabs.module.css";

export interface TabDefinition {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  end,
}: {
  readonly label: string;
  readonly tabs: readonly TabDefinition[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** content beside the list of tabs */
  readonly end?: ReactNode;
}) {
  return (
    <AriaTabs className={css.tabs ?? ""} selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <div className={css.head}>
        <TabList aria-label={label} className={css.list ?? ""}>
          {tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} className={css.tab ?? ""}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
        {end}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={css.panel ?? ""}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
