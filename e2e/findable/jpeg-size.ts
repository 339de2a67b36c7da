/** Width and height from a JPEG's frame header; @throws Error when there is none. */
export function jpegSize(picture: Buffer): { width: number; height: number } {
  let at = 2
  while (at + 9 < picture.length) {
    const marker = picture.readUInt16BE(at)
    if (marker === BASELINE || marker === PROGRESSIVE) {
      return { height: picture.readUInt16BE(at + 5), width: picture.readUInt16BE(at + 7) }
    }
    at += 2 + picture.readUInt16BE(at + 2)
  }
  throw new Error('This is not a JPEG picture')
}

const BASELINE = 0xffc0
const PROGRESSIVE = 0xffc2
