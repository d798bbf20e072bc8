import { startServer } from './server.ts';

// A program of its own: the product with finished pages over a new folder. Its clock is moved on by its parent, which
// sends by how much (milliseconds); what is due by then is done before it answers. `setup-link` asks for the token of one.
// The second argument is JSON of further settings.
const [builtSite = '', settings = '{}'] = process.argv.slice(2);
const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
let ahead = 0;
const server = await startServer({
  builtSite,
  clock: () => Date.now() + ahead,
  environment: { ADMIN_EMAIL: E2E_ADMIN_EMAIL, ADMIN_PASSWORD: E2E_ADMIN_PASSWORD, ...JSON.parse(settings) },
});
process.on('message', async (by) => {
  if (by === 'setup-link') {
    process.send?.(await server.app.services.mauth?.setupLinks.make());
    return;
  }
  ahead += Number(by);
  await server.app.services.informator?.post.deliver();
  process.send?.(ahead);
});
let isEnding = false;
/** The parent may also end without a word. */
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await server.close();
  if (process.connected) process.disconnect?.();
}
process.once('SIGTERM', end);
process.once('disconnect', end);
process.send?.(server.origin);
