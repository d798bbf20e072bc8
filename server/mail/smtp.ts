import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import { composeMail } from './compose.ts';
import { ATTEMPT_MAX } from './rules.ts';
import { DeliveryFailure, type MailTransport } from './types.ts';

/** How long the mail server may take over each step, ms. */
const STEP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

interface SmtpOptions {
  /** smtp://user:password@host:port or smtps://… */
  readonly url: string;
  readonly from: string;
  /** Milliseconds without a sign of life after which the server is given up. */
  readonly patience?: number;
}

/** Hands mails to a mail server, a connection for each (https://nodemailer.com/smtp/). */
export function smtpTransport({ url, from, patience }: SmtpOptions): MailTransport {
  const steps = patience
    ? { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
    : STEP_TIMEOUTS;
  return {
    send: async (mail) => {
      let handedOver = false;
      const transport = createTransport({ url, ...steps });
      transport.use('stream', (composed, done) => {
        composed.message.transform(
          () =>
            new PassThrough({
              flush(end) {
                handedOver = true;
                end();
              },
            }),
        );
        done();
      });
      try {
        await transport.sendMail({ ...composeMail(mail, from), signal: AbortSignal.timeout(ATTEMPT_MAX) });
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string };
        // An answer of the server, whatever it is, says that the mail was not taken.
        throw new DeliveryFailure(message, handedOver && responseCode === undefined);
      } finally {
        transport.close();
      }
    },
  };
}
