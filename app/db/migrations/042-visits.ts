import type { Migration } from './migration.ts'

/** How often something was read on a day. The sums name no visitor. */
export const visits: Migration = {
  name: '042-visits',
  sql: `
create table daily_sum (
  day text not null,
  kind text not null
    constraint daily_sum_kind_is_known check (kind in ('page', 'search', 'download', 'referrer')),
  name text not null constraint daily_sum_name_is_short check (length(name) between 1 and 300),
  amount bigint not null constraint daily_sum_counts_something check (amount > 0),
  primary key (day, kind, name)
);
`,
}
