import type { FuzzedCall } from './call.ts';

export interface FuzzedAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What libraries, databases and the system say of themselves; nothing of it is for callers. */
const OF_LIBRARIES =
  /sqlite|kysely|postgres|pglite|typebox|fastify|FST_|ajv|sharp|argon|busboy|undici|node:|node_modules|\.ts:\d|\bat .+:\d+:\d+|ENOENT|EISDIR|ECONN|errno|syntax error|constraint|violates|Unexpected token|not valid JSON|Cannot read|is not a function|undefined|must (?:have required|match|NOT|be (?:string|object|array|integer|number|boolean|equal))/i;

const EXCHANGE = '/api/bridge/exchange/1c';

/** What is wrong with an answer; null: nothing. */
export function faultOf({ method, operation }: FuzzedCall, { status, type, body }: FuzzedAnswer): string | null {
  if (status >= 500) return `answered ${status}`;
  if (status < 400 || method === 'HEAD') return null;
  // Whatever is not below a service is a page for people.
  if (type.startsWith('text/html')) return null;
  // The exchange with an accounting program answers in lines, as its protocol has it.
  if (operation.path === EXCHANGE && type.startsWith('text/plain')) return faultOfLines(body);
  if (!type.startsWith('application/json')) return `failed with ${status} as ${type || 'nothing'}`;
  const { error } = parsed(body);
  if (typeof error !== 'string' || error === '') return `failed with ${status} without an error`;
  return OF_LIBRARIES.test(error) ? 'told what a library has said' : null;
}

function faultOfLines(body: string): string | null {
  const [word, reason = ''] = body.split('\n');
  if (word !== 'failure' || reason === '') return 'failed without a reason in the lines of the exchange';
  return OF_LIBRARIES.test(reason) ? 'told what a library has said' : null;
}

function parsed(body: string): { readonly error?: unknown } {
  try {
    return (JSON.parse(body) ?? {}) as { error?: unknown };
  } catch {
    return {};
  }
}

const NAMES: ReadonlySet<string> = new Set(['id', 'uid', 'alias', 'fileName', 'photo', 'email', 'cursor', 'version']);

/** Ids and names that an answer shows. */
export function shownBy(answer: FuzzedAnswer): string[] {
  if (answer.status >= 300 || answer.body.length > 200_000) return [];
  const found: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 4) return;
    for (const [name, inner] of Object.entries(value)) {
      const isName = typeof inner === 'string' || typeof inner === 'number';
      if (isName && NAMES.has(name) && String(inner) !== '') found.push(String(inner));
      else look(inner, depth + 1);
    }
  };
  try {
    look(JSON.parse(answer.body), 0);
  } catch {
    return [];
  }
  return found.slice(0, 20);
}
