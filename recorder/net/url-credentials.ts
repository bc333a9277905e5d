/** The name and password in an address. Invalid percent-encoding (`%ff`, `%zz`) is taken literally. */
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
