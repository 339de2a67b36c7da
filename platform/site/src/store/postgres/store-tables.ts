/**
 * A change of the site's tables, made once in each database, in the order of the list, and known there by its name. One that
 * was made is never changed or taken out: add the next at the end.
 */
export type Migration = { name: string; statements: readonly string[] }

const tables: readonly string[] = [
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
     location text not null,
     primary key (composition, ten_minutes, address)
   )`,
  `create table if not exists site_vitals (
     composition integer not null,
     minute integer not null,
     name text not null,
     package text not null,
     upper_bound double precision not null,
     count integer not null,
     primary key (composition, minute, name, package, upper_bound)
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
     available integer[] not null,
     attempted integer,
     error text,
     serving integer,
     started_at timestamptz not null default now()
   )`,
]

/** Documents are changed by compare and swap; a composition says of itself what it is without its archive being read. */
const undo: readonly string[] = [
  'alter table site_documents add column if not exists revision integer not null default 1',
  'alter table site_compositions add column if not exists manifest text',
  'alter table site_origins add column if not exists is_own_error boolean not null default false',
  // Why it gives its visitors to the others; null while it serves.
  'alter table site_origins add column if not exists out_of_service text',
]

/** What an operator signs; who moved the pointer stands in the audit log. */
const signatures: readonly string[] = [
  'alter table site_compositions add column if not exists signature text',
  'alter table site_releases add column if not exists signature text',
  'alter table site_documents add column if not exists signature text',
  'alter table site_pins add column if not exists signature text',
  // The pointer as an operator last signed it: it may have been moved back since without a signature.
  'alter table site_live add column if not exists signed text',
  'alter table site_live add column if not exists signed_revision integer',
  'alter table site_live add column if not exists signature text',
  'drop table if exists site_history',
]

const evidence: readonly string[] = [
  // Visits by the ten seconds in which they began; fractions, see `model/health-figures.ts`.
  `create table if not exists site_visits (
     composition integer not null,
     slice integer not null,
     visits double precision not null,
     interactive double precision not null,
     failed double precision not null,
     cart double precision not null,
     payment double precision not null,
     api_failed double precision not null,
     primary key (composition, slice)
   )`,
]

/** Documents are kept by their content, for all compositions that name them. */
const packs: readonly string[] = [
  'create table if not exists site_packs (digest text primary key, content bytea not null)',
  // What is in it is compressed.
  'alter table site_packs alter column content set storage external',
  // Which of them a composition names: said by its manifest too, which is signed.
  "alter table site_compositions add column if not exists packs text[] not null default '{}'",
  'alter table site_compositions drop column if exists archive, drop column if exists archive_sha256',
]

const blobs: readonly string[] = [
  'alter table if exists site_packs rename to site_blobs',
  // The lists that a composition names say which blobs it needs.
  'alter table site_compositions drop column if exists packs',
  'drop table if exists site_degradations',
]

export const migrations: readonly Migration[] = [
  { name: 'tables', statements: tables },
  { name: 'undo', statements: undo },
  { name: 'signatures', statements: signatures },
  { name: 'evidence', statements: evidence },
  { name: 'packs', statements: packs },
  // Databases of earlier releases had its table.
  { name: 'degradations', statements: [] },
  { name: 'blobs', statements: blobs },
]
