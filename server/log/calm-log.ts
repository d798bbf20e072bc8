import type { FastifyBaseLogger } from 'fastify';
import type { Episodes } from './episodes.ts';

type Line = (...line: unknown[]) => void;

/** The same log without the lines whose `err` was told before in its episode. */
export function calmLog(log: FastifyBaseLogger, episodes: Episodes): FastifyBaseLogger {
  const calm = (level: 'warn' | 'error' | 'fatal') => {
    const write = (log[level] as Line).bind(log);
    return (...line: unknown[]): void => {
      const { err } = (line[0] ?? {}) as { err?: unknown };
      if (!episodes.wasTold(err)) write(...line);
    };
  };
  return Object.assign(Object.create(log) as FastifyBaseLogger, {
    warn: calm('warn'),
    error: calm('error'),
    fatal: calm('fatal'),
    child: (...parameters: Parameters<FastifyBaseLogger['child']>) =>
      calmLog(log.child(...parameters), episodes),
  });
}
