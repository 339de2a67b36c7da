/** An operation that cannot be done; the message is for the person who asked for it. */
export class AdminRefusal extends Error {
  override name = 'AdminRefusal'
}
