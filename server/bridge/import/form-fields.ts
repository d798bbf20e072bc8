/** The fields of an upload as they were sent. */
export type FormFields = Readonly<Record<string, string | undefined>>;
