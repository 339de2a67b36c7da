// What the parts of the scene are drawn with. Times are turns of the loop, 0 to 1.
export const width = 1600
export const height = 900
/** Where everything stands. */
export const ground = 742
export const colours = {
  petrol: '#0b3a4a',
  chevron: '#0d4152',
  disc: '#0f5569',
  far: '#0e4858',
  near: '#115366',
  wall: '#17667b',
  slab: '#d3dde0',
  steel: '#8fb0bb',
  ink: '#13222e',
  signal: '#ffc61a',
  signalShade: '#e8a700',
  wood: '#d8a565',
  white: '#ffffff',
  green: '#1f8a5f',
}

export const wave = (time, turns = 1, offset = 0) => Math.sin((time * turns + offset) * 2 * Math.PI)
export const ease = (value) => value * value * (3 - 2 * value)
export const number = (value) => Number(value.toFixed(2))

export const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${number(x)}" y="${number(y)}" width="${w}" height="${number(h)}" fill="${fill}" ${more}/>`
export const line = (path, stroke, size) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${size}" stroke-linecap="round" stroke-linejoin="round"/>`
export const at = (x, y, ...parts) => `<g transform="translate(${number(x)} ${number(y)})">${parts.join('')}</g>`
export const repeat = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('')
