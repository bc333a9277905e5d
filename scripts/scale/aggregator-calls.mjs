/**
 * Calls to the API of an aggregator: as its administrator by HTTP Basic, or with the cookie of somebody who is signed in. `url`: where a
 * call goes that names no other place by `at`. `need` throws what an answer says that refuses.
 */
export function aggregatorCalls(url, password) {
  const admin = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
  const call = async (method, path, { body, cookie, at = url } = {}) => {
    const answer = await fetch(`${at}${path}`, {
      method,
      signal: AbortSignal.timeout(20_000),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie === undefined ? { authorization: admin } : { cookie, origin: at }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") && text !== "";
    return { status: answer.status, json: isJson ? JSON.parse(text) : null, cookies: answer.headers.getSetCookie() };
  };
  const need = async (method, path, asking) => {
    const answer = await call(method, path, asking);
    if (answer.status < 300) return answer;
    throw new Error(`${answer.status} ${answer.json?.code}: ${answer.json?.reason} (${method} ${path})`);
  };
  return { admin, call, need };
}
