import { defineConfig } from 'drizzle-kit'

/** `npm run migration --workspace @site/api -- --name what_changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/database/schema.ts',
    './src/database/after-sale-tables.ts',
    './src/database/account-tables.ts',
    './papers/src/tables.ts',
    './src/staff/staff-tables.ts',
  ],
  out: './src/database/migrations',
})
