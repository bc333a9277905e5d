type Fields = Readonly<Record<string, unknown>>;

/** Whether two values of plain data are equal, without making a string of either: for what is compared in each frame. */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isFields(a) || !isFields(b)) return false;
  for (const name in a) if (!(name in b) || !sameData(a[name], b[name])) return false;
  for (const name in b) if (!(name in a)) return false;
  return true;
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
