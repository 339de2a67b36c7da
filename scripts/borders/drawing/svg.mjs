import { labelOf } from './arrange-floors.mjs'
import { WIDTH } from './arrange-packages.mjs'

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif'
/** A colour for the arrows to each package, after those of the site; dark enough to be read on white. */
const COLOURS = ['#0f6175', '#7a4a9e', '#b35309', '#1c6b45', '#a3305c', '#3d5a99', '#4c5f6b']
const INK = '#13222e'
const MUTED = '#4c5f6b'

/** The drawing as the text of an SVG file. */
export function toSvg({ boxes, routes, targets, height }) {
  const colourOf = Object.fromEntries(targets.map((name, index) => [name, COLOURS[index % COLOURS.length]]))
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title about" font-family='${FONT}'>`,
    '<title id="title">What imports what</title>',
    '<desc id="about">Packages in layers and their folders on floors. Every arrow leads down to what is imported.</desc>',
    `<style>${styles(colourOf)}</style>`,
    heads(colourOf),
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(28, 46, 'What imports what', 'class="heading"'),
    text(28, 70, 'Every arrow leads down, to what is imported. Tests are left out.', 'class="note"'),
    ...boxes.map(boxOf),
    ...boxes.flatMap(floorsOf),
    // What ends nearest lies on top.
    ...targets.toReversed().flatMap((target) => linesTo(target, routes, targets)),
    ...boxes.flatMap(({ arrows }) => arrows.map(curveOf)),
    ...boxes.flatMap(({ chips }) => chips.map(chipOf)),
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}

function styles(colourOf) {
  const lines = Object.values(colourOf).map(
    (colour, index) => `.t${index}{stroke:${colour};marker-end:url(#h${index})}`,
  )
  return [
    `text{fill:${INK};font-size:13px}.heading{font-size:24px;font-weight:700}.note{font-size:14px;fill:${MUTED}}`,
    '.name{font-size:15px;font-weight:700}.scope{font-weight:400;fill:#4c5f6b}',
    '.halo{stroke:#fff;stroke-width:5;fill:none}.line{stroke-width:1.75;fill:none}',
    '.fold{stroke:#738690;stroke-width:1.25;fill:none}.end{marker-end:url(#h)}',
    ...lines,
  ].join('')
}

function heads(colourOf) {
  const all = [['h', '#738690'], ...Object.values(colourOf).map((colour, index) => [`h${index}`, colour])]
  const markers = all.map(
    ([id, colour]) =>
      `<marker id="${id}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5 8 4 0 7.5z" fill="${colour}"/></marker>`,
  )
  return `<defs>${markers.join('')}</defs>`
}

function boxOf({ name, x, y, width, height }) {
  const [scope, own] = name.split('/')
  const label = `<tspan class="scope">${scope}/</tspan>${own}`
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="10" fill="#eef3f4" stroke="#d3dde0"/>${text(x + 16, y + 26, label, 'class="name"')}`
}

function floorsOf({ x, width, chips }) {
  return [...new Set(chips.map((chip) => chip.y))].map(
    (y) => `<rect x="${n(x + 10)}" y="${n(y - 7)}" width="${n(width - 20)}" height="40" rx="6" fill="#e1e9eb"/>`,
  )
}

function chipOf({ folder, x, y, width, height }) {
  const label = text(x + width / 2, y + height / 2 + 4.5, labelOf(folder), 'text-anchor="middle"')
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${height}" rx="6" fill="#fff" stroke="#0f6175"/>${label}`
}

function curveOf({ from: [x, y], to: [toX, toY], isEnd }) {
  const bend = (toY - y) / 2
  const path = `M${n(x)} ${n(y)}C${n(x)} ${n(y + bend)} ${n(toX)} ${n(toY - bend)} ${n(toX)} ${n(toY)}`
  return `<path class="fold${isEnd ? ' end' : ''}" d="${path}"/>`
}

function linesTo(target, routes, targets) {
  const paths = routes.filter(({ to }) => to === target).map(({ points }) => roundedPath(points))
  const draw = (style) => paths.map((path) => `<path class="${style}" d="${path}"/>`)
  return [...draw('halo'), ...draw(`line t${targets.indexOf(target)}`)]
}

/** Straight lines with round corners. */
function roundedPath([first, ...rest]) {
  let path = `M${first.map(n).join(' ')}`
  let before = first
  for (const [index, corner] of rest.entries()) {
    const after = rest[index + 1]
    path += after
      ? `L${towards(corner, before)}Q${corner.map(n).join(' ')} ${towards(corner, after)}`
      : `L${corner.map(n).join(' ')}`
    before = corner
  }
  return path
}

const RADIUS = 6

function towards([x, y], [otherX, otherY]) {
  const length = Math.hypot(otherX - x, otherY - y)
  const share = Math.min(RADIUS, length / 2) / length
  return `${n(x + (otherX - x) * share)} ${n(y + (otherY - y) * share)}`
}

function text(x, y, content, attributes) {
  return `<text x="${n(x)}" y="${n(y)}" ${attributes}>${content}</text>`
}

function n(number) {
  return Math.round(number * 10) / 10
}
