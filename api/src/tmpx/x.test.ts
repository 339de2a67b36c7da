import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
test('opens', async () => {
  const t = Date.now()
  const db = await PGlite.create({ dataDir: 'memory://', loadDataDir: new Blob([readFileSync('/tmp/pgl/dump.tar')]), startParams:[...(PGlite as any).defaultStartParams,'-c','shared_buffers=16MB'] })
  console.log(Date.now() - t)
  console.log((await db.query('select 1 as a')).rows)
  await db.close()
}, 60000)
