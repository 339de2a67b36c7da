import { monitorEventLoopDelay } from 'node:perf_hooks'
import { formatMetric } from './metric'

const NANO = 1e9

/** Memory, age and event-loop delay of this process; the delay is of the time since the last call. */
export function watchProcess() {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return {
    describe(): string {
      const p99 = delay.percentile(99) / NANO
      delay.reset()
      return [
        formatMetric('process_resident_memory_bytes', 'Memory in use.', 'gauge', [
          { value: process.memoryUsage.rss() },
        ]),
        formatMetric('process_start_time_seconds', 'When the process began, in seconds since 1970.', 'gauge', [
          { value: Math.round(Date.now() / 1000 - process.uptime()) },
        ]),
        formatMetric('nodejs_eventloop_delay_p99_seconds', 'How late the event loop was.', 'gauge', [{ value: p99 }]),
      ].join('')
    },
    stop: () => delay.disable(),
  }
}
