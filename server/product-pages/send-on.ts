import type { ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from '../http/security-headers.ts';

/** How long a new address is believed. */
const MOVED = 'public, max-age=3600';

/** Leads to the address under which a page is. */
export function sendOn(response: ServerResponse, address: string): void {
  response.writeHead(301, {
    ...SECURITY_HEADERS,
    Location: address,
    'Cache-Control': MOVED,
    'Content-Length': 0,
  });
  response.end();
}
