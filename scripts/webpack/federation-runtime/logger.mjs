const logger = (prefix) => ({
  debug() {},
  log: (...values) => console.log(prefix, ...values),
  info: (...values) => console.info(prefix, ...values),
  warn: (...values) => console.warn(prefix, ...values),
  error: (...values) => console.error(prefix, ...values),
})

export { logger as createInfrastructureLogger, logger as createLogger }
export const bindLoggerToCompiler = () => {}
export const infrastructureLogger = undefined
const own = logger('[ Module Federation ]')

export { own as logger }
