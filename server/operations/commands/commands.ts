/** Every command that works where the product runs, by the name that follows `parts`: its module, and a line of help. */
export const COMMANDS: Readonly<Record<string, { readonly module: string; readonly help: string }>> = {
  start: { module: '../../main.ts', help: 'запускает магазин, как npm start' },
  admin: { module: './admin.ts', help: 'учётные записи и настройки; магазин может работать' },
  import: { module: './import.ts', help: 'загружает один прайс; магазин может работать' },
  backup: { module: './backup.ts', help: 'делает копию баз и файлов; магазин может работать' },
  restore: { module: './restore.ts', help: 'возвращает магазин из копии; магазин должен быть остановлен' },
  doctor: { module: './doctor.ts', help: 'проверяет, целы ли базы и файлы; магазин может работать' },
  'move-to-postgres': {
    module: './move-to-postgres.ts',
    help: 'переносит встроенные базы в PostgreSQL; магазин должен быть остановлен',
  },
  'move-files': { module: './move-files.ts', help: 'переносит файлы в объектное хранилище и обратно' },
  'check:pricelists': {
    module: './check-pricelists.ts',
    help: 'показывает, как читаются прайсы папки; ничего не меняет',
  },
};
