import type { Coding } from './answers.ts';

const REMEMBERED_MAX = 200;
const remembered = new Map<string, Coding>();

/** The smallest coding that the header allows (RFC 9110, 12.5.3). Browsers send few headers, so answers are remembered. */
export function codingFor(header: string | undefined): Coding {
  if (!header) return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  const coding = choose(header);
  remembered.set(header, coding);
  return coding;
}

/** Whether the header allows gzip. */
export const allowsGzip = (header: string | undefined): boolean => weighed(header ?? '')('gzip');

function choose(header: string): Coding {
  const allows = weighed(header);
  if (allows('br')) return 'br';
  return allows('gzip') ? 'gzip' : 'identity';
}

function weighed(header: string): (coding: string) => boolean {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)];
      }),
  );
  return (name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
}
