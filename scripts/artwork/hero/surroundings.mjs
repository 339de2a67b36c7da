import { at, colours, ground, height, number, rect, repeat, wave, width } from './drawing.mjs'
import { worker } from './worker.mjs'

export function sky(time) {
  const chevrons = repeat(18, (column) => {
    const x = (column - 1 + time) * 96
    return repeat(
      8,
      (row) => `<path d="M${number(x)} ${row * 96}h48l48 48-48 48h-48l48-48z" fill="${colours.chevron}"/>`,
    )
  })
  const cloud = (x, y, size) =>
    `<path d="M${number(x)} ${y}h${150 * size}a${24 * size} ${24 * size} 0 0 0-${10 * size}-${46 * size}a${44 * size} ${44 * size} 0 0 0-${82 * size}-${14 * size}a${32 * size} ${32 * size} 0 0 0-${58 * size} ${30 * size}a${15 * size} ${15 * size} 0 0 0 0 ${30 * size}z" fill="${colours.near}"/>`
  return (
    rect(0, 0, width, height, colours.petrol) +
    chevrons +
    `<circle cx="1250" cy="450" r="310" fill="${colours.disc}"/>` +
    cloud(830 + 26 * wave(time), 322, 0.8) +
    cloud(1330 + 34 * wave(time, 1, 0.35), 170, 0.95)
  )
}

export function skyline() {
  const block =
    (fill) =>
    ([x, top, wide]) =>
      rect(x, top, wide, ground - top, fill)
  const far = [
    [0, 600, 120],
    [120, 540, 90],
    [250, 580, 130],
    [420, 500, 80],
    [500, 560, 150],
    [690, 470, 90],
    [800, 530, 150],
    [1380, 500, 100],
    [1540, 430, 60],
  ]
  const near = [
    [60, 640, 130],
    [330, 620, 120],
    [570, 650, 160],
    [1470, 600, 130],
  ]
  return far.map(block(colours.far)).join('') + near.map(block(colours.near)).join('')
}

/** The hoarding in front, a banksman guiding the load, cones and a first-aid sign. */
export function foreground(time) {
  const cone = `<path d="M-7-58H7L22-8H-22Z" fill="#e2662f"/><path d="M-11-43h22l4 14h-30z" fill="#fff"/><rect x="-30" y="-9" width="60" height="9" rx="3" fill="${colours.ink}"/>`
  const stripes = repeat(
    24,
    (index) => `<path d="M${(index - 1) * 72} ${ground}h36l36 34h-36z" fill="${colours.ink}"/>`,
  )
  const sign =
    rect(-34, -96, 68, 68, colours.green, 'rx="6"') +
    '<path d="M-8-84H8v14h14v16H8v14H-8v-14h-14v-16h14z" fill="#fff"/>' +
    rect(-4, -28, 8, 28, colours.steel)
  return (
    at(1330, ground, sign) +
    at(1124, ground, cone) +
    at(930, ground, cone) +
    at(
      1210,
      ground,
      worker({ size: 0.78, left: 128 + 26 * wave(time, 2), right: 128 + 26 * wave(time, 2), facing: -1 }),
    ) +
    rect(0, ground, width, 34, colours.signal) +
    stripes +
    rect(0, ground + 34, width, height - ground - 34, colours.far) +
    repeat(14, (index) => rect(index * 120 - 2, ground + 34, 4, height - ground - 34, colours.petrol))
  )
}
