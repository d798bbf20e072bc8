/** What the API says, as `error`, when the disk of the server takes no changes; it is the same for the log's reader. */
export const DISK_FULL = 'на сервере закончилось место';
export const DISK_READ_ONLY = 'на сервере запрещена запись на диск';
export const DISK_BROKEN = 'сервер не может записать данные на диск';
