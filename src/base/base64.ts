// Browsers, workers and Node have it; this layer is compiled without the types of any of them.
declare function atob(text: string): string;

/** The bytes of a base64 text; throws on any other text. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
