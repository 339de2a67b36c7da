/** Somebody who wants one basket, and how often they have said that they want it. */
export type Person = {
  name: string
  email: string
  orderIds: string[]
  meant: number
  /** Orders they have begun to pay, as they last did; `isMeant`: counted as another one. */
  begun: Map<string, Begun>
}

export type Begun = { basket: string; at: number; isMeant: boolean }
