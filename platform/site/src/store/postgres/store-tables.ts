/** Each can be run again; what exists stays as it is. */
export const storeTables: readonly string[] = [
  // Numbers of compositions are never used twice, not even of those that did not become live.
  'create sequence if not exists site_composition_numbers as integer',
  `create table if not exists site_releases (
     package text not null,
     version text not null,
     digest text not null,
     archive bytea not null,
     archive_sha256 text not null,
     published_at timestamptz not null default now(),
     primary key (package, version)
   )`,
  `create table if not exists site_compositions (
     number integer primary key,
     digest text not null,
     archive bytea not null,
     archive_sha256 text not null,
     created_at timestamptz not null default now()
   )`,
  // One row: what is live, what was before it, and what every machine is asked to hold before it may be live.
  `create table if not exists site_live (
     id boolean primary key default true check (id),
     revision integer not null,
     pointer json,
     prepared integer
   )`,
  `insert into site_live (revision) values (0) on conflict do nothing`,
  `create table if not exists site_history (
     revision integer primary key,
     at timestamptz not null default now(),
     operator text not null,
     before integer,
     live integer not null
   )`,
  // Settings and keys: small files of SITE_DIR, by their name.
  'create table if not exists site_documents (name text primary key, content text not null)',
  `create table if not exists site_pins (
     package text not null,
     version text not null,
     integrity text not null,
     primary key (package, version)
   )`,
  // What browsers met, of the last day: one failure counts for an address in ten minutes, however often it is reported.
  `create table if not exists site_served (
     composition integer not null,
     minute integer not null,
     documents integer not null,
     primary key (composition, minute)
   )`,
  `create table if not exists site_failures (
     composition integer not null,
     ten_minutes integer not null,
     address text not null,
     at timestamptz not null,
     package text not null,
     release text not null,
     kind text not null,
     place text not null,
     primary key (composition, ten_minutes, address)
   )`,
  `create table if not exists site_vitals (
     composition integer not null,
     minute integer not null,
     name text not null,
     package text not null,
     bound double precision not null,
     count integer not null,
     primary key (composition, minute, name, package, bound)
   )`,
  // What was done and refused; each line carries the digest of the one before.
  'create table if not exists site_record (number integer primary key, line text not null)',
  `create table if not exists site_lock (
     id boolean primary key default true check (id),
     token uuid not null,
     operator text not null,
     since timestamptz not null,
     seen_at timestamptz not null
   )`,
  `create table if not exists site_origins (
     id uuid primary key,
     name text not null,
     seen_at timestamptz not null,
     holds integer[] not null,
     looked_for integer,
     fault text
   )`,
  'alter table site_origins add column if not exists serves integer',
  'alter table site_origins add column if not exists started_at timestamptz not null default now()',
]
