/** The way on after a failure. */
export const tryAgain = 'Повторить';
