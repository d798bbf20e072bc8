// The addresses of the services of the API and facts that all of them share. mauth = accounts, bridge = catalogue,
// price lists and requests, informator = people, documents, pages, mnote = slides.

export const MAUTH = '/api/mauth';
export const BRIDGE = '/api/bridge';
export const INFORMATOR = '/api/informator';
export const MNOTE = '/api/mnote';
/** Calls about the built site itself: whether the last saved change is out. */
export const SITE = '/api/site';
export const STATE = '/api/state';

/** The sitemap of makers and brands, which the server of the pages makes and the catalogue service names. */
export const NAMES_SITEMAP = '/sitemap-names.xml';

/** Moment since which an answer about the catalogue may be out of date; absent while the catalogue can be reached. */
export const AS_OF_HEADER = 'Catalogue-As-Of';

/** Text in `error` when the disk of the server takes no changes; the log has the same text. */
export const DISK_FULL = 'на сервере закончилось место';
export const DISK_READ_ONLY = 'на сервере запрещена запись на диск';
export const DISK_BROKEN = 'сервер не может записать данные на диск';
