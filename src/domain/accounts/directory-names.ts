/** How a name that somebody typed is written into what a directory is asked (RFC 4515, RFC 4514). [ours] */

/** In filters and names of entries: the place of the typed name. */
export const NAME_PLACE = "{name}";

/** Whatever has a meaning in a filter or in the name of an entry loses it; both write a byte as a backslash and two digits. */
const escaped = (value: string): string =>
  Array.from(value, (letter) => {
    if (/^[A-Za-z0-9]$/.test(letter)) return letter;
    if (letter <= "\u007f") return `\\${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
    // Half a letter has no bytes: it becomes the sign for what cannot be read.
    const whole = /^[\ud800-\udfff]$/u.test(letter) ? "\ufffd" : letter;
    return encodeURIComponent(whole).replaceAll("%", "\\").toLowerCase();
  }).join("");

/** In filters of groups: the place of a person's whole name. */
export const PERSON_PLACE = "{dn}";
export const groupFilterFor = (template: string, dn: string): string =>
  template.replaceAll(PERSON_PLACE, () => escaped(dn));

export const filterFor = (template: string, name: string): string =>
  template.replaceAll(NAME_PLACE, () => escaped(name));

/** A template without an equals sign is no name of an entry: Active Directory takes anna@example.com, too. */
export const bindNameFor = (template: string, name: string): string =>
  template.replaceAll(NAME_PLACE, () => (template.includes("=") ? escaped(name) : name));
