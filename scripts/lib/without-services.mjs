import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Asked by Debian's packages before they start what they bring (invoke-rc.d(8)): 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'
const MARK = '# Written while packages for tests are installed.'

/**
 * Has packages that `install` brings start none of their services. A policy of the machine's owner stays as it is.
 * @param file for tests
 */
export function withoutServices(install, file = POLICY) {
  if (!existsSync(path.dirname(file)) || (existsSync(file) && !readFileSync(file, 'utf8').includes(MARK))) {
    return install()
  }
  // It forbids nothing once this process has ended, should it be left behind.
  writeFileSync(file, `#!/bin/sh\n${MARK}\nif kill -0 ${process.pid} 2>/dev/null; then exit 101; fi\n`, { mode: 0o755 })
  try {
    return install()
  } finally {
    rmSync(file)
  }
}
