/** Where a program that listens there is reached from its own machine. */
export function localAddress(listensAt: string, port: number): string {
  const host = listensAt === '0.0.0.0' || listensAt === '::' ? 'localhost' : listensAt;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
