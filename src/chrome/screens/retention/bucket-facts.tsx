/** How the archive in a bucket is, what is there, what waits, and how it is set. */
import type { BucketState } from "#actions/administration/bucket-actions.ts";
import { HealthLine, type HealthTone } from "#chrome/kit/feedback/health-line.tsx";
import { useReasonWords } from "#chrome/texts/use-reason-words.ts";
import { type Say, useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { clockText, type ShownBucket } from "#domain/recordings/bucket-form.ts";
import { roundDays } from "#domain/recordings/retention.ts";
import form from "../administration/forms/form.module.css";
import { daysWords } from "../administration/streams/use-words.ts";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import css from "./retention.module.css";

const STATES = ["ok", "away", "resting", "unknown"] as const;
type State = (typeof STATES)[number];
const stateOf = (text: string): State => STATES.find((known) => known === text) ?? "unknown";
const tones: Readonly<Record<State, HealthTone>> = { ok: "good", away: "bad", resting: "good", unknown: "warn" };

export function BucketFacts({ bucket, state }: { readonly bucket: ShownBucket; readonly state: BucketState }) {
  const say = useText();
  const bytesWords = useBytesWords();
  const { minute } = useShownTime();
  const { stored, backlog, only, held, compared } = state;
  const rateWords = (bytes: number): string => say("volumes.perSecond", { bytes: bytesWords(bytes) });
  const { hours, limit, holds } = bucket;
  const times = hours
    ? say("bucket.within", { from: clockText(hours.from), to: clockText(hours.to) })
    : say("bucket.always");
  return (
    <>
      <div className={css.health}>
        <Health bucket={bucket} state={state} />
        <Restore of={state.restore} />
      </div>
      <dl className={form.facts}>
        <dt>{say("bucket.service")}</dt>
        <dd>{say("bucket.serviceIn", { endpoint: bucket.endpoint, region: bucket.region })}</dd>
        <dt>{say("bucket.bucket")}</dt>
        <dd>{bucket.prefix === "" ? bucket.bucket : `${bucket.bucket}/${bucket.prefix}`}</dd>
        <dt>{say("bucket.goes")}</dt>
        <dd>{goesWords(say, bucket)}</dd>
        <dt>{say("bucket.kept")}</dt>
        <dd>{bucket.keepDays === null ? say("bucket.keptAlways") : daysWords(say, bucket.keepDays)}</dd>
        <dt>{say("bucket.times")}</dt>
        <dd>{limit === null ? times : say("bucket.limited", { times, rate: rateWords(limit) })}</dd>
        <dt>{say("bucket.stored")}</dt>
        <dd>
          {stored.files === 0
            ? say("bucket.nothing")
            : say("bucket.storedOf", {
                size: bytesWords(stored.bytes),
                files: stored.files,
                objects: stored.objects,
                time: minute(stored.oldest),
              })}
        </dd>
        <dt>{say("bucket.waiting")}</dt>
        <dd>
          {backlog.files === 0
            ? say("bucket.nothing")
            : say(backlog.isMore ? "bucket.waitingMore" : "bucket.waitingOf", {
                size: bytesWords(backlog.bytes),
                files: backlog.files,
                time: minute(backlog.oldest),
              })}
        </dd>
        <dt>{say("bucket.rate")}</dt>
        <dd>{rateWords(state.bytesPerSecond)}</dd>
        <dt>{say("bucket.only")}</dt>
        <dd>
          {only.files === 0
            ? say("bucket.nothing")
            : say("bucket.onlyOf", { size: bytesWords(only.bytes), files: only.files })}
        </dd>
        {holds || held > 0 ? (
          <>
            <dt>{say("bucket.held")}</dt>
            <dd>{held === 0 ? say("bucket.nothing") : say("bucket.heldOf", { objects: held })}</dd>
          </>
        ) : null}
        {state.found > 0 ? (
          <>
            <dt>{say("bucket.found")}</dt>
            <dd>{say("bucket.heldOf", { objects: state.found })}</dd>
          </>
        ) : null}
        <dt>{say("bucket.compared")}</dt>
        <dd>
          {compared === null
            ? say("bucket.notYet")
            : say(comparedKey(compared), { ...compared, time: minute(compared.time) })}
        </dd>
        <dt>{say("bucket.encryption")}</dt>
        <dd>{say(`bucket.encryption.${bucket.encryption}`)}</dd>
      </dl>
    </>
  );
}

/** Whether the bucket holds what the index knows. */
function comparedKey({ unknown, missing }: NonNullable<BucketState["compared"]>) {
  if (missing > 0) return "bucket.comparedMissing";
  return unknown > 0 ? "bucket.comparedUnknown" : "bucket.comparedEqual";
}

/** What is copied, of which cameras, and when. */
function goesWords(say: Say, { what, afterDays, cameras }: ShownBucket): string {
  if (what === "evidence") return say("bucket.goesEvidence");
  const words = say(what === "motion" ? "bucket.goesMotion" : "bucket.goesAfter", { days: roundDays(afterDays) });
  return cameras === null ? words : say("bucket.goesOf", { words, count: cameras.length });
}

function Health({ bucket, state }: { readonly bucket: ShownBucket; readonly state: BucketState }) {
  const say = useText();
  const reason = useReasonWords()(state.reason);
  const known = stateOf(state.state);
  return (
    <HealthLine tone={tones[known]}>
      {known === "away" && reason !== ""
        ? say("bucket.state.awayFor", { reason })
        : say(`bucket.state.${known}`, { time: clockText(bucket.hours?.from ?? 0) })}
    </HealthLine>
  );
}

/** How far what is in the bucket is taken in, or how the last time ended. */
function Restore({ of: restore }: { readonly of: BucketState["restore"] }) {
  const say = useText();
  const reasonWords = useReasonWords();
  if (restore === null) return null;
  const { isRunning, files, objects } = restore;
  const reason = reasonWords(restore.reason);
  if (isRunning) return <HealthLine tone="good">{say("bucket.restoring", { files, objects })}</HealthLine>;
  if (reason === "") return <HealthLine tone="good">{say("bucket.restored", { files, objects })}</HealthLine>;
  return <HealthLine tone="bad">{say("bucket.restoreFailed", { files, objects, reason })}</HealthLine>;
}
