import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Given to a program by --import, and by it to those that it starts: writes down which process loads which module.
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADS_FILE, `${process.pid} ${url}\n`);
    return next(url, context);
  },
});
