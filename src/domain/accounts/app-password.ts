/** Passwords for programs, which the server makes. [ours] */

/** Nobody takes one for a password that a user has thought of. */
export const APP_PASSWORD_PREFIX = "prsc-";
const FORM = new RegExp(`^${APP_PASSWORD_PREFIX}[A-Za-z0-9_-]{43}$`);

export const isAppPassword = (password: string): boolean => FORM.test(password);
