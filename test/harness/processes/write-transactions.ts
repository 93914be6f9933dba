import Sqlite from 'better-sqlite3'

/** Writes to a SQLite file until it is ended: each transaction adds rows of many sizes and keeps one sum of them all. */

const [path = '', checkpointAt = '1000'] = process.argv.slice(2)
const db = new Sqlite(path)
db.pragma('journal_mode = wal')
db.pragma('synchronous = off')
db.pragma(`wal_autocheckpoint = ${checkpointAt}`)
db.exec(`create table if not exists piece (id integer primary key, number integer, text text);
  create table if not exists total (sum integer, count integer);
  insert into total select 0, 0 where not exists (select 1 from total)`)

const add = db.prepare('insert into piece (number, text) values (?, ?)')
const remove = db.prepare('delete from piece where id in (select id from piece order by id limit ?)')
const sum = db.prepare(
  'update total set sum = (select sum(number) from piece), count = (select count(*) from piece)',
)
const work = db.transaction((round: number) => {
  for (let at = 0; at < 1 + (round % 40); at++)
    add.run(round * 31 + at, 'x'.repeat((round * 977 + at) % 6000))
  if (round % 7 === 0) remove.run(60)
  sum.run()
})

console.log('writing')
for (let round = 1; ; round++) {
  work(round)
  if (round % 500 === 0) db.exec('vacuum')
  if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
}
