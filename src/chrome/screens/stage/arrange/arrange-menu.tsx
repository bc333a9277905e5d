/** The entries that arrange the whole stage: the largest pictures, and the templates. */
import { IconLayoutBoard, IconLayoutDashboard } from "@tabler/icons-react";
import { MenuItem } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { STAGE_TEMPLATES, templatePlaces } from "#domain/stage-grid/templates.ts";

export function ArrangeAll() {
  const { stores } = useProduct();
  const { arranging } = useWorkspace();
  const say = useText();
  const count = useFacts(stores.stage, ({ grid }) => grid.cells.length);
  return (
    <>
      <MenuItem
        label={say("wall.pack")}
        icon={<IconLayoutDashboard size={16} />}
        isDisabled={count === 0}
        onAction={() => void arranging().then(({ pack }) => pack())}
      />
      {STAGE_TEMPLATES.map((name) => {
        const beyond = count - templatePlaces(name).length;
        return (
          <MenuItem
            key={name}
            label={say("wall.template", { name })}
            icon={<IconLayoutBoard size={16} />}
            end={beyond > 0 ? say("wall.closes", { count: beyond }) : null}
            isDisabled={count === 0}
            onAction={() => void arranging().then(({ template }) => template(name))}
          />
        );
      })}
    </>
  );
}
