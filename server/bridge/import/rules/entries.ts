/** The entries of a field that lists some, by lines or semicolons, without blank ones. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[;\r\n]+/u)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
