/** The name of a group that nobody has named. */
export const DEFAULT_GROUP = "standby";
