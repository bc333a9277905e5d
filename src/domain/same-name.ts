/** Whether one of the names reads the same: people do not see capitals and spaces around a name. */
export function isNameTaken(name: string, others: readonly string[]): boolean {
  const read = (text: string): string => text.trim().toLocaleLowerCase();
  return name.trim() !== "" && others.some((other) => read(other) === read(name));
}
