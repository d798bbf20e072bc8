import type { Config } from './config.ts';

/** Where the server is reached from its own machine. */
export function addressOf({ host: configured }: Config, port: number): string {
  const host = configured === '0.0.0.0' || configured === '::' ? 'localhost' : configured;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
