/** Where data lie unless DATA_DIR says otherwise. */
export const DATA_FOLDER = './data';

export const SERVICE_NAMES = ['mauth', 'bridge', 'informator', 'mnote'] as const;

/** The file of a service's embedded database, in the data folder. */
export const databaseFile = (service: (typeof SERVICE_NAMES)[number]): string => `${service}.db`;
