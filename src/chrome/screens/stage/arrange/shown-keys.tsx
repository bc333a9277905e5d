/** The empty stage names the two keys that lead to all others; for fingers, the palette. */
import { Button } from "#chrome/kit/button/button.tsx";
import { useProduct } from "#chrome/product.ts";
import { capsOf } from "#chrome/texts/key-caps.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "../stage.module.css";

export function ShownKeys({ touch }: { readonly touch: boolean }) {
  const { stores } = useProduct();
  const say = useText();
  const open = (kind: "palette" | "keys"): void =>
    stores.dialogs.change(({ queue }) => {
      queue.push({ kind });
    });
  return (
    <div className={css.shownKeys}>
      <Button size="small" tone="quiet" onPress={() => open("palette")}>
        {say("bar.commands")} {touch ? null : <kbd>{capsOf("Ctrl+K", say)}</kbd>}
      </Button>
      {touch ? null : (
        <Button size="small" tone="quiet" onPress={() => open("keys")}>
          {say("bar.keys")} <kbd>?</kbd>
        </Button>
      )}
    </div>
  );
}
