/**
 * The fields of a form that differ from its initial values. Only these are sent, so that changes which somebody else
 * has made in other fields in the meantime stay.
 */
export const changedFields = <T extends object>(before: T, now: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(before[name as keyof T]) !== JSON.stringify(value)),
  ) as Partial<T>;

/** What a form would save that sends all of its fields: the changed ones, over those as they are by now. */
export const overChanges = <T extends object>(before: T, typed: T, now: T): T => ({
  ...now,
  ...changedFields(before, typed),
});
