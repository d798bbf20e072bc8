/** Entry of a child process, passed on its command line: reads its order and its modules from standard input. */
import { registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';

export interface Order {
  /** For the `work` of the module named on the command line. */
  readonly task: unknown;
  /** Texts of modules without types, by address; others the process reads and strips itself. */
  readonly modules: Readonly<Record<string, string>>;
}

const { task, modules } = JSON.parse(await text(process.stdin)) as Order;
registerHooks({
  load(url, context, next) {
    const source = modules[url];
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
const { work } = await import(process.argv[1] as string);
await work(task);
// Ends with code 0 even if something is still open; no other path does.
process.exit(0);
