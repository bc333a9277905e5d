/** A plugin's page in a sandboxed frame, and the plugin's author below it (document 1, section 2). */
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { classes } from "#chrome/kit/classes.ts";
import { LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { askedHeight, pluginAt, type PluginProvider, pluginSource } from "#domain/plugins.ts";
import { NotFoundScreen } from "../not-found-screen.tsx";
import css from "./plugin.module.css";

export default function PluginScreen() {
  const { stores } = useProduct();
  const say = useText();
  const { pathname } = useLocation();
  const status = useFacts(stores.plugins, (facts) => facts.status);
  const list = useFacts(stores.plugins, (facts) => facts.list);
  const found = pluginAt(list, pathname);
  if (!found) return status === "idle" ? <LoadingState text={say("app.loading")} /> : <NotFoundScreen />;
  const { plugin, extension } = found;
  const source = pluginSource(plugin, extension);
  return (
    <div className={css.page}>
      {/* Another page is another frame: nothing of the one before stays. */}
      <PluginFrame key={source} source={source} name={extension.name} />
      {plugin.provider ? <Provider provider={plugin.provider} app={plugin.name} /> : null}
    </div>
  );
}

/** The frame fills the screen until its page requests a height. */
function PluginFrame({ source, name }: { readonly source: string; readonly name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [heightPx, setHeightPx] = useState<number | "fill">("fill");
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      // The origin of a sandbox says nothing, so the sender is identified by its window.
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      const asked = askedHeight(event.data);
      if (asked !== null) setHeightPx(asked);
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);
  return (
    <iframe
      ref={frame}
      src={source}
      title={name}
      sandbox="allow-scripts allow-popups"
      referrerPolicy="no-referrer"
      className={classes(css.frame, heightPx === "fill" && css.fill)}
      {...(heightPx === "fill" ? {} : { height: heightPx })}
    />
  );
}

function Provider({ provider, app }: { readonly provider: PluginProvider; readonly app: string }) {
  const say = useText();
  const { name, logo, supportUrl, email, phone } = provider;
  return (
    <footer className={css.provider}>
      {logo === "" ? null : <img src={logo} alt="" width={20} height={20} />}
      <span>{say("plugin.provider", { app, name })}</span>
      {supportUrl === "" ? null : (
        <a href={supportUrl} target="_blank" rel="noreferrer">
          {say("plugin.support")}
        </a>
      )}
      {email === "" ? null : <a href={`mailto:${email}`}>{email}</a>}
      {phone === "" ? null : <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>{phone}</a>}
    </footer>
  );
}
