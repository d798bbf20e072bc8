/** Whether a text would break its line, or turn the letters around it, where it is shown or sent. */
export const breaksItsLine = (text: string): boolean =>
  /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text);
