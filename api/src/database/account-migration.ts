import type { Migration } from './migrations'

export const accountMigration: Migration = {
  version: 2,
  name: 'accounts',
  statements: [
    `create table accounts (
       id text primary key,
       email text not null unique,
       first_name text not null,
       last_name text not null,
       password_hash text not null,
       created_at timestamptz not null default now()
     )`,
    `create table throttles (
       key text primary key,
       hits integer not null check (hits > 0),
       ends_at timestamptz not null
     )`,
    `create index throttles_ended on throttles (ends_at)`,
  ],
}
