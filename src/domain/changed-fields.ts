/**
 * The fields of a form that differ from its initial values. Only these are sent, so that changes which somebody else
 * has made in other fields in the meantime stay.
 */
export const changedFields = <T extends object>(before: T, now: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(before[name as keyof T]) !== JSON.stringify(value)),
  ) as Partial<T>;
