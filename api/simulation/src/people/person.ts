/** Somebody who wants one basket, and how often they have said that they want it. */
export type Person = { name: string; email: string; orderIds: string[]; meant: number }
