/** Where a program that listens there is reached from its own machine. */
export function localAddress(listensAt: string, port: number): string {
  const host = listensAt === '0.0.0.0' || listensAt === '::' ? 'localhost' : listensAt;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => LOOPBACK_HOSTS.has(host);
