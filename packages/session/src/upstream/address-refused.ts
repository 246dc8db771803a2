/** A request that was not sent, because of where it would have gone. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor(reason: string) {
    super(`${reason} Nothing was sent. Correct the address.`);
  }
}

/** An answer that would have led elsewhere. What was asked had been sent by then, to the address of the profile. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';
  constructor(host: string) {
    super(
      `${host} answers with a redirect, and none is followed: it could lead a key to another host. Correct the address: enter the one it leads to, if it is right.`,
    );
  }
}

/** A request that was not sent, because whoever it was for is let in no more. */
export class ShutOut extends Error {
  override readonly name = 'ShutOut';
  constructor() {
    super('Whoever this conversation is of is not let in any more. Nothing was sent.');
  }
}
