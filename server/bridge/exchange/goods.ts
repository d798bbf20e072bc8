/** What an accounting program tells of goods, whatever the form in which it does. Empty texts are not told. */
export interface Goods {
  /** The program's own id. */
  readonly id: string;
  readonly code: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly isRemoved: boolean;
}

/** Price and stock of goods; null: not told. */
export interface Offer {
  /** Id of the goods. */
  readonly id: string;
  readonly article: string;
  readonly title: string;
  /** As a price cell of a price list has it: `1234.50`, with the currency behind it where that is not the rouble. */
  readonly price: string | null;
  readonly amount: number | null;
}
