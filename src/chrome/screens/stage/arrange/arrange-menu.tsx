/** The entries for the whole stage: the largest pictures, the templates, and whether its tiles may stand still. */
import { IconLayoutDashboard, IconPlayerPause } from "@tabler/icons-react";
import { MenuItem } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { shownStageId, withStill } from "#state/stage/still-stages.ts";
import { STAGE_TEMPLATES, type StageTemplate, templatePlaces } from "#domain/stage-grid/templates.ts";

export function ArrangeAll() {
  const { stores } = useProduct();
  const { arranging } = useWorkspace();
  const say = useText();
  const count = useFacts(stores.stage, ({ grid }) => grid.cells.length);
  const shownId = useFacts(stores.savedStages, () => shownStageId(stores));
  const still = useFacts(stores.preferences, ({ stillStages }) => stillStages.includes(shownId));
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
            icon={<TemplateIcon name={name} />}
            end={beyond > 0 ? say("wall.closes", { count: beyond }) : null}
            isDisabled={count === 0}
            onAction={() => void arranging().then(({ template }) => template(name))}
          />
        );
      })}
      <MenuItem
        label={say("still.toggle")}
        icon={<IconPlayerPause size={16} />}
        end={say(still ? "still.on" : "still.off")}
        onAction={() =>
          stores.preferences.change((facts) => {
            facts.stillStages = withStill(facts.stillStages, shownId, !still);
          })
        }
      />
    </>
  );
}

const ICON_PX = 16;

/** The template itself, small. */
function TemplateIcon({ name }: { readonly name: StageTemplate }) {
  const places = templatePlaces(name);
  const unit = ICON_PX / Math.max(...places.map(({ column, columnSpan }) => column + columnSpan));
  return (
    <svg width={ICON_PX} height={ICON_PX} fill="currentColor" aria-hidden="true">
      {places.map(({ row, column, rowSpan, columnSpan }) => (
        <rect
          key={`${row} ${column}`}
          x={column * unit + 0.5}
          y={row * unit + 0.5}
          width={columnSpan * unit - 1}
          height={rowSpan * unit - 1}
          rx={0.75}
        />
      ))}
    </svg>
  );
}
