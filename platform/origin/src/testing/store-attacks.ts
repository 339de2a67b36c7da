/** Attacks with write access to every table but without the operator's key. */
type Attack = { what: string; statements: string[]; named: RegExp }

const LATER = 2_000_000_000
export const FORGED = 'Forged by whoever writes the database'
export const changePointer = (what: string) => `update site_live set pointer = (pointer::jsonb || '${what}')::json`

export const attacks: Readonly<Record<string, readonly Attack[]>> = {
  site_blobs: [
    {
      what: 'pages with one other byte',
      statements: ['update site_blobs set content = set_byte(content, 5, get_byte(content, 5) # 1)'],
      named: /archive-damaged composition 2: The blob .* was changed/,
    },
    {
      what: 'pages of another composition in the place of others',
      statements: [
        `update site_blobs set content = (select content from site_blobs other where other.digest <> site_blobs.digest limit 1)`,
      ],
      named: /archive-damaged composition 2: The blob .* was changed/,
    },
    {
      what: 'nothing',
      statements: ['delete from site_blobs'],
      named: /archive-damaged composition 2: .*no longer has/,
    },
  ],
  site_live: [
    {
      what: 'another composition',
      statements: [changePointer('{"live": 3}')],
      named: /live-forged .*composition 3 was not/,
    },
    {
      what: 'another composition, and a revision of its own',
      statements: [changePointer('{"live": 3}'), 'update site_live set revision = 40'],
      named: /live-forged/,
    },
    {
      what: 'a canary',
      statements: [
        changePointer('{"canary": {"composition": 1, "share": 100, "salt": "x", "startedAt": "2026-01-01"}}'),
      ],
      named: /live-forged .*composition 1 is not the canary/,
    },
    {
      what: 'prices of long ago',
      statements: [changePointer('{"lastLive": {"3": "2036-01-01T00:00:00.000Z"}}')],
      named: /live-forged .*visitors did not get composition 3/,
    },
    {
      what: 'a statement of its own',
      statements: [changePointer('{"live": 3}'), 'update site_live set signed = pointer::text, signed_revision = 99'],
      named: /live-forged .*not what an operator has signed/,
    },
    {
      what: 'what was signed before',
      statements: [
        'update site_live set (signed, signed_revision, signature) = (select * from before_now), pointer = (select signed from before_now)::json',
      ],
      named: /live-forged .*signed as revision 1, and this machine has seen 2/,
    },
    { what: 'nothing', statements: ['update site_live set pointer = null, signed = null'], named: /live-forged/ },
    {
      what: 'a composition to hold, for ever',
      statements: ['update site_live set prepared = 1'],
      named: /row-implausible .*asked to hold composition 1, and no operator is at work/,
    },
  ],
  site_documents: [
    {
      what: 'another composition under the number, computed anew',
      statements: [
        `update site_documents set (content, signature)
           = (select content, signature from site_documents where name = 'composition/1')
         where name = 'composition/2'`,
      ],
      named: /row-unsigned .*omposition 2 /,
    },
    {
      what: 'a composition without a signature',
      statements: [`update site_documents set signature = null where name like 'composition/%'`],
      named: /row-unsigned Composition 2 is signed by no operator/,
    },
    {
      what: 'no composition',
      statements: [`delete from site_documents where name like 'composition/%'`],
      named: /archive-damaged .*composition 2/,
    },
    {
      what: 'an archive of something else',
      statements: [
        `with other as (insert into site_blobs values (encode(sha256('x'), 'hex'), 'x'))
         update site_documents set archive = encode(sha256('x'), 'hex') where name like 'release/%'`,
      ],
      named: /archive-damaged/,
    },
    {
      what: 'another digest of a release',
      statements: [
        `update site_documents set content = '["' || repeat('0', 64) || substr(content, 67) where name like 'release/catalog@%'`,
      ],
      named: /row-unsigned The release catalog@0\.2\.0/,
    },
    {
      what: 'another time of a release, by which it would be the latest',
      statements: [
        `update site_documents set content = left(content, 67) || ',"2036-01-01T00:00:00.000Z"]' where name = 'release/catalog@0.1.0'`,
      ],
      named: /row-unsigned The release catalog@0\.1\.0/,
    },
    {
      what: 'another integrity',
      statements: [`update site_documents set content = 'sha512-other' where name like 'pin/%'`],
      named: /row-unsigned The pin of catalog@0\.2\.0/,
    },
    {
      what: 'the integrity of a version that was never fetched',
      statements: [`insert into site_documents (name, content) values ('pin/shell@9.0.0', 'sha512-other')`],
      named: /row-unsigned The pin of shell@9\.0\.0/,
    },
    {
      what: 'another address of the site',
      statements: [`update site_documents set content = replace(content, 'localhost', 'evil.example')`],
      named: /row-unsigned The document settings\.json/,
    },
    {
      what: 'a team key that an operator never added',
      statements: [
        `insert into site_documents (name, content) values ('keys.json', '{}')
         on conflict (name) do update set content = '{}'`,
      ],
      named: /row-unsigned The document keys\.json/,
    },
    {
      what: 'what was signed before',
      statements: [
        `update site_documents set (content, revision, signature) = (select content, revision, signature from keys_before) where name = 'keys.json'`,
      ],
      named: /row-unsigned .*keys\.json.*has seen revision 2/,
    },
    {
      what: 'nothing',
      statements: [`delete from site_documents where name = 'keys.json'`],
      named: /row-unsigned .*keys\.json/,
    },
  ],
  site_record: [
    {
      what: 'another actor',
      statements: [`update site_record set line = replace(line, '"ada"', '"bob"') where number = 1`],
      named: /Line 1 of the audit log was altered/,
    },
    {
      what: 'another order',
      statements: [
        'update site_record set line = (select line from site_record other where other.number = 3 - site_record.number)',
      ],
      named: /Line 1 of the audit log/,
    },
    { what: 'no end', statements: ['delete from site_record where number = 2'], named: /seen line 2, and there are 1/ },
  ],
  site_lock: [
    {
      what: 'an operator who never ends',
      statements: [
        `insert into site_lock (token, operator, since, seen_at)
         values (gen_random_uuid(), 'eve', now(), now() + interval '1 year')`,
      ],
      named: /lock-held .*eve/,
    },
  ],
  site_origins: [
    {
      what: 'an origin that is said to have what it has not',
      statements: [`update site_origins set available = '{1,2,77}', serving = 77`],
      named: /origin-behind/,
    },
    {
      what: 'an origin that will be seen for ever',
      statements: [
        `insert into site_origins (id, name, seen_at, available, serving)
         values (gen_random_uuid(), 'web-9', now() + interval '1 year', '{1,2}', 2)`,
      ],
      named: /row-implausible .*web-9/,
    },
  ],
  site_served: [
    {
      what: 'documents of a composition that nobody got',
      statements: [`insert into site_served values (77, ${LATER}, 5)`],
      named: /row-implausible .*site_served.*composition 77/,
    },
    {
      what: 'fewer than none',
      statements: [`insert into site_served values (2, ${LATER}, -5)`],
      named: /row-implausible .*site_served/,
    },
  ],
  site_visits: [
    {
      what: 'visits of a composition that nobody got',
      statements: [`insert into site_visits values (77, ${LATER}, 5, 5, 0, 0, 0, 0)`],
      named: /row-implausible .*site_visits.*composition 77/,
    },
    {
      what: 'more that failed than there were',
      statements: [`insert into site_visits values (2, ${LATER}, 5, 0, 9, 0, 0, 0)`],
      named: /row-implausible .*site_visits.*composition 2,/,
    },
  ],
  site_failures: [
    {
      what: 'failures of a composition that nobody got',
      statements: [`insert into site_failures values (77, 1, 'a', now(), 'catalog', '0.2.0', 'throw', 'a.tsx:1')`],
      named: /row-implausible .*site_failures.*composition 77/,
    },
    {
      what: 'failures of a release that it is not made of',
      statements: [`insert into site_failures values (2, 1, 'a', now(), 'catalog', '9.9.9', 'throw', 'a.tsx:1')`],
      named: /row-implausible .*catalog@9\.9\.9/,
    },
  ],
  site_vitals: [
    {
      what: 'vitals of a composition that nobody got',
      statements: [`insert into site_vitals values (77, ${LATER}, 'LCP', 'catalog', 1200, 5)`],
      named: /row-implausible .*site_vitals.*composition 77/,
    },
  ],
  site_migrations: [
    {
      what: 'a change of the tables that this program does not know',
      statements: [`insert into site_migrations (name) values ('forged')`],
      named: /row-implausible .*forged/,
    },
  ],
}
