// The scene behind the home page's headline: a building site in the site's illustration style.
// Each part is a function of the loop's time in turns (0 to 1), so the last frame leads into the first.
import { worker } from './hero-worker.mjs'

export const width = 1600
export const height = 900

const ground = 742
const colours = {
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

const wave = (time, turns = 1, offset = 0) => Math.sin((time * turns + offset) * 2 * Math.PI)
const ease = (value) => value * value * (3 - 2 * value)
const number = (value) => Math.round(value * 100) / 100

const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${number(x)}" y="${number(y)}" width="${w}" height="${number(h)}" fill="${fill}" ${more}/>`
const line = (path, stroke, size) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${size}" stroke-linecap="round" stroke-linejoin="round"/>`
const at = (x, y, ...parts) => `<g transform="translate(${number(x)} ${number(y)})">${parts.join('')}</g>`
const repeat = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('')

/** The scene as SVG at a time of the loop. */
export function sceneAt(time) {
  const parts = [sky, skyline, tower, crane, hoist, site].map((draw) => draw(time))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}

function sky(time) {
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
    `<circle cx="1175" cy="450" r="310" fill="${colours.disc}"/>` +
    cloud(760 + 26 * wave(time), 322, 0.8) +
    cloud(1350 + 34 * wave(time, 1, 0.35), 196, 0.95)
  )
}

function skyline() {
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
    [800, 530, 110],
    [1380, 500, 100],
    [1500, 430, 100],
  ]
  const near = [
    [60, 640, 130],
    [330, 620, 120],
    [570, 650, 160],
    [1440, 580, 160],
  ]
  return far.map(block(colours.far)).join('') + near.map(block(colours.near)).join('')
}

/** The building that is going up: slabs on columns, one figure on each of two floors. */
function tower(time) {
  const [left, right, storey] = [1010, 1290, 92]
  const floor = (index) => ground - index * storey
  const storeys = repeat(4, (index) => {
    const columns = [left + 14, left + 122, right - 26]
      .map((x) => rect(x, floor(index + 1), 14, storey, colours.steel))
      .join('')
    const wall = index < 2 ? rect(left + 28, floor(index + 1), 94, storey, colours.wall) : ''
    const rail = line(
      `M${left + 6} ${floor(index + 1) - 34}H${right - 6}M${left + 6} ${floor(index + 1) - 18}H${right - 6}`,
      colours.signal,
      4,
    )
    return (
      wall +
      columns +
      (index === 3 ? rail : '') +
      rect(left - 10, floor(index + 1), right - left + 20, 12, colours.slab)
    )
  })
  const posts = repeat(5, (index) => rect(left + 4 + index * 66, floor(4) - 40, 6, 40, colours.steel))
  const walk = 40 * wave(time)
  const facing = Math.cos(time * 2 * Math.PI) >= 0 ? 1 : -1
  return (
    storeys +
    posts +
    at(
      left + 200,
      floor(2),
      worker({ size: 0.54, stride: 0.6 * wave(time, 4), left: 20, right: 30, facing, x: walk }),
    ) +
    at(left + 216, floor(4), worker({ size: 0.62, left: 28, right: 118 + 18 * wave(time, 2), facing: -1 }))
  )
}

function crane(time) {
  const [mast, top, tip] = [1432, 252, 836]
  const peak = top - 62
  const lattice = repeat(
    14,
    (index) => `M${mast - 15} ${top + 35 * index}l30 35M${mast + 15} ${top + 35 * index}l-30 35`,
  )
  const jib = repeat(15, (index) => `M${tip + index * 40} ${top}l20-26l20 26`)
  const trolley = 930 + 66 * wave(time, 1, 0.25)
  const hook = 400 + 50 * wave(time, 1, -0.1)
  const swing = 1.4 * wave(time, 2)
  return (
    line(`M${mast - 15} ${top}V${ground}M${mast + 15} ${top}V${ground}${lattice}`, colours.signal, 5) +
    line(`M${mast} ${peak}L${tip + 60} ${top - 24}M${mast} ${peak}L1560 ${top}`, colours.steel, 3) +
    line(`M${tip} ${top}H1572${jib}M${tip + 20} ${top - 26}H${tip + 580}`, colours.signal, 5) +
    line(`M${mast - 12} ${top}L${mast} ${peak}L${mast + 12} ${top}`, colours.signal, 6) +
    rect(1518, top + 4, 52, 46, colours.steel, 'rx="4"') +
    rect(mast - 40, top + 8, 34, 44, colours.white, 'rx="5"') +
    rect(mast - 36, top + 13, 18, 20, colours.disc, 'rx="2"') +
    `<circle cx="${mast}" cy="${peak - 6}" r="7" fill="#e2662f" opacity="${number(0.55 + 0.45 * wave(time, 2))}"/>` +
    rect(trolley - 20, top - 2, 40, 12, colours.ink, 'rx="4"') +
    `<g transform="rotate(${number(swing)} ${number(trolley)} ${top})">` +
    line(
      `M${number(trolley)} ${top + 8}V${number(hook)}M${number(trolley - 52)} ${number(hook + 46)}L${number(trolley)} ${number(hook)}L${number(trolley + 52)} ${number(hook + 46)}`,
      colours.slab,
      3,
    ) +
    repeat(3, (index) =>
      rect(trolley - 62, hook + 46 + index * 13, 124, 11, index === 1 ? '#c08d4c' : colours.wood, 'rx="2"'),
    ) +
    '</g>'
  )
}

/** Up, a rest at the top, down, a rest at the bottom. */
function hoist(time) {
  const rise = time < 0.4 ? ease(time / 0.4) : time < 0.5 ? 1 : time < 0.9 ? 1 - ease((time - 0.5) / 0.4) : 0
  const y = ground - 14 - rise * 276
  const rungs = repeat(17, (index) => `M1308 ${ground - 12 - index * 24}h16`)
  return (
    line(`M1308 ${ground}V332M1324 ${ground}V332${rungs}`, colours.steel, 3) +
    at(1358, y, worker({ size: 0.54, left: 24, right: 24, facing: -1 })) +
    line(
      `M1330 ${number(y - 92)}H1384M1330 ${number(y - 44)}H1384M1357 ${number(y - 44)}V${number(y)}`,
      colours.signal,
      3,
    ) +
    rect(1328, y - 96, 6, 100, colours.signal) +
    rect(1380, y - 96, 6, 100, colours.signal) +
    rect(1326, y, 62, 9, colours.signalShade, 'rx="2"')
  )
}

/** The hoarding in front, a banksman guiding the load, cones and a first-aid sign. */
function site(time) {
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
    at(1490, ground, sign) +
    at(1560, ground, cone) +
    at(800, ground, cone) +
    at(
      905,
      ground,
      worker({ size: 0.92, left: 128 + 26 * wave(time, 2), right: 128 + 26 * wave(time, 2), facing: 1 }),
    ) +
    rect(0, ground, width, 34, colours.signal) +
    stripes +
    rect(0, ground + 34, width, height - ground - 34, colours.far) +
    repeat(14, (index) => rect(index * 120 - 2, ground + 34, 4, height - ground - 34, colours.petrol))
  )
}
