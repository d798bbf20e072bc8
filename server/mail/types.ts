/** What a person reads, in both forms. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A letter on its way. */
export interface Mail extends Letter {
  readonly to: string;
  /** The same at every attempt, so that a receiver can tell a repeated mail. Random, without a domain. */
  readonly messageId: string;
  readonly createdAt: Date;
}

/** What carries mails away. */
export interface MailTransport {
  /** Resolves when the mail was taken. Throws DeliveryFailure. */
  send(mail: Mail): Promise<void>;
}

/** A mail was not taken, or nobody knows. */
export class DeliveryFailure extends Error {
  /** The whole mail had been handed over before the answer was lost: it may have been taken. */
  readonly mayBeTaken: boolean;

  constructor(message: string, mayBeTaken: boolean) {
    super(message);
    this.name = 'DeliveryFailure';
    this.mayBeTaken = mayBeTaken;
  }
}
