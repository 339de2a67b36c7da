// Shifts the clock by more than a year; durations stay true.
const SHIFT_MS = 400 * 24 * 3_600_000
const { Date: RealDate } = globalThis

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(Date.now())
  }

  static now() {
    return RealDate.now() + SHIFT_MS
  }
}
