type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/**
 * Whether two values of plain data (numbers, texts, arrays, objects without methods) are equal. Unlike a comparison of
 * their JSON it makes nothing, so it may be asked in every frame.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  let fields = 0;
  for (const name in a) {
    if (!Object.hasOwn(b, name) || !sameValue(a[name], b[name])) return false;
    fields += 1;
  }
  for (const name in b) if (Object.hasOwn(b, name)) fields -= 1;
  return fields === 0;
}
