/** Security headers of every answer. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/** A year by https only. Subdomains may belong to other owners and are not included. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Nothing that the API serves may run, load or be framed. */
export const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The same for a page of our own that contains only text and this style. */
export const policyWithStyle = (style: string): string =>
  API_POLICY.replace(
    "default-src 'none'",
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );

/** Sets the headers that a route has not set itself; answers of the API are not cached unless a route says so. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', API_POLICY);
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  });
}
