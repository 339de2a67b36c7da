import { useId } from 'react'
import classes from './curve.module.css'
import { Empty, Time } from './parts'

export type CurvePoint = {
  /** ISO 8601. */
  at: string
  /** `undefined` while nothing was measured. */
  canary: number | undefined
  stable: number | undefined
}
/** One figure of canary and stable beside each other, over time. */
export type Figure = { name: string; unit: string; points: readonly CurvePoint[] }

const WIDTH = 440
const HEIGHT = 170
const INSET = { left: 72, right: 12, top: 12, bottom: 28 }

/** Drawn on the server, with its values in a table for whoever cannot see it. */
export function Curve({ figure: { name, unit, points } }: { figure: Figure }) {
  const id = useId()
  const values = points.flatMap(({ canary, stable }) => [canary, stable]).filter((value) => value !== undefined)
  const most = niceCeiling(Math.max(...values, 0))
  const x = (index: number) =>
    INSET.left + (index / Math.max(1, points.length - 1)) * (WIDTH - INSET.left - INSET.right)
  const y = (value: number) => HEIGHT - INSET.bottom - (value / most) * (HEIGHT - INSET.top - INSET.bottom)
  const last = points.at(-1)
  const latest = (of: 'canary' | 'stable') => points.findLast((point) => point[of] !== undefined)?.[of]
  if (values.length === 0) {
    return (
      <figure className={classes.figure}>
        <figcaption className={classes.caption}>
          <strong>{name}</strong>
        </figcaption>
        <Empty>Nothing was measured yet.</Empty>
      </figure>
    )
  }
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <strong>{name}</strong>
        <span className={classes.legend}>
          <span className={classes.canaryKey}>canary {formatOr(latest('canary'), unit)}</span>
          <span className={classes.stableKey}>stable {formatOr(latest('stable'), unit)}</span>
        </span>
      </figcaption>
      <svg className={classes.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
        <title id={id}>{`${name} of canary and stable`}</title>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line
              className={classes.grid}
              x1={INSET.left}
              x2={WIDTH - INSET.right}
              y1={y(most * part)}
              y2={y(most * part)}
            />
            <text className={classes.tick} x={INSET.left - 8} y={y(most * part) + 4} textAnchor="end">
              {format(most * part, unit)}
            </text>
          </g>
        ))}
        {(['stable', 'canary'] as const).map((series) => (
          <Line key={series} series={series} values={points.map((point) => point[series])} x={x} y={y} />
        ))}
        {points.length > 0 && (
          <>
            <text className={classes.tick} x={INSET.left} y={HEIGHT - 8}>
              {clockOf(points[0]?.at)}
            </text>
            <text className={classes.tick} x={WIDTH - INSET.right} y={HEIGHT - 8} textAnchor="end">
              {clockOf(last?.at)}
            </text>
          </>
        )}
      </svg>
      <details className={classes.values}>
        <summary>Values</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Canary</th>
              <th scope="col">Stable</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, canary, stable }) => (
              <tr key={at}>
                <td>
                  <Time iso={at} />
                </td>
                <td>{formatOr(canary, unit)}</td>
                <td>{formatOr(stable, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

type LineProps = {
  series: 'canary' | 'stable'
  values: readonly (number | undefined)[]
  x: (index: number) => number
  y: (value: number) => number
}

/** A value without one beside it makes no line, and is a point. */
function Line({ series, values, x, y }: LineProps) {
  return (
    <g className={classes[series]}>
      <path d={pathOf(values, x, y)} />
      {values.map((value, index) => {
        const isAlone = values[index - 1] === undefined && values[index + 1] === undefined
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells points apart, and nothing moves
        return value !== undefined && isAlone ? <circle key={index} cx={x(index)} cy={y(value)} r={1} /> : null
      })}
    </g>
  )
}

/** A line that is broken where nothing was measured. */
export function pathOf(
  values: readonly (number | undefined)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === undefined) return ''
      const start = values[index - 1] === undefined ? 'M' : 'L'
      return `${start}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .filter(Boolean)
    .join(' ')
}

/** 1, 2 or 5 times a power of ten, not below the value. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5, 10].find((it) => it * power >= value) ?? 10
  return factor * power
}

function format(value: number, unit: string): string {
  const digits = value !== 0 && Math.abs(value) < 1 ? 2 : Math.abs(value) < 10 ? 1 : 0
  return `${Number(value.toFixed(digits))}${unit === '%' || unit === '' ? unit : ` ${unit}`}`
}

function formatOr(value: number | undefined, unit: string): string {
  return value === undefined ? '–' : format(value, unit)
}

function clockOf(iso: string | undefined): string {
  return iso?.slice(11, 16) ?? ''
}
