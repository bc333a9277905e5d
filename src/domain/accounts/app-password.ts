/** Passwords for programs, which the server makes. [ours] */

/** By this prefix a password for programs is told from one that a user has chosen. */
export const APP_PASSWORD_PREFIX = "prsc-";
const FORM = new RegExp(`^${APP_PASSWORD_PREFIX}[A-Za-z0-9_-]{43}$`);

export const isAppPassword = (password: string): boolean => FORM.test(password);
