import type { AddressInfo } from 'node:net';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { testIdentity } from '../../support/http-server.ts';
import { openShop } from './evening-shop.ts';

/** A process to be killed or, by SIGTERM, stopped: the catalogue service behind a server, which prints its address. */
const [location = '', filesFolder = ''] = process.argv.slice(2);
const bridge = await openShop(JSON.parse(location), filesFolder);
const app = await buildServer({
  services: [{ name: 'bridge', prefix: '/api/bridge', routes: bridge.routes }],
  identity: testIdentity,
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/bridge\n`);
process.once('SIGTERM', async () => {
  await app.close();
  await bridge.close();
});
