/** The name and password that stand in an address. What is no percent-encoding (`%ff`, `%zz`) is taken as it is written. */
export const urlCredentials = (url: URL): { readonly username: string; readonly password: string } => ({
  username: decode(url.username),
  password: decode(url.password),
});

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
