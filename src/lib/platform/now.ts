/** What time it is for whoever looks at the page. Everything else is given the time, so that a test can set it. */
export const now = (): Date => new Date();
