import { company } from '@site/shared/company'
import classes from './map-page.module.css'

/** Metres, the office in the middle. */
export const PLAN = { width: 1200, height: 800 }

type Street = { name: string; path: string; label?: readonly [x: number, y: number, degrees: number] }

const mainStreets: readonly Street[] = [
  { name: 'Goswell Road', path: 'M520-20L586 310', label: [562, 210, 79] },
  { name: 'Aldersgate Street', path: 'M586 310L600 400L626 560L655 665', label: [630, 545, 80] },
  { name: 'St Martin’s Le Grand', path: 'M655 665L676 795' },
  { name: 'Long Lane', path: 'M598 397L480 436L340 476', label: [470, 432, -17] },
  { name: 'Beech Street', path: 'M600 384L760 378L930 372', label: [850, 368, -2] },
  { name: 'Chiswell Street', path: 'M930 372L1220 352', label: [1085, 354, -4] },
  { name: 'Clerkenwell Road', path: 'M-20 190L300 152L550 134', label: [250, 152, -7] },
  { name: 'Old Street', path: 'M550 134L860 108L1220 84', label: [930, 97, -5] },
  { name: 'Farringdon Road', path: 'M110-20L62 400L48 820', label: [70, 270, 97] },
  { name: 'St John Street', path: 'M330 420L270 300L196-20', label: [250, 250, 75] },
  { name: 'London Wall', path: 'M655 665L900 640L1220 604', label: [900, 634, -6] },
  { name: 'Newgate Street', path: 'M-20 742L330 764L520 778', label: [230, 752, 4] },
  { name: 'Cheapside', path: 'M520 778L676 795L1220 812', label: [880, 796, 2] },
  { name: 'Moorgate', path: 'M1084 358L1090 620L1116 820', label: [1096, 480, 89] },
]

const sideStreets: readonly Street[] = [
  { name: 'Carthusian Street', path: 'M591 344L520 332' },
  { name: 'Charterhouse Street', path: 'M520 332L430 372L300 396L58 440', label: [190, 410, -10] },
  { name: 'Little Britain', path: 'M372 536L520 560L560 640L650 650', label: [450, 542, 9] },
  { name: 'Giltspur Street', path: 'M342 580L332 764', label: [346, 690, 93] },
  { name: 'Cloth Fair', path: 'M400 462L430 500L530 488' },
  { name: 'Fann Street', path: 'M582 300L712 262' },
  { name: 'Golden Lane', path: 'M706 380L690 122', label: [706, 200, 86] },
  { name: 'Whitecross Street', path: 'M834 376L852 109', label: [854, 210, 94] },
  { name: 'Bunhill Row', path: 'M964 370L990 100', label: [990, 230, 96] },
  { name: 'Silk Street', path: 'M930 372L944 470L1086 476', label: [1006, 466, 3] },
  { name: 'Wood Street', path: 'M796 650L790 804' },
  { name: 'Gresham Street', path: 'M668 745L1100 740' },
  { name: 'Cowcross Street', path: 'M300 396L210 372L64 386' },
]

const greens = [
  'M420 262l78-16 24 84-92 26z',
  'M384 166l90-12 14 66-92 18z',
  'M756 222h66v54h-66z',
  'M1000 150h70v150h-76z',
]
const blocks = ['M196 428l214-22 12 48-220 26z', 'M376 564l110 14 44 70-140 24z', 'M640 404h276l16 62v130l-256 30z']

const places: readonly [name: string, x: number, y: number][] = [
  ['Smithfield Market', 306, 446],
  ['St Bartholomew’s Hospital', 448, 622],
  ['Barbican Estate', 790, 450],
  ['Charterhouse Square', 470, 304],
]
const stations: readonly [name: string, x: number, y: number][] = [
  ['Barbican', 582, 362],
  ['Farringdon', 128, 372],
  ['Moorgate', 1112, 566],
  ['St Paul’s', 604, 770],
]

export function Plan() {
  return (
    <>
      <path className={classes.land} d="M-600-400h2400v1600h-2400z" />
      <path className={classes.block} d={blocks.join('')} />
      <path className={classes.green} d={`${greens.join('')}M296 540a36 36 0 1 0 72 0a36 36 0 1 0-72 0`} />
      <path className={classes.water} d="M700 506h190v36h-110v26h-80z" />
      <Streets streets={sideStreets} width={12} />
      <Streets streets={mainStreets} width={20} />
      {[...sideStreets, ...mainStreets].map(
        ({ name, label }) =>
          label && (
            <text
              key={name}
              className={classes.street}
              transform={`translate(${label[0]} ${label[1]})rotate(${label[2]})`}
            >
              {name}
            </text>
          ),
      )}
      {places.map(([name, x, y]) => (
        <text key={name} className={classes.place} x={x} y={y}>
          {name}
        </text>
      ))}
      {stations.map(([name, x, y]) => (
        <g key={name} transform={`translate(${x} ${y})`}>
          <circle className={classes.station} r="7" />
          <text className={classes.stationName} x="-12" y="5">
            {name}
          </text>
        </g>
      ))}
      <g className={classes.pin} transform="translate(600 400)">
        <path d="M0 0C-8-14-20-24-20-40a20 20 0 0 1 40 0C20-24 8-14 0 0z" />
        <circle r="8" cy="-40" />
        <text x="28" y="-34">
          {company.address.street}
        </text>
      </g>
    </>
  )
}

function Streets({ streets, width }: { streets: readonly Street[]; width: number }) {
  const d = streets.map(({ path }) => path).join('')
  return (
    <>
      <path className={classes.edge} d={d} strokeWidth={width + 4} />
      <path className={classes.road} d={d} strokeWidth={width} />
    </>
  )
}
