/** Advanced settings: Cancel returns to the stage, Save stores them and reloads the application at its base address. */
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { AdvancedSettings } from "#actions/session/advanced-settings.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { LOG_LEVELS } from "#domain/browser-support.ts";
import { changedFields } from "#domain/changed-fields.ts";
import { PAINTER_CHOICES } from "#domain/stage/painter-choice.ts";
import css from "./flags.module.css";

const MODES = ["disabled", "lowbandwidth", "webrtc"] as const;
const DEWARP_CHOICES = [4, 8, 16, 32, 64];
const OVERRIDES = ["enabled", "disabled"] as const;

export default function FlagsScreen() {
  const { advanced, stores } = useProduct();
  const say = useText();
  const navigate = useNavigate();
  const [began] = useState<AdvancedSettings>(advanced.read);
  const [settings, setSettings] = useState(began);
  const [dewarpMax, setDewarpMax] = useState(() => stores.preferences.get().dewarpMax);
  const [failed, setFailed] = useState(false);
  const change = (part: Partial<AdvancedSettings>): void => setSettings({ ...settings, ...part });

  return (
    <div className={css.page}>
      <form
        className={css.box}
        onSubmit={(event) => {
          event.preventDefault();
          stores.preferences.change((facts) => {
            facts.dewarpMax = dewarpMax;
          });
          setFailed(!advanced.save(changedFields(began, settings)));
        }}
      >
        <h1>{say("flags.title")}</h1>
        <div className={css.settings}>
          <div className={css.setting}>
            <Select
              label={say("flags.mode")}
              value={settings.defaultPlayerMode}
              options={MODES.map((id) => ({ id, label: say(`flags.mode.${id}`) }))}
              onChange={(defaultPlayerMode) => change({ defaultPlayerMode })}
            />
            <p className={css.hint}>{say("flags.modeHint")}</p>
          </div>
          <div className={css.setting}>
            <Select
              label={say("flags.override")}
              value={settings.webrtcSupportOverride}
              options={OVERRIDES.map((id) => ({ id, label: say(`flags.override.${id}`) }))}
              onChange={(webrtcSupportOverride) => change({ webrtcSupportOverride })}
            />
            <p className={css.hint}>{say("flags.overrideHint")}</p>
          </div>
          <div className={css.setting}>
            <Select
              label={say("flags.log")}
              value={settings.logLevel}
              options={LOG_LEVELS.map((id) => ({ id, label: id }))}
              onChange={(logLevel) => change({ logLevel })}
            />
            <p className={css.hint}>{say("flags.logHint")}</p>
          </div>
          <div className={css.setting}>
            <Select
              label={say("flags.painter")}
              value={settings.stagePainter}
              options={PAINTER_CHOICES.map((id) => ({ id, label: say(`flags.painter.${id}`) }))}
              onChange={(stagePainter) => change({ stagePainter })}
            />
            <p className={css.hint}>{say("flags.painterHint")}</p>
          </div>
          <div className={css.setting}>
            <Select
              label={say("dewarp.max")}
              value={String(dewarpMax)}
              options={[...new Set([...DEWARP_CHOICES, dewarpMax])]
                .toSorted((a, b) => a - b)
                .map((count) => ({ id: String(count), label: String(count) }))}
              onChange={(count) => setDewarpMax(Number(count))}
            />
            <p className={css.hint}>{say("dewarp.maxHint")}</p>
          </div>
        </div>
        {failed ? (
          <p role="alert" className={css.failed}>
            {say("flags.failed")}
          </p>
        ) : null}
        <div className={css.actions}>
          <Button onPress={() => void navigate("/stage")}>{say("flags.cancel")}</Button>
          <Button tone="primary" type="submit">
            {say("flags.save")}
          </Button>
        </div>
      </form>
    </div>
  );
}
