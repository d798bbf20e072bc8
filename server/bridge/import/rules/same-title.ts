/** Whether a sheet is meant, letter case aside. */
export const isSameTitle = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
