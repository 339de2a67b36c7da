/** What the checks find and cannot be mended here: who is kept out of what, and by what it is recognised. */
export const known: readonly RegExp[] = [
  // The parts of the card field are its provider's; the field around them has the label and the edge.
  /^(labels|edges|forcedColours): .*<input> "(Security code|Expiry date|Card number)"/,
]
