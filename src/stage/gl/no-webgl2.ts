/** This browser, or this computer, offers no WebGL 2. */
export class NoWebGl2 extends Error {}
