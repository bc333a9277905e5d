/** What administrators type about thinning out. */
import { type Failure, failure } from "../failures/failure.ts";
import { LEAST_THIN_DAYS, MOST_MARGIN_S, MOST_THIN_DAYS, type ThinningSpec, type ThinningWhat } from "./thinning.ts";
import { typedNumber } from "./typed-number.ts";

export interface ThinningForm {
  readonly what: ThinningWhat;
  readonly afterDays: string;
  readonly marginS: string;
  /** null: all cameras, also those that come later */
  readonly cameras: readonly string[] | null;
}

const DEFAULTS: ThinningSpec = { what: "keys", afterDays: 30, marginS: 10, cameras: null };

/** What the dialog begins with; `before` null: nothing is thinned out. */
export function thinningForm(before: ThinningSpec | null): ThinningForm {
  const { what, afterDays, marginS, cameras } = before ?? DEFAULTS;
  return { what, afterDays: String(afterDays), marginS: String(marginS), cameras };
}

const isBetween = (typed: string, least: number, most: number): boolean => {
  const value = typedNumber(typed);
  return value >= least && value <= most;
};

export function thinningFaults(form: ThinningForm): Partial<Record<keyof ThinningForm, Failure | null>> {
  const isMargin = form.what === "keys" || isBetween(form.marginS, 0, MOST_MARGIN_S);
  return {
    afterDays: isBetween(form.afterDays, LEAST_THIN_DAYS, MOST_THIN_DAYS) ? null : failure("thinning/bad-days"),
    marginS: isMargin ? null : failure("thinning/bad-margin"),
  };
}

/** null: something is typed wrongly, or no camera is chosen */
export function thinningRuleOf(form: ThinningForm): ThinningSpec | null {
  const isWrong = Object.values(thinningFaults(form)).some((fault) => fault !== null);
  if (isWrong || form.cameras?.length === 0) return null;
  const { what, cameras } = form;
  // The field is hidden when key pictures remain: nobody has typed anything there, or what they typed may be wrong.
  const marginS = what === "motion" ? typedNumber(form.marginS) : DEFAULTS.marginS;
  return { what, cameras, afterDays: typedNumber(form.afterDays), marginS };
}
