import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FoundCamera } from "#actions/administration/camera-admin-actions.ts";
import {
  type BulkTarget,
  bulkStatus,
  byIp,
  markBulk,
  nextBulk,
  registrationPayload,
  retryFailed,
} from "#domain/cameras/registration.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { Progress } from "#chrome/kit/feedback/progress.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "#chrome/screens/administration/forms/form.module.css";
import { useLeft } from "#chrome/screens/administration/use-left.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { CameraLogin } from "./camera-login.tsx";
import css from "./registration.module.css";

interface Row {
  readonly found: FoundCamera;
  readonly target: BulkTarget;
}

/** A list in which nothing can be chosen contains nothing that can take the focus. */
const scrolledByKeys = { tabIndex: 0 } as const;

/**
 * What the user has chosen and typed in this tab. A device is identified by its URL, because several devices may answer
 * at one address.
 */
interface AutoForm {
  readonly targets: readonly BulkTarget[];
  readonly username: string;
  readonly password: string;
}
export const emptyAuto: AutoForm = { targets: [], username: "", password: "" };

/** Found cameras, registered one at a time with one user name and password. */
export function AutoTab(props: {
  readonly form: AutoForm;
  readonly onChange: (part: Partial<AutoForm>) => void;
  readonly onProcessing: (processing: boolean) => void;
  readonly onClose: () => void;
}) {
  const { username, password } = props.form;
  const { cameras } = useAdministration();
  const say = useText();
  // A device that was found when the dialog was open before may have been registered since.
  const search = useQuery({
    queryKey: ["discover"],
    queryFn: ({ signal }) => valueOf(cameras.discover(signal)),
    gcTime: 0,
  });
  const found = (search.data ?? []).toSorted(byIp);
  // A device that a new search has not found, or has found registered by another user, is not shown as chosen, so it
  // must not count as chosen.
  const isOffered = ({ ip: url, state }: BulkTarget): boolean =>
    state === "registered" || state === "processing" || found.some((each) => each.url === url && !each.registered);
  const targets = props.form.targets.map((target) => (isOffered(target) ? target : { ...target, selected: false }));
  const setTargets = (next: readonly BulkTarget[]): void => props.onChange({ targets: next });
  const [processing, setProcessing] = useState(false);
  const left = useLeft();
  const status = bulkStatus(targets);

  const fresh = (url: string): BulkTarget => ({ ip: url, selected: false, state: "waiting", failure: null });
  const rows: Row[] = found.map((each) => ({
    found: each,
    target: targets.find((target) => target.ip === each.url) ?? fresh(each.url),
  }));
  const open = rows.filter(({ found: each, target }) => !each.registered && target.state !== "registered");
  const select = (urls: readonly string[], selected: boolean): void =>
    setTargets([
      ...targets.filter((target) => !urls.includes(target.ip)),
      ...urls.map((url) => ({ ...(targets.find((target) => target.ip === url) ?? fresh(url)), selected })),
    ]);

  /** `ips`: register only these of the selected devices */
  const register = async (begin: readonly BulkTarget[], ips?: readonly string[]): Promise<void> => {
    setProcessing(true);
    props.onProcessing(true);
    let now = begin;
    const show = (next: readonly BulkTarget[]): void => {
      now = next;
      setTargets(next);
    };
    for (let target = nextBulk(now, ips); target; target = nextBulk(now, ips)) {
      const { ip: url } = target;
      show(markBulk(now, url, "processing"));
      const name = found.find((each) => each.url === url)?.name ?? "";
      const done = await cameras.register(registrationPayload({ driver: "ONVIF", uri: url, name, username, password }));
      if (left.current) return;
      show(done.ok ? markBulk(now, url, "registered") : markBulk(now, url, "failed", done.error));
    }
    setProcessing(false);
    props.onProcessing(false);
    if (bulkStatus(now).outcome === "success") props.onClose();
  };
  const retry = (): void => {
    const again = retryFailed(targets);
    void register(again.targets, again.ips);
  };

  return (
    <div className={css.tab}>
      {search.isPending || search.isRefetching ? <LoadingState text={say("register.searching")} /> : null}
      {search.isError ? (
        <ErrorState
          title={say("register.searchFailed")}
          reason={reasonOf(search.error)}
          retryLabel={say("register.again")}
          onRetry={() => void search.refetch()}
        />
      ) : null}
      {search.isSuccess && !search.isRefetching && rows.length === 0 ? (
        <EmptyState title={say("register.none")} text={say("register.noneText")} />
      ) : null}
      {rows.length > 0 ? (
        <>
          <Checkbox
            isDisabled={processing || open.length === 0}
            isSelected={open.length > 0 && open.every(({ target }) => target.selected)}
            isIndeterminate={open.some(({ target }) => target.selected) && !open.every(({ target }) => target.selected)}
            onChange={(on) =>
              select(
                open.map((row) => row.found.url),
                on,
              )
            }
          >
            {say("cameras.selectAll")}
          </Checkbox>
          <div className={css.found} {...(open.length === 0 ? scrolledByKeys : {})}>
            <DataTable
              label={say("register.found")}
              rows={rows}
              rowKey={(row) => row.found.url}
              columns={[
                {
                  id: "camera",
                  label: say("register.camera"),
                  render: (row) => (
                    <Checkbox
                      isDisabled={processing || row.found.registered || row.target.state === "registered"}
                      isSelected={row.target.selected}
                      onChange={(on) => select([row.found.url], on)}
                    >
                      {[row.found.name, row.found.model].filter(Boolean).join(", ") || row.found.url}
                    </Checkbox>
                  ),
                },
                { id: "ip", label: say("register.ip"), render: (row) => row.found.ip },
                { id: "state", label: say("register.state"), render: (row) => <State row={row} /> },
              ]}
            />
          </div>
        </>
      ) : null}
      <div className={form.row}>
        <CameraLogin
          username={username}
          onUsername={(typed) => props.onChange({ username: typed })}
          password={password}
          onPassword={(typed) => props.onChange({ password: typed })}
        />
      </div>
      {status.show ? (
        <Progress
          label={say("register.progress", { done: status.registered, total: status.total })}
          percent={status.progress}
        />
      ) : null}
      <div className={css.foot}>
        <Button isDisabled={processing || search.isFetching} onPress={() => void search.refetch()}>
          {say("register.again")}
        </Button>
        <Button isDisabled={processing} onPress={props.onClose}>
          {say("app.cancel")}
        </Button>
        {status.errors > 0 && !processing ? (
          <Button tone="primary" onPress={retry}>
            {say("register.retry")}
          </Button>
        ) : (
          <Button
            tone="primary"
            isDisabled={processing || !targets.some((target) => target.selected)}
            onPress={() => void register(targets)}
          >
            {say("register.selected")}
          </Button>
        )}
      </div>
    </div>
  );
}

function State({ row: { found, target } }: { readonly row: Row }) {
  const say = useText();
  if (target.state === "failed")
    return (
      <span className={form.bad}>
        <FailureWords of={target.failure} />
      </span>
    );
  if (target.state === "processing") return say("register.processing");
  if (found.registered || target.state === "registered")
    return <span className={form.good}>{say("register.registered")}</span>;
  return <span className={form.muted}>{say("register.waiting")}</span>;
}
