/** All tables of a shop that a history fills, as `truncate` names them. */
export async function nameTables(query: (sql: string) => Promise<{ name: string }[]>): Promise<string> {
  const names = await query(`select tablename as name from pg_tables where schemaname = 'public'`)
  return names
    .map(({ name }) => name)
    .filter((name) => name !== 'migrations' && name !== 'applied_migrations')
    .join(', ')
}
