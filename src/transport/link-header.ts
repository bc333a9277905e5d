/** ICE servers as WHEP puts them into the `Link` header (RFC 8288, rel="ice-server"). */
export function iceServersOf(linkHeader: string | null): RTCIceServer[] {
  if (!linkHeader) return [];
  const servers: RTCIceServer[] = [];
  for (const match of linkHeader.matchAll(/<([^>]+)>((?:\s*;\s*[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"\s]+))*)/g)) {
    const url = match[1] ?? "";
    const parameters = new Map<string, string>();
    for (const pair of (match[2] ?? "").matchAll(/;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,"\s]+))/g)) {
      parameters.set((pair[1] ?? "").toLowerCase(), (pair[2] ?? pair[3] ?? "").replaceAll(/\\(.)/g, "$1"));
    }
    if (parameters.get("rel") !== "ice-server" || !/^(stun|turns?):/.test(url)) continue;
    const username = parameters.get("username");
    const credential = parameters.get("credential");
    servers.push({
      urls: url,
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    });
  }
  return servers;
}
