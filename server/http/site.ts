import type { IncomingMessage, ServerResponse } from 'node:http';

/** The built site in memory. */
export interface Site {
  /** Answers a GET or HEAD of a file or page of the site; false when the address is not one. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers with the site's page for unknown addresses; false when there is none. */
  serveNotFound(request: IncomingMessage, response: ServerResponse): boolean;
}
