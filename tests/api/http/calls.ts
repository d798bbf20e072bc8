import type { Right } from '../../../contract/rights.ts';

/** The part of the product that a call comes with. */
export type Part = 'catalogue' | 'accounts' | 'content' | 'settings' | 'documents';

/** Every call that the product makes or offers. Parameters in paths are written `:`, whatever a route calls them. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly part: Part;
  readonly right: Right;
}

const call = (part: Part, right: Right, method: Call['method'], path: string): Call => ({
  method,
  path,
  part,
  right,
});

const list = (part: Part, read: Right, path: string): Call[] => [
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
  call('accounts', 'signed-in', 'PATCH', '/api/mauth/password'),
  call('accounts', 'signed-in', 'GET', '/api/mauth/session'),
  call('accounts', 'signed-in', 'DELETE', '/api/mauth/session/:'),
  call('accounts', 'admin', 'GET', '/api/mauth/admin/user'),
  call('accounts', 'admin', 'PATCH', '/api/mauth/admin/user/:'),
  call('accounts', 'admin', 'POST', '/api/mauth/admin/user/:/reset'),
  call('accounts', 'admin', 'POST', '/api/mauth/admin/user/signup'),
  call('accounts', 'admin', 'DELETE', '/api/mauth/admin/user/signout'),
  call('accounts', 'admin', 'PATCH', '/api/mauth/admin/user/password'),
  call('accounts', 'admin', 'GET', '/api/mauth/admin/mail'),
  call('accounts', 'anyone', 'GET', '/dev/mail'),
];

const BRIDGE: readonly Call[] = [
  call('catalogue', 'anyone', 'GET', '/api/bridge/search'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/search/suggest'),
  call('catalogue', 'anyone', 'POST', '/api/bridge/search/list'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/all/count'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/:'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/product/:'),
  call('catalogue', 'admin', 'PATCH', '/api/bridge/card/:/photo'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/card/photo/:'),
  ...list('catalogue', 'signed-in', '/api/bridge/brands'),
  ...list('catalogue', 'signed-in', '/api/bridge/providers'),
  call('catalogue', 'admin', 'POST', '/api/bridge/file/upload'),
  call('catalogue', 'admin', 'GET', '/api/bridge/file/upload/:/progress'),
  call('catalogue', 'admin', 'DELETE', '/api/bridge/file/upload/:'),
  call('catalogue', 'anyone', 'GET', '/api/bridge/file/download'),
];

const INFORMATOR: readonly Call[] = [
  call('content', 'anyone', 'GET', '/api/informator/about/:'),
  call('content', 'admin', 'PATCH', '/api/informator/about/:'),
  call('content', 'admin', 'POST', '/api/informator/about'),
  call('accounts', 'signed-in', 'GET', '/api/informator/user'),
  call('accounts', 'signed-in', 'POST', '/api/informator/user'),
  call('accounts', 'signed-in', 'PATCH', '/api/informator/user'),
  call('accounts', 'signed-in', 'PATCH', '/api/informator/user/photo'),
  call('accounts', 'anyone', 'GET', '/api/informator/user/photo/:'),
  call('accounts', 'admin', 'GET', '/api/informator/user/search'),
  ...list('settings', 'admin', '/api/informator/role'),
  ...list('settings', 'admin', '/api/informator/directing'),
  ...list('settings', 'admin', '/api/informator/task'),
  ...list('settings', 'admin', '/api/informator/action'),
  call('settings', 'admin', 'GET', '/api/informator/setting/access'),
  call('settings', 'admin', 'POST', '/api/informator/setting/access'),
  call('settings', 'admin', 'PATCH', '/api/informator/setting/access/bundle/role'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/search/doc'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/search/doc/count'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/:'),
  call('documents', 'signed-in', 'POST', '/api/informator/docflow'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/:'),
  call('documents', 'signed-in', 'DELETE', '/api/informator/docflow/:'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/accepting/:'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/recipienting/:'),
  call('documents', 'signed-in', 'PATCH', '/api/informator/docflow/file/:'),
  call('documents', 'signed-in', 'GET', '/api/informator/docflow/scan/:'),
];

const MNOTE: readonly Call[] = [
  call('content', 'anyone', 'GET', '/api/mnote/search/note'),
  call('content', 'anyone', 'GET', '/api/mnote/:'),
  call('content', 'admin', 'POST', '/api/mnote'),
  call('content', 'admin', 'PATCH', '/api/mnote/:'),
  call('content', 'admin', 'DELETE', '/api/mnote/:'),
  call('content', 'admin', 'PATCH', '/api/mnote/file/:'),
  call('content', 'anyone', 'GET', '/api/mnote/static/images/:'),
];

export const CALLS: readonly Call[] = [...SERVER, ...MAUTH, ...BRIDGE, ...INFORMATOR, ...MNOTE];

/** The parts that exist. */
export const PRESENT: readonly Part[] = ['catalogue', 'accounts'];

/** A route's path as the table writes it: without names of parameters and a slash at the end. */
export function tablePath(url: string): string {
  return url.replace(/:[^/]+/g, ':').replace(/(.)\/$/, '$1');
}
