import { sql } from 'drizzle-orm'
import { createTestDatabase } from '../testing/test-database'
import type { Database } from './database'
import { migrate } from './migrate'
import { migrations } from './migrations'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)

afterAll(() => database.close())

const last = Math.max(...migrations.map(({ version }) => version))
const step = (statements: string[]) => ({ version: last + 1, name: 'next', statements })

describe('migrations', () => {
  it('have versions without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
  })

  it('leave nothing behind when one fails in the middle, and run when it is put right', async () => {
    const queries = database.queries()
    const failing = step(['create table half (id integer)', 'select nonsense'])
    await expect(migrate(queries, [...migrations, failing])).rejects.toThrow()
    await expect(queries.execute(sql`select * from half`)).rejects.toThrow()
    await migrate(queries, [...migrations, step(['create table half (id integer)'])])
    await migrate(queries, [...migrations, step(['create table half (id integer)'])])
    expect(await queries.execute(sql`select * from half`)).toMatchObject({ rows: [] })
  })

  it('refuse a database that is newer than the program', async () => {
    await expect(migrate(database.queries())).rejects.toThrow(/has version \d+, this program knows/)
  })
})
