import type { ProxyTrust } from '../../settings/proxy-trust.ts';

/**
 * Who sent a request: the nearest sender that is not trusted, or the farthest there is. Read from the right, because
 * each proxy adds to the end of X-Forwarded-For and everything before that is the client's own invention.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trust: ProxyTrust,
): string {
  const named = [forwardedFor ?? []].flat().join(',').split(',').reverse();
  let address = peer ?? '';
  for (const [hop, sender] of named.entries()) {
    if (sender.trim() === '' || !trust(address, hop)) break;
    address = sender.trim();
  }
  return address;
}
