/**
 * The tables exactly as the first release (0.1.0) made them: a fixture of the tests, never run on a shop. They
 * prove that its databases are taken over, and that its program runs on the tables of this release.
 */
export const previousMigrations = [
  {
    version: 1,
    name: 'orders and payments',
    statements: [
      `create table orders (
         id text primary key check (id ~ '^order_[A-Za-z0-9_-]{6,64}$'),
         state text not null check (state in
           ('created', 'pending', 'processing', 'paid', 'failed', 'cancelled', 'needs_attention')),
         attempt integer not null check (attempt > 0),
         amount_pence integer not null check (amount_pence > 0),
         vat_pence integer,
         is_priced boolean not null,
         customer_email text not null,
         customer_name text not null,
         description text not null,
         created_at timestamptz not null default now(),
         updated_at timestamptz not null default now(),
         paid_at timestamptz
       )`,
      `create index orders_unfinished on orders (updated_at)
         where state in ('created', 'pending', 'processing', 'failed')`,
      `create table order_lines (
         order_id text not null references orders (id),
         position integer not null,
         course_id integer not null,
         title text not null,
         unit_pence integer not null check (unit_pence >= 0),
         quantity integer not null check (quantity > 0),
         primary key (order_id, position)
       )`,
      `create table order_events (
         id bigserial primary key,
         order_id text not null references orders (id),
         at timestamptz not null default now(),
         type text not null,
         from_state text,
         to_state text,
         source text not null,
         detail jsonb
       )`,
      `create index order_events_order on order_events (order_id)`,
      `create table payments (
         id bigserial primary key,
         order_id text not null references orders (id),
         attempt integer not null,
         provider text not null check (provider in ('stripe', 'paypal')),
         idempotency_key text not null unique,
         provider_id text,
         charge_id text,
         amount_pence integer not null check (amount_pence > 0),
         state text not null check (state in
           ('open', 'processing', 'succeeded', 'failed', 'cancelled', 'abandoned', 'duplicate', 'refunded')),
         created_at timestamptz not null default now(),
         checked_at timestamptz not null default now(),
         constraint payments_attempt unique (order_id, attempt)
       )`,
      `create unique index payments_provider_id on payments (provider, provider_id)`,
      // The database itself refuses a second payment that counts for one order.
      `create unique index payments_one_success on payments (order_id) where state = 'succeeded'`,
      `create index payments_unsettled on payments (checked_at)
         where state in ('open', 'processing', 'abandoned', 'duplicate')`,
      `create table provider_events (
         provider text not null,
         event_id text not null,
         type text not null,
         provider_id text,
         received_at timestamptz not null default now(),
         handled_at timestamptz,
         primary key (provider, event_id)
       )`,
      `create index provider_events_unhandled on provider_events (received_at) where handled_at is null`,
      `create table outbox (
         id bigserial primary key,
         order_id text not null references orders (id),
         kind text not null,
         message_id text not null,
         recipient text not null,
         recipient_name text not null,
         created_at timestamptz not null default now(),
         attempts integer not null default 0,
         next_attempt_at timestamptz not null default now(),
         sent_at timestamptz,
         last_error text,
         constraint outbox_once unique (order_id, kind)
       )`,
      `create index outbox_unsent on outbox (next_attempt_at) where sent_at is null`,
    ],
  },
  {
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
  },
]
