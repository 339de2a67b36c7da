import { at, colours, ease, ground, line, number, rect, repeat, wave } from './drawing.mjs'
import { worker } from './worker.mjs'

/** The building that is going up: slabs on columns, one figure on each of two floors. */
export function tower(time) {
  const [left, right, storey] = [1150, 1394, 92]
  const floor = (index) => ground - index * storey
  const storeys = repeat(4, (index) => {
    const columns = [left + 14, left + 112, right - 26]
      .map((x) => rect(x, floor(index + 1), 14, storey, colours.steel))
      .join('')
    const wall = index < 2 ? rect(left + 28, floor(index + 1), 84, storey, colours.wall) : ''
    const rail = line(
      `M${left + 6} ${floor(index + 1) - 34}H${right - 6}M${left + 6} ${floor(index + 1) - 18}H${right - 6}`,
      colours.signal,
      4,
    )
    return (
      wall + columns + (index > 0 ? rail : '') + rect(left - 10, floor(index + 1), right - left + 20, 12, colours.slab)
    )
  })
  const posts = repeat(5, (index) => rect(left + 4 + index * 57, floor(4) - 40, 6, 40, colours.steel))
  const walk = 30 * wave(time)
  const facing = Math.cos(time * 2 * Math.PI) >= 0 ? 1 : -1
  return (
    storeys +
    posts +
    at(
      left + 172,
      floor(2),
      worker({ size: 0.54, stride: 0.6 * wave(time, 4), left: 20, right: 30, facing, x: walk }),
    ) +
    at(left + 180, floor(4), worker({ size: 0.62, left: 28, right: 118 + 18 * wave(time, 2), facing: -1 }))
  )
}

export function crane(time) {
  const [mast, top, tip] = [1524, 252, 902]
  const peak = top - 62
  const lattice = repeat(
    14,
    (index) => `M${mast - 15} ${top + 35 * index}l30 35M${mast + 15} ${top + 35 * index}l-30 35`,
  )
  const jib = repeat(15, (index) => `M${tip + index * 40} ${top}l20-26l20 26`)
  const trolley = 1012 + 34 * wave(time, 1, 0.25)
  const hook = 400 + 50 * wave(time, 1, -0.1)
  const swing = 1.4 * wave(time, 2)
  return (
    line(`M${mast - 15} ${top}V${ground}M${mast + 15} ${top}V${ground}${lattice}`, colours.signal, 5) +
    line(`M${mast} ${peak}L${tip + 60} ${top - 24}M${mast} ${peak}L1660 ${top}`, colours.steel, 3) +
    line(`M${tip} ${top}H1660${jib}M${tip + 20} ${top - 26}H${tip + 600}`, colours.signal, 5) +
    line(`M${mast - 12} ${top}L${mast} ${peak}L${mast + 12} ${top}`, colours.signal, 6) +
    rect(1592, top + 4, 52, 46, colours.steel, 'rx="4"') +
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
export function hoist(time) {
  const rise = time < 0.4 ? ease(time / 0.4) : time < 0.5 ? 1 : time < 0.9 ? 1 - ease((time - 0.5) / 0.4) : 0
  const y = ground - 14 - rise * 276
  const rungs = repeat(17, (index) => `M1410 ${ground - 12 - index * 24}h16`)
  return (
    line(`M1410 ${ground}V332M1426 ${ground}V332${rungs}`, colours.steel, 3) +
    at(1459, y, worker({ size: 0.54, left: 24, right: 24, facing: -1 })) +
    line(
      `M1431 ${number(y - 92)}H1485M1431 ${number(y - 44)}H1485M1458 ${number(y - 44)}V${number(y)}`,
      colours.signal,
      3,
    ) +
    rect(1429, y - 96, 6, 100, colours.signal) +
    rect(1481, y - 96, 6, 100, colours.signal) +
    rect(1427, y, 62, 9, colours.signalShade, 'rx="2"')
  )
}
