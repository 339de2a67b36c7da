/** An operation that cannot be done; the message is for the person who asked for it. */
export class OperatorRefusal extends Error {
  override name = 'OperatorRefusal'
}
