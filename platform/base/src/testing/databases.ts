import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Initial content of a database. `fill` runs once per name; later databases are copies. */
export type Template = { name: string; fill: (url: string) => Promise<void> }

export type Databases = {
  createDatabase: (template?: Template) => Promise<string>
  drop: () => Promise<void>
}

export function openDatabases(url: string): Databases {
  const made: string[] = []
  const create = async (name: string, template = 'template1') => {
    made.push(name)
    await run(url, `create database ${name} template ${template}`)
    return Object.assign(new URL(url), { pathname: `/${name}` }).href
  }
  return {
    async createDatabase(template) {
      if (template && !(await isThere(url, template.name))) {
        const draft = newName('draft')
        await template.fill(await create(draft))
        // A concurrent test file may have created the template; `drop` removes this one.
        await run(url, `alter database ${draft} rename to ${template.name}`).catch(unlessTaken)
      }
      return create(newName('test'), template?.name)
    },
    async drop() {
      for (const name of made.splice(0)) await run(url, `drop database if exists ${name} with (force)`)
    },
  }
}

const newName = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`

async function isThere(url: string, name: string): Promise<boolean> {
  return (await run(url, `select from pg_database where datname = '${name}'`)).length > 0
}

async function run(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function unlessTaken(error: { code?: string }): void {
  if (error.code !== '42P04') throw error
}
