/** What an accounting program may bring, and whose goods they are. Empty texts switch the way in off that they open. */
export interface ExchangeSettings {
  /** Opens both ways in, as bearer or as the password of any user. */
  readonly token: string;
  /** Name and password of the exchange of catalogues (CommerceML). */
  readonly login: string;
  readonly password: string;
  /** Titles of the provider and the brand that the goods belong to; made when missing. */
  readonly provider: string;
  readonly brand: string;
  /** Title of the kind of price that is taken; empty: the first one that the file names. */
  readonly priceType: string;
}

export const NO_EXCHANGE: ExchangeSettings = {
  token: '',
  login: '',
  password: '',
  provider: '1С',
  brand: '1С',
  priceType: '',
};
