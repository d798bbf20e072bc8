/** Characters that a terminal acts upon instead of showing them; what a request brought may hold some. */
const ACTED_UPON = /[\p{Cc}\p{Zl}\p{Zp}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

/** One line that a terminal shows as it is. */
export const plainText = (text: string): string => text.replace(ACTED_UPON, ' ').trim();
