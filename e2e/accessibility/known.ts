/** What the checks find and is left so: who is kept out of what, and by what it is recognised. */
export const known: readonly RegExp[] = [
  // The title of a course is the alternative of its picture, because it takes its place where none can be loaded (D-18).
  /^images: <img> "\/images\/courses\/\d+\.svg" repeats the text beside it$/,
  // The parts of the card field are its provider's; the field around them has the label and the edge.
  /^(labels|edges|forcedColours): .*<input> "(Security code|Expiry date|Card number)"/,
  // The sandbox's window stands for PayPal's, which is PayPal's to build.
  /^textGrows: <(h2|p|button)> "(PayPal sandbox|Pay|Pay, but .*|Fail|Cancel|The bank declined.*)" keeps its size/,
  // The text of a policy listens for its links, whose Enter arrives as a click.
  /^pointerOnly: <div(#policy-privacy-text)?> "This policy explains/,
]
