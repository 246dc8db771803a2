export const COLON = 58;
export const EQUALS = 61;
/** Between the cells of a table. */
export const BAR = 124;

/** Characters of a name that is given a value, and of the value. */
export const LONGEST_KEY = 40;
export const LONGEST_VALUE = 64;

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** True for a letter without an accent. */
export function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}
