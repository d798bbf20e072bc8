/** The same said twice: in English for logs and programs, in Russian for a person at a terminal. */
export interface Wording {
  readonly english: string;
  readonly russian: string;
}
