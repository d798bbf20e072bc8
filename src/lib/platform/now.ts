// The clock of the browser.

/** The present time of the browser. Everything else takes the time as an argument, so that a test can set it. */
export const now = (): Date => new Date();
