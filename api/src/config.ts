export type ApiConfig = { port: number; host: string; logLevel: string }

/**
 * Reads the environment of an API that runs alone.
 * @throws Error that lists every variable that is wrong.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): ApiConfig {
  const { PORT = '3001', HOST = '127.0.0.1', LOG_LEVEL = 'info' } = environment
  const port = Number(PORT)
  const faults = [
    ...(Number.isInteger(port) && port >= 0 && port <= 65_535 ? [] : [`PORT is "${PORT}", but must be a port number`]),
    ...(levels.includes(LOG_LEVEL) ? [] : [`LOG_LEVEL is "${LOG_LEVEL}", but must be one of ${levels.join(', ')}`]),
  ]
  if (faults.length > 0) throw new Error(`The environment is not valid:\n  ${faults.join('\n  ')}`)
  return { port, host: HOST, logLevel: LOG_LEVEL }
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
