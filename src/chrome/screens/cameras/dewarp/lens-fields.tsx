import { LENS_FOV_RANGE, LENS_RADIUS_RANGE, LENS_ROLL_RANGE, type Lens } from "#domain/dewarp/lens.ts";
import type { ModelLens } from "#actions/administration/same-model.ts";
import type { FoundLens } from "#actions/stage/lens-search.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { SliderField } from "#chrome/kit/field/slider-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./dewarp.module.css";

/** The source of the lens that is shown. */
export type LensOrigin = "stored" | "found" | "set" | "default";

const projections = ["equidistant", "equisolid", "stereographic", "orthographic"] as const;
/** Never better than a hundredth of a percent: the fit knows nothing of what lens and JPEG do alike everywhere. */
const errorPercent = (share: number): number => Math.max(0.01, Math.round(share * 10_000) / 100);
const percent = (share: number): number => Math.round(share * 1000) / 10;

/**
 * The circle and the lens as numbers: these fields set everything that dragging in the round picture sets, and the
 * values that dragging cannot set.
 */
export function LensFields(props: {
  readonly lens: Lens;
  readonly origin: LensOrigin;
  readonly certainty: Pick<FoundLens, "error" | "seen"> | null;
  /** where the picture shows the stored circle now; null: where it was stored, or nowhere */
  readonly moved: Pick<FoundLens, "lens"> | null;
  /** of other cameras of this model */
  readonly sameModel: readonly ModelLens[];
  readonly onLens: (lens: Lens) => void;
  readonly onMoved: () => void;
  readonly onSearch: () => void;
}) {
  const { lens, origin, certainty, onLens } = props;
  const say = useText();
  const known = projections.some((each) => each === lens.projection);
  return (
    <fieldset className={css.lens}>
      <legend>{say("dewarp.lens")}</legend>
      <div className={css.found}>
        <output>
          {say(`dewarp.lens.${origin}`)}
          {origin === "found" && certainty && (
            <>
              {" "}
              {say("dewarp.certainty", {
                error: errorPercent(certainty.error),
                seen: Math.round(certainty.seen * 100),
              })}
            </>
          )}
        </output>
        <Button size="small" onPress={props.onSearch}>
          {say("dewarp.search")}
        </Button>
      </div>
      {props.moved ? (
        <div className={css.found}>
          <p role="alert" className={css.moved}>
            {say("dewarp.circleMoved")}
          </p>
          <Button size="small" onPress={props.onMoved}>
            {say("dewarp.takeCircle")}
          </Button>
        </div>
      ) : null}
      {props.sameModel.length > 0 ? (
        <div className={css.found}>
          <span>{say("dewarp.sameModel")}</span>
          <div className={css.offers}>
            {props.sameModel.map(({ name, lens: other }) => (
              <Button key={name} size="small" onPress={() => onLens(other)}>
                {say("dewarp.takeLens", { name })}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
      <div className={css.fields}>
        <SliderField
          label={say("dewarp.centerX")}
          unit="%"
          value={percent(lens.centerX)}
          min={0}
          max={100}
          step={0.1}
          onChange={(value) => onLens({ ...lens, centerX: value / 100 })}
        />
        <SliderField
          label={say("dewarp.centerY")}
          unit="%"
          value={percent(lens.centerY)}
          min={0}
          max={100}
          step={0.1}
          onChange={(value) => onLens({ ...lens, centerY: value / 100 })}
        />
        <SliderField
          label={say("dewarp.radius")}
          unit="%"
          value={percent(lens.radius)}
          min={LENS_RADIUS_RANGE.min * 100}
          max={LENS_RADIUS_RANGE.max * 100}
          step={0.1}
          onChange={(value) => onLens({ ...lens, radius: value / 100 })}
        />
        <SliderField
          label={say("dewarp.fov")}
          unit="°"
          value={lens.fov}
          min={LENS_FOV_RANGE.min}
          max={lens.projection === "orthographic" ? 180 : LENS_FOV_RANGE.max}
          step={LENS_FOV_RANGE.step}
          onChange={(fov) => onLens({ ...lens, fov })}
        />
        <SliderField
          label={say("dewarp.roll")}
          unit="°"
          value={lens.roll}
          {...LENS_ROLL_RANGE}
          onChange={(roll) => onLens({ ...lens, roll })}
        />
        <Select
          label={say("dewarp.projection")}
          value={lens.projection}
          options={(known ? projections : [...projections, lens.projection]).map((id) => ({
            id,
            label: say(`dewarp.projection.${id}`),
          }))}
          onChange={(projection) =>
            onLens({ ...lens, projection, fov: projection === "orthographic" ? Math.min(180, lens.fov) : lens.fov })
          }
        />
      </div>
    </fieldset>
  );
}
