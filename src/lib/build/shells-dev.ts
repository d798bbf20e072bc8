import type { Plugin } from 'vite';
import { shellFor } from '../../../rules/shells.ts';

/** Makes the dev server answer dynamic addresses from the same table as the real one. */
export const shellRewrites = (): Plugin => ({
  name: 'shell-rewrites',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path = '/', query] = (request.url ?? '/').split('?');
      const shell = shellFor(path);
      if (shell) request.url = `/${shell.replace(/\.html$/, '')}${query === undefined ? '' : `?${query}`}`;
      next();
    });
  },
});
