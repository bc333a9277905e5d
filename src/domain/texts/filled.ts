/** A text of the catalogue with its parameters filled in; a missing parameter stays visible as `{name}`. */
export const filled = (text: string, parameters: Readonly<Record<string, string | number>> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : String(value);
  });
