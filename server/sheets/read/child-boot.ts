/** What the reading child runs first, as text on its command line: it takes its request and its modules from standard input. */
import { registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';
import type { ReadRequest } from './wire.ts';

/** The line of JSON that the child gets. */
export interface ChildOrder {
  readonly request: ReadRequest;
  /** Texts of modules without types, by address; others the child reads and strips itself. */
  readonly modules: Readonly<Record<string, string>>;
}

const { request, modules } = JSON.parse(await text(process.stdin)) as ChildOrder;
registerHooks({
  load(url, context, next) {
    const source = modules[url];
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
const { answerRequest } = await import(process.argv[1] as string);
await answerRequest(request);
