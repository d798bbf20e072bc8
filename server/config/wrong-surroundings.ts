/** The program cannot work as it was called: settings, folder or user; the message is for whoever called it, and says what to do. */
export class WrongSurroundings extends Error {}
