// React Aria asks for CSS.escape, which jsdom does not have; no name here needs escaping.
Object.assign(globalThis.CSS ?? Object.assign(globalThis, { CSS: {} }).CSS, { escape: (text: string) => text });
