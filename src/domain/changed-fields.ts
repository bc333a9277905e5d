/**
 * What a form has changed of what it began with. Only that is sent: what somebody else has changed meanwhile in another field
 * stays as it is.
 */
export const changedFields = <T extends object>(before: T, now: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(before[name as keyof T]) !== JSON.stringify(value)),
  ) as Partial<T>;
