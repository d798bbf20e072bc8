import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequest } from '../signals/request-context.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * The log of the process: a line of JSON for each entry, with the id of the request on whose behalf it was written and
 * without secrets. https://getpino.io
 */
export function openLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      mixin: () => {
        const request = currentRequest();
        return request ? { requestId: request.id } : {};
      },
      hooks: { streamWrite: withoutSecrets },
    },
    destination,
  );
}
