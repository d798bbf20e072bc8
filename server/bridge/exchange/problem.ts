/** Why what an accounting program sent cannot be taken; the message is for a person, in Russian. */
export class ExchangeProblem extends Error {
  readonly code = 'EXCHANGE_PROBLEM';
}
