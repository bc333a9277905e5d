import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./sign-in.module.css";

/** The agreement that administrators have set, and the box that accepts it. */
export function Agreement(props: {
  readonly text: string;
  readonly accepted: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (accepted: boolean) => void;
}) {
  const say = useText();
  return (
    <div className={css.agreement}>
      <span className={css.label} id="agreement-label">
        {say("signIn.agreement")}
      </span>
      <textarea readOnly rows={6} aria-labelledby="agreement-label" value={props.text} />
      <Checkbox isSelected={props.accepted} onChange={props.onChange} isDisabled={props.isDisabled}>
        {say("signIn.accept")}
      </Checkbox>
    </div>
  );
}
