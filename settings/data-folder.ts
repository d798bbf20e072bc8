/** Where data lie unless DATA_DIR says otherwise. */
export const DATA_FOLDER = './data';
