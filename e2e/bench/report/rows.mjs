/**
 * A goal that is a ratio to a reference measured in the same run.
 * @param wanted `{ most }` or `{ least }`, the ratio; without either the row only informs
 */
export function ratioRow({ goal, measured, unit, ours, reference, ...wanted }) {
  const ratio = ours / reference
  return { goal, measured, unit, ours, reference, ratio, ...judge(ratio, wanted, '×') }
}

/** A goal that is a figure of its own; see `ratioRow`. */
export function figureRow({ goal, measured, unit, ours, ...wanted }) {
  return { goal, measured, unit, ours, ...judge(ours, wanted, unit) }
}

function judge(value, { most, least }, unit) {
  if (most !== undefined) return { wanted: `≤ ${most} ${unit}`.trimEnd(), isMet: value <= most }
  if (least !== undefined) return { wanted: `≥ ${least} ${unit}`.trimEnd(), isMet: value >= least }
  return {}
}
