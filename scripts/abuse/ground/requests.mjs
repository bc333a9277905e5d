/** Calls of the API made from its own description: half of their values fit the schemas, the others are wrong. */
const WEAPONS = [
  ..."null|undefined|NaN|-1|1e400|0x10|../../etc/passwd|%00|%2e%2e%2f|' OR 1=1 --|<script>|{{7*7}}|\u{202e}|\u{0}|\r\nX: y".split(
    "|",
  ),
  "",
  " ",
  "x".repeat(70_000),
  "\u{d800}",
  "__proto__",
  "constructor",
];
const WRONG = [null, true, false, -1, 0, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], [[]], {}, { a: 1 }, ["a"], ...WEAPONS];
const DEEPEST = 6;

/** @returns every call of an OpenAPI document: `{method, path, parameters, bodies}` */
export function callsOf(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({ type, schema })),
    })),
  );
}

/** A value for a schema. `known` offers ids that exist, by the names of their members. */
function valueFor(schema, random, known, name = "", depth = 0) {
  if (random.isTrue(0.08)) return random.of(WRONG);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueFor(random.of(choices), random, known, name, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.of(schema.enum);
  const type = Array.isArray(schema.type) ? random.of(schema.type) : schema.type;
  if (/id$|^streamId$/i.test(name) && known.length > 0 && random.isTrue(0.7)) return random.of(known);
  if (type === "object") return objectFor(schema, random, known, depth);
  if (type === "array") {
    const length = depth > DEEPEST ? 0 : random.below(4);
    return Array.from({ length }, () => valueFor(schema.items ?? {}, random, known, name, depth + 1));
  }
  if (type === "integer" || type === "number") return numberFor(schema, random, type === "integer");
  if (type === "boolean") return random.isTrue(0.5);
  if (type === "null") return null;
  if (type === "string") return textFor(schema, random, known);
  return random.of(WRONG);
}

function objectFor(schema, random, known, depth) {
  const value = {};
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(key) ?? false;
    if (depth <= DEEPEST && random.isTrue(isNeeded ? 0.97 : 0.4))
      value[key] = valueFor(member, random, known, key, depth + 1);
  }
  if (random.isTrue(0.05)) value[random.of(["extra", "admin", "constructor", "toString"])] = random.of(WRONG);
  return value;
}

function numberFor({ minimum = -1000, maximum = 2_000_000_000_000 }, random, isWhole) {
  const edges = [minimum, maximum, minimum - 1, maximum + 1, 0, Date.now()];
  const value = random.isTrue(0.5) ? random.of(edges) : minimum + random.next() * (maximum - minimum);
  return isWhole ? Math.round(value) : value;
}

function textFor({ pattern = "", minLength = 0, maxLength = 100 }, random, known) {
  if (pattern.includes("\\d") && random.isTrue(0.8)) return String(random.below(2_000_000_000) * 1000);
  if (known.length > 0 && random.isTrue(0.2)) return random.of(known);
  if (random.isTrue(0.3)) return random.of(WEAPONS);
  return "abcdefgh"
    .repeat(1 + Math.ceil(minLength / 8))
    .slice(0, Math.min(maxLength, minLength + random.below(9)) || 1);
}

const asText = (value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined"));
const encoded = (value) =>
  encodeURIComponent(asText(value).toWellFormed?.() ?? asText(value).replaceAll(/[\ud800-\udfff]/g, "?"));

/** One request: `{method, url, type, raw}`. */
export function requestFor(call, random, known) {
  const query = [];
  let url = call.path;
  for (const { name, schema, in: place } of call.parameters) {
    if (place === "path") url = url.replace(`{${name}}`, encoded(valueFor(schema, random, known, name)) || "%20");
    else if (random.isTrue(0.5)) query.push(`${name}=${encoded(valueFor(schema, random, known, name))}`);
  }
  if (query.length > 0) url += `?${query.join("&")}`;
  if (call.bodies.length === 0) return { method: call.method, url };
  const { type, schema } = random.of(call.bodies);
  return {
    method: call.method,
    url,
    type: random.isTrue(0.03) ? "text/plain" : type,
    raw: bodyFor(type, schema, random, known),
  };
}

function bodyFor(type, schema, random, known) {
  if (!type.endsWith("json")) return random.of(["", "PK\u{3}\u{4}", "v=0\r\n", "\u{89}PNG\r\n", "x".repeat(5000)]);
  const text = JSON.stringify(valueFor(schema, random, known)) ?? "null";
  if (random.isTrue(0.03)) return text.slice(0, random.below(text.length));
  return random.isTrue(0.02) ? text.replace("{", '{"__proto__":{"admin":true},') : text;
}
