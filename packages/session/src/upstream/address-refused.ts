/** A request that was not sent, because of where it would have gone. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor(reason: string) {
    super(`${reason} Nothing was sent. Correct the address.`);
  }
}
