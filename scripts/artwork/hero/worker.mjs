const hiVis = '#ffc61a'
const hiVisShade = '#e8a700'
const ink = '#13222e'
const trousers = '#4b8798'
const trousersShade = '#3a7486'
const skin = '#c98f66'

/**
 * A figure in helmet and hi-vis vest whose feet stand at 0, 0.
 * `left` and `right` are the angles of the arms in degrees, 0 hanging and 180 straight up; `stride` opens the legs.
 */
export function worker({ x = 0, size, left, right, stride = 0, facing = 1 }) {
  const arm = (shoulder, angle, fill) =>
    `<g transform="rotate(${round(angle)} ${shoulder} -99)"><path d="M${shoulder}-99V-66" fill="none" stroke="${fill}" stroke-width="15" stroke-linecap="round"/><circle cx="${shoulder}" cy="-54" r="8" fill="${skin}"/></g>`
  const leg = (hip, angle, fill) =>
    `<g transform="rotate(${round(angle)} ${hip} -52)"><rect x="${hip - 9}" y="-58" width="18" height="56" fill="${fill}"/><rect x="${hip - 10}" y="-10" width="25" height="10" rx="4" fill="${ink}"/></g>`
  return [
    `<g transform="translate(${round(x)} 0)scale(${size * facing} ${size})">`,
    leg(-10, stride * 28, trousersShade),
    leg(10, stride * -28, trousers),
    arm(-21, left, hiVis),
    `<rect x="-27" y="-110" width="54" height="60" rx="10" fill="${hiVis}"/>`,
    `<path d="M0-110H17Q27-110 27-100V-50H0Z" fill="${hiVisShade}"/>`,
    '<path d="M-27-74H27" fill="none" stroke="#fff" stroke-width="8"/>',
    `<path d="M-14-110V-50M14-110V-50" fill="none" stroke="#fff" stroke-width="5"/>`,
    arm(21, -right, hiVisShade),
    `<rect x="-6" y="-118" width="12" height="12" fill="#a8744f"/>`,
    `<rect x="-15" y="-144" width="30" height="32" rx="14" fill="${skin}"/>`,
    '<g transform="translate(0 -132)scale(.55)"><path d="M-34 0a34 34 0 0 1 68 0z" fill="#fff"/><path d="M9-33A34 34 0 0 1 34 0H9z" fill="#d3dde0"/><rect x="-9" y="-41" width="18" height="30" rx="6" fill="#fff"/><rect x="-42" y="-4" width="84" height="11" rx="5.5" fill="#fff"/></g>',
    '</g>',
  ].join('')
}

const round = (value) => Number(value.toFixed(2))
