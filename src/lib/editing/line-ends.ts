/** A text with the line ends of a text field: forms and older programs send others. */
export const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');
