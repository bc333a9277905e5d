import { useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { goBack } from "#chrome/kit/browser/back-closes.ts";
import * as z from "zod/mini";

type Query = Readonly<Record<string, string | number>>;

interface Address<T> {
  /** the state that the address holds; empty when it cannot be read */
  readonly value: Partial<T>;
  /** it contains something that this screen does not understand */
  readonly unreadable: boolean;
  /** shows something else in the same place: Back goes to the page from which it was opened */
  readonly replace: (query: Query) => void;
  /** opens something on top of the shown content: Back closes it */
  readonly open: (query: Query) => void;
  /** closes what `open` opened, as Back does; `query`: the query that remains when a link had opened it */
  readonly close: (query?: Query) => void;
}

/** Marks an entry of the history whose predecessor is the same screen without the opened part. */
const opened = z.object({ opened: z.literal(true) });

/** The part of a screen's state that its address holds: a link opens it, a reload keeps it, Back closes it. */
export function useAddress<T>(schema: z.ZodMiniType<T>): Address<T> {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const current = useRef(key);
  // Before the page is painted: a dialog that can be seen can be closed, however busy the page is.
  useLayoutEffect(() => {
    current.current = key;
    // A screen that the user has left must not change the address either: an operation that it waited for may end long
    // after.
    return () => {
      current.current = "";
    };
  }, [key]);
  const read = useMemo(() => schema.safeParse(Object.fromEntries(new URLSearchParams(search))), [schema, search]);
  const to = (query: Query): string => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    return text === "" ? pathname : `${pathname}?${text}`;
  };
  return {
    value: read.success ? read.data : {},
    unreadable: !read.success,
    replace: (query) => void navigate(to(query), { replace: true, state }),
    open: (query) => void navigate(to(query), { state: { opened: true } }),
    close(query = {}) {
      // A dialog that was closed already, by Back or by a second click, must not close anything else.
      if (current.current !== key) return;
      current.current = "";
      if (opened.safeParse(state).success) return goBack(navigate, 1);
      // The link's own entry is the one that has to change: Back would open the dialog again.
      goBack(navigate, 0, () => void navigate(to(query), { replace: true }));
    },
  };
}
