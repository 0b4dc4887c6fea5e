import { readFileSync } from 'node:fs';
import pg from 'pg';
const base = (JSON.parse(readFileSync('/tmp/m/urls.json','utf8')) as Record<string,string>)['10000']!;
const url = base.replace(/\/[^/]+$/, '/cmp_new_10000');
const p = new pg.Pool({ connectionString: url, max: 1 });
await p.query(`alter table referral add column if not exists note_count integer not null default 0`);
await p.query(`update referral set note_count = s.n from (select referral_id, count(*) n from referral_event where kind='note' group by 1) s where s.referral_id = referral.id and note_count = 0`);
await p.query('vacuum analyze');
const cols = `r.id, r.first_name, r.last_name, r.contact_number, r.sex, r.dob, r.substance, r.status, r.tracking_id, r.notes, r.version, (select f from (select s.id as value, s.name as label) f) as site, exists (select 1 from account a where a.referral_id = r.id) as has_account`;
const from = (ids: string) => `from unnest(${ids}) with ordinality as listed (id, ordinal) join referral r on r.id = listed.id join site s on s.id = r.site_id`;
const variants: Record<string, string> = {
  none: `select ${cols} ${from('ids')} order by ordinal`,
  counter: `select ${cols}, (coalesce(r.notes,'') <> '')::int + r.note_count as note_count ${from('ids')} order by ordinal`,
  subplan: `select ${cols}, (coalesce(r.notes,'') <> '')::int + (select count(*)::int from referral_event e where e.referral_id = r.id and e.kind = 'note') as note_count ${from('ids')} order by ordinal`,
  grouped: `select ${cols}, (coalesce(r.notes,'') <> '')::int + coalesce(c.n, 0) as note_count ${from('ids')} left join (select e.referral_id, count(*)::int n from referral_event e where e.referral_id = any(ids) and e.kind = 'note' group by 1) c on c.referral_id = r.id order by ordinal`,
};
for (const [name, body] of Object.entries(variants)) {
  await p.query(`create or replace function v_${name}(ids text[]) returns text language plpgsql as $f$ declare t text; begin
   select '[' || coalesce(string_agg(row_to_json(item)::text, ','), '') || ']' into t from (${body}) item; return t; end $f$`);
}
await p.query(`create or replace function run(name text, size int, n int) returns float8 language plpgsql as $f$ declare ids text[]; t timestamptz; x text; begin
  select array(select id from referral where deleted_at is null and hold_reason is null order by entry_date desc, id desc limit size) into ids;
  t := clock_timestamp();
  for i in 1..n loop
   if name = 'none' then x := v_none(ids); elsif name='counter' then x := v_counter(ids); elsif name='subplan' then x := v_subplan(ids); else x := v_grouped(ids); end if;
  end loop;
  return extract(epoch from clock_timestamp() - t) * 1000000 / n; end $f$`);
const c = await p.connect();
for (const size of [25, 50]) {
  const res: Record<string, number[]> = {};
  for (let r = 0; r < 12; r++) for (const name of Object.keys(variants)) {
    const v = (await c.query(`select run($1,$2,200) as us`, [name, size])).rows[0].us as number;
    (res[name] ??= []).push(v);
  }
  console.log(size, Object.fromEntries(Object.entries(res).map(([k, v]) => [k, `min ${Math.min(...v).toFixed(0)} med ${v.toSorted((a,b)=>a-b)[6]!.toFixed(0)} µs`])));
}
c.release(); await p.end();
