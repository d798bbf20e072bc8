import { busy } from '../../../http/errors.ts';
import type { PeopleContext } from '../context.ts';

/** What the directory of accounts answers; throws 503 when it cannot be asked. */
export const askDirectory = <T>({ log }: Pick<PeopleContext, 'log'>, question: Promise<T>): Promise<T> =>
  question.catch((error: unknown) => {
    log.error({ err: error }, 'the auth service could not be asked about people');
    throw busy();
  });
