/** About how wide a text gets in the reader's system font, which is not known here; rather too much than too little. */
export function textWidth(text, size) {
  return Math.ceil(text.length * size * 0.56)
}
