import path from 'node:path'
import { transformFile } from '@swc/core'
import { root } from '../../lib/packages.mjs'

/** The exports of a TypeScript file of the workspace that imports nothing. */
export async function loadData(file) {
  const { code } = await transformFile(path.join(root, file), {
    configFile: false,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  })
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}
