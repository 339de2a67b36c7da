export const changePointer = (change: string) => `update site_live set pointer = (pointer::jsonb || '${change}')::json`

/** Statements of a writer without the operator's key, and what doctor says about them. */
export const attacks: [statements: string, named: RegExp][] = [
  ['update site_blobs set content = set_byte(content, 5, get_byte(content, 5) # 1)', /2: The blob .* was changed/],
  [
    'update site_blobs it set content = (select content from site_blobs other where other.digest <> it.digest limit 1)',
    /archive-damaged composition 2: The blob .* was changed/,
  ],
  ['delete from site_blobs', /archive-damaged composition 2: .*no longer has/],
  [changePointer('{"live": 3}'), /live-forged .*composition 3 was not/],
  [changePointer('{"hold": true}'), /live-forged .*it does not name a composition/],
  [`${changePointer('{"live": 3}')}; update site_live set revision = 40`, /live-forged/],
  [
    changePointer('{"canary": {"composition": 1, "share": 100, "salt": "x", "startedAt": "2026-01-01"}}'),
    /live-forged .*composition 1 is not the canary/,
  ],
  [
    changePointer('{"lastLive": {"3": "2036-01-01T00:00:00.000Z"}}'),
    /live-forged .*visitors did not get composition 3/,
  ],
  [
    `${changePointer('{"live": 3}')}; update site_live set signed = pointer::text, signed_revision = 99`,
    /live-forged .*not what an operator has signed/,
  ],
  [
    'update site_live set (signed, signed_revision, signature) = (select * from before_now), pointer = (select signed from before_now)::json',
    /live-forged .*signed as revision 1, and this machine has seen 2/,
  ],
  ['update site_live set pointer = null, signed = null', /live-forged/],
  ['update site_live set prepared = 1', /row-invalid .*asked to hold composition 1, and no operator is at work/],
  [
    `update site_documents set (content, signature) = (select content, signature from site_documents where name = 'composition/1') where name = 'composition/2'`,
    /row-unsigned .*omposition 2 /,
  ],
  [
    `update site_documents set signature = null where name like 'composition/%'`,
    /row-unsigned Composition 2 is signed by no operator/,
  ],
  [`delete from site_documents where name like 'composition/%'`, /archive-damaged .*composition 2/],
  [
    `with other as (insert into site_blobs values (encode(sha256('x'), 'hex'), 'x'))
       update site_documents set archive = encode(sha256('x'), 'hex') where name like 'release/%'`,
    /archive-damaged/,
  ],
  [
    `update site_documents set content = '["' || repeat('0', 64) || substr(content, 67) where name like 'release/catalog@%'`,
    /row-unsigned The release catalog@0\.2\.0/,
  ],
  // A later time would make it the latest.
  [
    `update site_documents set content = left(content, 67) || ',"2036-01-01T00:00:00.000Z"]' where name = 'release/catalog@0.1.0'`,
    /row-unsigned The release catalog@0\.1\.0/,
  ],
  [
    `update site_documents set content = 'sha512-other' where name like 'pin/%'`,
    /row-unsigned The pin of catalog@0\.2\.0/,
  ],
  [
    `insert into site_documents (name, content) values ('pin/shell@9.0.0', 'sha512-other')`,
    /row-unsigned The pin of shell@9\.0\.0/,
  ],
  [
    `update site_documents set content = replace(content, 'localhost', 'evil.example')`,
    /row-unsigned The document settings\.json/,
  ],
  [
    `insert into site_documents (name, content) values ('keys.json', '{}') on conflict (name) do update set content = '{}'`,
    /row-unsigned The document keys\.json/,
  ],
  [
    `update site_documents set (content, revision, signature) = (select content, revision, signature from keys_before) where name = 'keys.json'`,
    /row-unsigned .*keys\.json.*has seen revision 2/,
  ],
  [`delete from site_documents where name = 'keys.json'`, /row-unsigned .*keys\.json/],
  [
    `update site_record set line = replace(line, '"ada"', '"bob"') where number = 1`,
    /Line 1 of the audit log was altered/,
  ],
  [
    'update site_record it set line = (select line from site_record other where other.number = 3 - it.number)',
    /Line 1 of the audit log/,
  ],
  ['delete from site_record where number = 2', /seen line 2, and there are 1/],
  [
    `insert into site_lock (token, operator, since, seen_at) values (gen_random_uuid(), 'eve', now(), now() + interval '1 year')`,
    /lock-held .*eve/,
  ],
  // Origins rewrite theirs.
  [
    `insert into site_origins (id, name, seen_at, available, serving) values (gen_random_uuid(), 'web-8', now(), '{1,2,77}', 77)`,
    /origin-behind .*web-8/,
  ],
  [
    `insert into site_origins (id, name, seen_at, available, serving) values (gen_random_uuid(), 'web-9', now() + interval '1 year', '{1,2}', 2)`,
    /row-invalid .*web-9/,
  ],
  ['insert into site_served values (77, 2000000000, 5)', /row-invalid .*site_served.*composition 77/],
  ['insert into site_served values (2, 2000000000, -5)', /row-invalid .*site_served/],
  ['insert into site_visits values (77, 2000000000, 5, 5, 0, 0, 0, 0)', /row-invalid .*site_visits.*composition 77/],
  ['insert into site_visits values (2, 2000000000, 5, 0, 9, 0, 0, 0)', /row-invalid .*site_visits.*composition 2,/],
  [
    `insert into site_failures values (77, 2000000000, 'a', now(), 'catalog', '0.2.0', 'throw', 'a.tsx:1')`,
    /row-invalid .*site_failures.*composition 77/,
  ],
  [
    `insert into site_failures values (2, 2000000000, 'a', now(), 'catalog', '9.9.9', 'throw', 'a.tsx:1')`,
    /row-invalid .*catalog@9\.9\.9/,
  ],
  [
    `insert into site_vitals values (77, 2000000000, 'LCP', 'catalog', 1200, 5)`,
    /row-invalid .*site_vitals.*composition 77/,
  ],
  [`insert into site_migrations (name) values ('forged')`, /row-invalid .*forged/],
]
