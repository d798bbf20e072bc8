/** Says since when an answer about the catalogue may be out of date; absent while the catalogue can be reached. */
export const AS_OF_HEADER = 'Catalogue-As-Of';
