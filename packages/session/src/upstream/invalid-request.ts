import type { DialectId, Refusal } from '@tenfold/dialects';

/** A request that the model's API would refuse for its shape. It did not leave this machine. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  readonly dialect: DialectId;
  readonly refusals: readonly Refusal[];
  constructor(dialect: DialectId, refusals: readonly Refusal[]) {
    super(`The request was not sent, because the API would refuse it: ${refusals.map((refusal) => refusal.message).join(' ')}`);
    this.dialect = dialect;
    this.refusals = refusals;
  }
}
