/** A write could not get its turn, or the database did not take a connection, in time: worth trying again later. */
export class DatabaseBusy extends Error {
  constructor(message = 'database is busy', options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseBusy';
  }
}

/** The schema in the database is newer than this program: starting would damage it. */
export class SchemaTooNew extends Error {
  constructor(where: string, found: number, known: number) {
    super(
      `${where} has schema version ${found}, this program knows ${known}: start the newer program, or restore a backup made before it`,
    );
    this.name = 'SchemaTooNew';
  }
}
