/** px */
export function jpegSize(picture: Buffer): { width: number; height: number } {
  const [baseline, progressive] = [0xffc0, 0xffc2]
  for (let at = 2; at + 9 < picture.length; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture.readUInt16BE(at)
    if (marker === baseline || marker === progressive)
      return { height: picture.readUInt16BE(at + 5), width: picture.readUInt16BE(at + 7) }
  }
  throw new Error('This is not a JPEG picture')
}
