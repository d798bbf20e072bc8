import type { Permission } from '../../../contract/permissions.ts';

/** The part of the product that a call comes with. */
export type Part = 'catalogue' | 'accounts' | 'content' | 'settings' | 'documents';

/** Every call that the product makes or offers. Parameters in paths are written `:`, whatever a route calls them. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly part: Part;
  readonly permission: Permission;
  /** The call itself refuses a signed-in user whose role says nothing. */
  readonly needsRole?: true;
  /** Open to anyone, but a token that is sent has to be valid: what is shown depends on it. */
  readonly readsToken?: true;
  /** Changes what an account is protected by. */
  readonly recentPassword?: true;
}

const call = (part: Part, permission: Permission, method: Call['method'], path: string): Call => ({
  method,
  path,
  part,
  permission,
});

const sensitive = (permission: Permission, method: Call['method'], path: string): Call => ({
  ...call('accounts', permission, method, path),
  recentPassword: true,
});

const list = (part: Part, read: Permission, path: string): Call[] => [
  call(part, read, 'GET', path),
  call(part, read, 'GET', `${path}/:`),
  call(part, 'admin', 'POST', path),
  call(part, 'admin', 'PATCH', `${path}/:`),
  call(part, 'admin', 'DELETE', `${path}/:`),
];

const SERVER: readonly Call[] = [
  call('catalogue', 'anyone', 'GET', '/health'),
  call('catalogue', 'anyone', 'GET', '/ready'),
  call('catalogue', 'anyone', 'GET', '/metrics'),
  call('catalogue', 'anyone', 'GET', '/api/docs'),
  call('catalogue', 'anyone', 'GET', '/api/docs/json'),
  ...['page.js', 'page.css', 'swagger-ui-bundle.js', 'swagger-ui.css'].map((file) =>
    call('catalogue', 'anyone', 'GET', `/api/docs/viewer/${file}`),
  ),
  call('content', 'admin', 'GET', '/api/site/state'),
  call('content', 'anyone', 'GET', '/yml.xml'),
  call('content', 'anyone', 'GET', '/sitemap.xml'),
  call('content', 'anyone', 'GET', '/sitemap-products-:'),
];

const MAUTH: readonly Call[] = [
  call('catalogue', 'anyone', 'POST', '/api/mauth/signin'),
  call('catalogue', 'refresh-token', 'GET', '/api/mauth/refresh'),
  call('catalogue', 'signed-in', 'GET', '/api/mauth/access'),
  call('catalogue', 'refresh-token', 'DELETE', '/api/mauth/signout'),
  call('accounts', 'anyone', 'POST', '/api/mauth/signup'),
  call('accounts', 'anyone', 'PATCH', '/api/mauth/forgot'),
  call('accounts', 'anyone', 'GET', '/api/mauth/forgot/:'),
  call('accounts', 'anyone', 'GET', '/api/mauth/confirm/:'),
  sensitive('signed-in', 'PATCH', '/api/mauth/password'),
  sensitive('signed-in', 'PATCH', '/api/mauth/email'),
  call('accounts', 'signed-in', 'POST', '/api/mauth/confirm'),
  call('accounts', 'signed-in', 'GET', '/api/mauth/factor'),
  sensitive('signed-in', 'POST', '/api/mauth/factor'),
  sensitive('signed-in', 'POST', '/api/mauth/factor/on'),
  sensitive('signed-in', 'POST', '/api/mauth/factor/codes'),
  sensitive('signed-in', 'DELETE', '/api/mauth/factor'),
  call('accounts', 'signed-in', 'GET', '/api/mauth/session'),
  call('accounts', 'signed-in', 'DELETE', '/api/mauth/session/:'),
  call('accounts', 'admin', 'GET', '/api/mauth/admin/user'),
  sensitive('admin', 'PATCH', '/api/mauth/admin/user/:'),
  sensitive('admin', 'POST', '/api/mauth/admin/user/:/reset'),
  call('accounts', 'admin', 'POST', '/api/mauth/admin/user/signup'),
  call('accounts', 'admin', 'DELETE', '/api/mauth/admin/user/signout'),
  sensitive('admin', 'PATCH', '/api/mauth/admin/user/password'),
  sensitive('admin', 'DELETE', '/api/mauth/admin/user/:/factor'),
  call('accounts', 'admin', 'GET', '/api/mauth/admin/mail'),
  call('accounts', 'admin', 'POST', '/api/mauth/admin/mail/:/retry'),
  call('accounts', 'service', 'POST', '/api/mauth/disabled'),
  call('accounts', 'service', 'POST', '/api/mauth/account'),
  call('accounts', 'service', 'POST', '/api/mauth/audit'),
  call('accounts', 'admin', 'GET', '/api/mauth/admin/audit'),
  call('accounts', 'admin', 'GET', '/api/mauth/admin/audit/export'),
  call('accounts', 'anyone', 'GET', '/dev/mail'),
];

const BRIDGE: readonly Call[] = [
  call('catalogue', 'anyone', 'GET', '/api/bridge/search'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/parts'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/parts/directory'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/search/suggest'),
  call('catalogue', 'anyone', 'POST', '/api/bridge/search/list'),
  call('catalogue', 'anyone', 'POST', '/api/bridge/search/list/parts'),
  call('catalogue', 'anyone', 'POST', '/api/bridge/search/list/file'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/all/count'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/:'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/product/:'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/parts/:'),
  call('catalogue', 'admin', 'PATCH', '/api/bridge/card/:/photo'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/photo/:'),
  ...list('catalogue', 'signed-in', '/api/bridge/brands'),
  ...list('catalogue', 'signed-in', '/api/bridge/providers'),
  call('catalogue', 'admin', 'POST', '/api/bridge/file/guess'),
  call('catalogue', 'admin', 'POST', '/api/bridge/file/upload'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/runs'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/runs/:'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/runs/:/changes'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/runs/:/changes.xlsx'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/runs/:/errors.xlsx'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/runs/:/file'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/import/runs/:'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/runs/:/seen'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/runs/:/mail'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/import/runs/:/mail'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/presets'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/presets'),
  call('catalogue', 'admin', 'PATCH', '/api/bridge/import/presets/:'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/import/presets/:'),
  call('catalogue', 'admin', 'GET', '/api/bridge/file/upload/:/progress'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/file/upload/:'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/runs/:/undo'),
  call('catalogue', 'admin', 'GET', '/api/bridge/positions'),
  call('catalogue', 'admin', 'GET', '/api/bridge/positions/export'),
  call('catalogue', 'admin', 'PATCH', '/api/bridge/positions/:'),
  call('catalogue', 'admin', 'GET', '/api/bridge/positions/:/history'),
  ...['hide', 'remove', 'restore'].map((action) =>
    call('catalogue', 'admin', 'POST', `/api/bridge/positions/${action}`),
  ),
  call('catalogue', 'anyone', 'GET', '/api/bridge/file/download'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/notices'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/sources'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/sources'),
  call('catalogue', 'admin', 'PATCH', '/api/bridge/import/sources/:'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/import/sources/:'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/sources/:/check'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/arrivals'),
  call('catalogue', 'admin', 'GET', '/api/bridge/import/arrivals/:/file'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/arrivals/:/apply'),
  call('catalogue', 'admin', 'POST', '/api/bridge/import/arrivals/:/reject'),
  { ...call('catalogue', 'anyone', 'POST', '/api/bridge/requests'), readsToken: true },
  call('catalogue', 'anyone', 'GET', '/api/bridge/requests/offers'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/requests/offers.xlsx'),
  call('catalogue', 'signed-in', 'GET', '/api/bridge/requests/own'),
  call('catalogue', 'action:Заявки', 'GET', '/api/bridge/requests'),
  call('catalogue', 'action:Заявки', 'GET', '/api/bridge/requests/new'),
  call('catalogue', 'action:Заявки', 'GET', '/api/bridge/requests/:'),
  call('catalogue', 'action:Заявки', 'PATCH', '/api/bridge/requests/:'),
  call('catalogue', 'action:Заявки', 'POST', '/api/bridge/requests/:/notes'),
  call('catalogue', 'action:Заявки', 'GET', '/api/bridge/requests/:/request.xlsx'),
  call('catalogue', 'admin', 'GET', '/api/bridge/search/words'),
  call('catalogue', 'admin', 'POST', '/api/bridge/search/words'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/search/words'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/:/part'),
  call('catalogue', 'admin', 'GET', '/api/bridge/crosses'),
  call('catalogue', 'admin', 'POST', '/api/bridge/crosses'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/crosses/:'),
  call('catalogue', 'admin', 'POST', '/api/bridge/crosses/upload'),
  call('catalogue', 'admin', 'GET', '/api/bridge/search/misses'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/search/misses'),
  call('catalogue', 'admin', 'GET', '/api/bridge/requests/mails'),
  call('catalogue', 'admin', 'POST', '/api/bridge/requests/mails/:/retry'),
  call('catalogue', 'exchange', 'POST', '/api/bridge/ut/upload'),
  call('catalogue', 'exchange', 'GET', '/api/bridge/exchange/1c'),
  call('catalogue', 'exchange', 'POST', '/api/bridge/exchange/1c'),
];

const INFORMATOR: readonly Call[] = [
  call('content', 'anyone', 'GET', '/api/informator/about/:'),
  call('content', 'admin', 'PATCH', '/api/informator/about/:'),
  call('content', 'admin', 'POST', '/api/informator/about'),
  call('content', 'admin', 'GET', '/api/informator/about'),
  call('content', 'admin', 'DELETE', '/api/informator/about/:'),
  call('content', 'admin', 'GET', '/api/informator/about/:/history'),
  call('content', 'admin', 'GET', '/api/informator/about/:/history/:'),
  call('content', 'admin', 'POST', '/api/informator/about/:/history/:'),
  call('accounts', 'signed-in', 'GET', '/api/informator/user'),
  call('accounts', 'signed-in', 'POST', '/api/informator/user'),
  call('accounts', 'signed-in', 'PATCH', '/api/informator/user'),
  call('accounts', 'signed-in', 'PATCH', '/api/informator/user/photo'),
  call('accounts', 'anyone', 'GET', '/api/informator/user/photo/:'),
  { ...call('accounts', 'signed-in', 'GET', '/api/informator/user/search'), needsRole: true },
  ...list('settings', 'admin', '/api/informator/role'),
  ...list('settings', 'admin', '/api/informator/directing'),
  ...list('settings', 'admin', '/api/informator/task'),
  ...list('settings', 'admin', '/api/informator/action'),
  call('settings', 'admin', 'GET', '/api/informator/setting/access'),
  call('settings', 'admin', 'POST', '/api/informator/setting/access'),
  call('settings', 'admin', 'PATCH', '/api/informator/setting/access/bundle/role'),
  call('settings', 'admin', 'GET', '/api/informator/setting/access/history'),
  call('settings', 'service', 'POST', '/api/informator/allows'),
  call('settings', 'admin', 'GET', '/api/informator/setting/access/matrix'),
  call('settings', 'admin', 'GET', '/api/informator/setting/access/user/:'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/search/doc'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/search/doc/count'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/queue'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/:'),
  call('documents', 'signed-in', 'POST', '/api/informator/docflow'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/:'),
  call('documents', 'signed-in', 'DELETE', '/api/informator/docflow/:'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/accepting/:'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/recipienting/:'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/file/:'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/declining/:'),
  call('documents', 'signed-in-or-link', 'GET', '/api/informator/docflow/scan/:'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/:/history'),
  call('documents', 'signed-in', 'POST', '/api/informator/docflow/:/remind'),
  call('documents', 'admin', 'GET', '/api/informator/mail'),
  call('documents', 'admin', 'POST', '/api/informator/mail/:/retry'),
  call('documents', 'signed-in', 'GET', '/api/informator/user/substitute'),
  { ...call('documents', 'signed-in', 'GET', '/api/informator/user/substitute/rights'), needsRole: true },
  call('documents', 'signed-in', 'PUT', '/api/informator/user/substitute'),
  call('documents', 'signed-in', 'DELETE', '/api/informator/user/substitute'),
  { ...call('documents', 'signed-in', 'GET', '/api/informator/user/colleagues'), needsRole: true },
  call('documents', 'signed-in', 'GET', '/api/informator/user/mails'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/user/mails'),
];

const MNOTE: readonly Call[] = [
  { ...call('content', 'anyone', 'GET', '/api/mnote/search/note'), readsToken: true },
  call('content', 'anyone', 'GET', '/api/mnote/:'),
  call('content', 'admin', 'POST', '/api/mnote'),
  call('content', 'admin', 'PATCH', '/api/mnote/:'),
  call('content', 'admin', 'DELETE', '/api/mnote/:'),
  call('content', 'admin', 'PATCH', '/api/mnote/file/:'),
  call('content', 'anyone', 'GET', '/api/mnote/static/images/:'),
  call('content', 'admin', 'GET', '/api/mnote/:/history'),
  call('content', 'admin', 'GET', '/api/mnote/:/history/:'),
  call('content', 'admin', 'POST', '/api/mnote/:/history/:'),
];

export const CALLS: readonly Call[] = [...SERVER, ...MAUTH, ...BRIDGE, ...INFORMATOR, ...MNOTE];

/** The parts that exist. */
export const PRESENT: readonly Part[] = ['catalogue', 'accounts', 'settings', 'content', 'documents'];

/** A route's path as the table writes it: without names of parameters and a slash at the end. */
export function tablePath(url: string): string {
  return url.replace(/:[^/]+/g, ':').replace(/(.)\/$/, '$1');
}
