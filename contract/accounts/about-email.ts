/** Messages of the auth service that end with an e-mail: the service writes them, pages say the e-mail that they name. */
export const ABOUT_EMAIL = {
  recovery: 'recovery link sent to ',
  emailAsked: 'confirmation link sent to ',
  emailChanged: 'email changed to ',
} as const;

/** The e-mail that a message names; null where it is a message of another kind. */
export const emailIn = (message: string, kind: keyof typeof ABOUT_EMAIL): string | null =>
  message.startsWith(ABOUT_EMAIL[kind]) ? message.slice(ABOUT_EMAIL[kind].length) : null;
