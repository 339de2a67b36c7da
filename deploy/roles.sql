-- Who may do what in the database of several machines. Run once by a superuser, and again when you like:
--   psql -v ON_ERROR_STOP=1 -f roles.sql "$DATABASE_URL"     then give each role a password: alter role site_shop password '…'
-- The shop cannot reach what decides which pages visitors get (schema `site`), and an origin cannot write what is made
-- there. Neither is trusted with that: everything an operator makes is signed, with a key that is not in here.

do $$
declare one text;
begin
  foreach one in array array['site_shop', 'site_origin', 'site_operator'] loop
    if not exists (select from pg_roles where rolname = one) then execute format('create role %I login', one); end if;
  end loop;
  execute format('alter role site_shop in database %I set search_path = public', current_database());
  execute format('alter role site_origin in database %I set search_path = site', current_database());
  execute format('alter role site_operator in database %I set search_path = site', current_database());
end $$;

create schema if not exists site authorization site_operator;
revoke all on schema public, site from public;
grant usage, create on schema public to site_shop;
grant usage on schema site to site_origin;

-- A database of before had one role for all: each thing gets its owner, and the tables of the site their schema.
do $$
declare it record;
begin
  for it in
    select relname, case relkind when 'S' then 'sequence' else 'table' end as kind, relname like 'site\_%' as is_site
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and relkind = 'S')
  loop
    execute format('alter %s public.%I owner to %I', it.kind, it.relname,
      case when it.is_site then 'site_operator' else 'site_shop' end);
    if it.is_site then execute format('alter %s public.%I set schema site', it.kind, it.relname); end if;
  end loop;
end $$;

-- What an origin may do besides reading: say that it lives, count what browsers meet, add to the audit log, and go back.
-- For that it moves the pointer, whose signed part (`signed`, `signature`) it cannot write: an origin follows no pointer
-- that is not signed or does more than take back (docs/decisions/0023-signed-store.md).
create or replace function site.grant_origin() returns void language plpgsql as $$
declare
  one text[];
  counted text := 'insert, update, delete';
begin
  grant select on all tables in schema site to site_origin;
  foreach one slice 1 in array array[
    array['site_origins', counted], array['site_served', counted], array['site_failures', counted],
    array['site_vitals', counted], array['site_visits', counted], array['site_record', 'insert'],
    array['site_live', 'update (revision, pointer, prepared)']
  ] loop
    if to_regclass('site.' || one[1]) is not null then
      execute format('grant %s on site.%I to site_origin', one[2], one[1]);
    end if;
  end loop;
end $$;
alter function site.grant_origin() owner to site_operator;
-- The operator's command calls it again whenever it has changed the tables.
select site.grant_origin();
