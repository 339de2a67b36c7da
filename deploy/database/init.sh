#!/bin/sh
# Run once by the database's image, in an empty database: the roles of roles.sql, with their passwords.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f /roles.sql
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
  -v shop="$SHOP_PASSWORD" -v origin="$ORIGIN_PASSWORD" -v operator="$OPERATOR_PASSWORD" <<'SQL'
alter role site_shop password :'shop';
alter role site_origin password :'origin';
alter role site_operator password :'operator';
SQL
