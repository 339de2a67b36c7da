import { openSync, readSync, writeSync } from 'node:fs'

/**
 * The clock of the world in a file, for all its processes and for its database: the world's time at a moment of the real
 * clock. From then on it goes so many times as fast.
 */
export const RATE = 20
const LENGTH = 40

type Moment = { real: number; virtual: number }

/** Of the machine, to a part of a millisecond. */
export const realNow = (): number => performance.timeOrigin + performance.now()
export const timeAt = ({ real, virtual }: Moment, now: number): number => virtual + (now - real) * RATE

export function createClockFile(file: string) {
  const descriptor = openSync(file, 'w+', 0o644)
  return {
    write({ real, virtual }: Moment): void {
      writeSync(descriptor, `${real.toFixed(3)} ${virtual.toFixed(3)}`.padEnd(LENGTH), 0)
    },
  }
}

/** @returns what tells the world's time */
export function followClock(file: string): () => number {
  const descriptor = openSync(file, 'r')
  const text = Buffer.alloc(LENGTH)
  return () => {
    readSync(descriptor, text, 0, LENGTH, 0)
    const [real = 0, virtual = 0] = text.toString('latin1').trim().split(' ').map(Number)
    return timeAt({ real, virtual }, realNow())
  }
}

/**
 * In the place of the database's `now()`: the world's time when the transaction began, the same to its end.
 * The path is the world's own, without quotes in it.
 */
export function sqlOfClock(file: string): string {
  const parts = `regexp_split_to_array(trim(pg_read_file('${file}')), ' ')`
  return `create function public.now() returns timestamptz language plpgsql stable as $$
    declare
      kept text := current_setting('simulation.now', true);
      clock float8[];
    begin
      if kept is null or kept = '' then
        clock := ${parts}::float8[];
        kept := to_timestamp((clock[2] + (extract(epoch from pg_catalog.now()) * 1000 - clock[1]) * ${RATE}) / 1000)::text;
        perform set_config('simulation.now', kept, true);
      end if;
      return kept::timestamptz;
    end $$`
}
