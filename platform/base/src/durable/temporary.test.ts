import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inTemporaryFolder, settleAll } from './temporary'

describe('settleAll', () => {
  // The clean-up ran during open writes and reported a full disk as ENOTEMPTY.
  it('waits until all have ended, and throws what went wrong first', async () => {
    const ended: string[] = []
    let end = () => {}
    const late = new Promise<void>((resolve) => {
      end = resolve
    }).then(() => ended.push('late'))
    const works = [
      late,
      Promise.resolve().then(() => Promise.reject(new Error('second'))),
      Promise.reject(new Error('ENOSPC')),
    ]
    const all = settleAll(works).catch((error: Error) => [...ended, error.message])
    await Promise.allSettled(works.slice(1))
    end()
    expect(await all).toEqual(['late', 'ENOSPC'])
    expect(await settleAll([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2])
  })
})

describe('inTemporaryFolder', () => {
  it('leaves nothing behind, and throws what the work throws', async () => {
    const temporary = await mkdtemp(path.join(tmpdir(), 'temporary-'))
    const work = inTemporaryFolder({ temporary }, 'unpack', async (folder) => {
      await writeFile(path.join(folder, 'half'), 'x')
      throw new Error('ENOSPC')
    })
    await expect(work).rejects.toThrow('ENOSPC')
    expect(await readdir(temporary)).toEqual([])
    expect(await inTemporaryFolder({ temporary }, 'unpack', async () => 'done')).toBe('done')
    await rm(temporary, { recursive: true })
  })
})
