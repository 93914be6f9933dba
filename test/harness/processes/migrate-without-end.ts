import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'

/** Runs every migration and then one that takes very long; reports when that has started. */
const [address = ''] = process.argv.slice(2)
let hasSaid = false
const db = openDatabase(address, () => {
  if (!hasSaid) console.log('started')
  hasSaid = true
})
const endless = {
  name: '999-endless',
  sql: 'create table endless (id integer);\n',
  sqlite:
    'with recursive n (i) as (select 1 union all select i + 1 from n where i < 1e12) select count(*) from n;',
  postgres: 'select pg_sleep(3);',
}
await migrate(db, new Date('2027-01-04T09:00:00Z'), [...migrations, endless])
