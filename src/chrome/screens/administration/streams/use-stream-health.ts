import { useCallback, useEffect, useRef, useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { StreamAdminActions, StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { sameFields } from "#chrome/use-facts.ts";
import { failedStreamState, nextCheckMs, type StreamState } from "#domain/cameras/stream-status.ts";

/** The maximum number of due streams in one request. */
const ONE_BY_ONE_MAX = 4;
/** No list has been requested yet. */
const NEVER = Symbol("never");

interface StreamHealths {
  readonly byId: ReadonlyMap<string, StreamHealth>;
  /** Shows a state at once (restarting) and requests the real one soon. */
  readonly expect: (streamId: string, state: StreamState) => void;
}

/**
 * The states of the streams. The hook checks every `tickMs` (document 2, section 4: 1 s in system status, 5 s in camera
 * administration) which streams are due: a stream is due 60 s after it was last seen running, otherwise after 2 s. When
 * `list` changes (streams may have been added, or are meant to run again), all are requested at the next tick; streams
 * that are gone are not requested any more.
 */
export function useStreamHealth(
  streams: StreamAdminActions,
  tickMs: number,
  list: readonly AdminCamera[] | undefined,
): StreamHealths {
  const [byId, setById] = useState<ReadonlyMap<string, StreamHealth>>(new Map());
  const dueAt = useRef(new Map<string, number>());
  /** by stream: since when a state is expected; an answer that was asked for before that does not replace it */
  const expectedAt = useRef(new Map<string, number>());
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });

  useEffect(() => {
    const leave = new AbortController();
    const due = dueAt.current;
    const expected = expectedAt.current;
    let listedAt: unknown = NEVER;
    let asking = false;
    const take = (found: readonly StreamHealth[], replace: boolean, askedMs: number): void => {
      if (leave.signal.aborted) return;
      const isOld = ({ id }: StreamHealth): boolean => (expected.get(id) ?? -1) >= askedMs;
      const old = new Set(found.filter(isOld).map(({ id }) => id));
      if (replace) for (const id of due.keys()) if (!old.has(id)) due.delete(id);
      for (const each of found) if (!old.has(each.id)) due.set(each.id, performance.now() + nextCheckMs(each.state));
      setById((known) => {
        // The object stays the same while nothing changed, so that long lists render only what differs.
        const next = found.map((each) => {
          const before = known.get(each.id);
          return [each.id, before && (old.has(each.id) || sameFields(before, each)) ? before : each] as const;
        });
        const all = new Map([...(replace ? [] : known), ...next]);
        return all.size === known.size && next.every(([id, each]) => known.get(id) === each) ? known : all;
      });
    };
    const failed = (ids: readonly string[]): void => {
      if (leave.signal.aborted) return;
      for (const id of ids) due.set(id, performance.now() + nextCheckMs(failedStreamState));
      setById((known) => {
        const next = new Map(known);
        for (const id of ids) {
          const before = known.get(id) ?? { id, retryCount: 0, lastArchiveMs: 0, trouble: null };
          next.set(id, { ...before, state: failedStreamState });
        }
        return next;
      });
    };
    const ask = async (): Promise<void> => {
      const now = performance.now();
      const ids = [...due].filter(([, at]) => at <= now).map(([id]) => id);
      const isListed = listedAt === latest.current;
      if (isListed && ids.length === 0) return;
      if (!isListed || ids.length > ONE_BY_ONE_MAX) {
        const asked = latest.current;
        const answer = await streams.allHealth(leave.signal);
        if (answer.ok) {
          listedAt = asked;
          take(answer.value, true, now);
        } else failed(isListed ? ids : [...new Set([...due.keys(), ...idsOf(asked)])]);
        return;
      }
      await Promise.all(
        ids.map(async (id) => {
          const answer = await streams.health(id, leave.signal);
          if (answer.ok) take([answer.value], false, now);
          else failed([id]);
        }),
      );
    };
    const tick = (): void => {
      if (asking || document.hidden) return;
      asking = true;
      void ask().finally(() => {
        asking = false;
      });
    };
    tick();
    const timer = setInterval(tick, tickMs);
    return () => {
      leave.abort();
      clearInterval(timer);
      due.clear();
    };
  }, [streams, tickMs]);

  const expect = useCallback((streamId: string, state: StreamState): void => {
    const now = performance.now();
    expectedAt.current.set(streamId, now);
    dueAt.current.set(streamId, now + nextCheckMs(state));
    setById((known) => {
      const before = known.get(streamId);
      return before ? new Map([...known, [streamId, { ...before, state }]]) : known;
    });
  }, []);
  return { byId, expect };
}

/** The streams that are meant to run: a full list of states names these. */
const idsOf = (list: readonly AdminCamera[] | undefined): string[] =>
  (list ?? []).flatMap((camera) => camera.streams.filter(({ active }) => active).map(({ id }) => id));
