/** The form of user names (document 2, section 5; document 1: user@domain where sign-in is by domain or by Google). */
export const USERNAME_MAX = 64;
/** A name of either kind, in the form of a request. */
export const USERNAME_PATTERN = /^(\w{1,64}|[\w.+-]{1,64}@[\w-]+(\.[\w-]+){0,8})$/;

/** Why a name is not allowed; null = it is. `addresses`: names may be user@domain. */
export function misnamed(name: string, addresses: boolean): "required" | "too_long" | "characters" | null {
  if (name === "") return "required";
  if (/^\w+$/.test(name) && name.length > USERNAME_MAX) return "too_long";
  return USERNAME_PATTERN.test(name) && (addresses || !name.includes("@")) ? null : "characters";
}
