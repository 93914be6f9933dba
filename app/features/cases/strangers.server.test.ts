import { monday, test } from '#test/harness/db.ts'
import { repeat } from '#test/harness/scale.ts'
import { walkSequences } from '#test/models/strangers-model.ts'

/** `npm run test:full` also tries two thousand sequences, and the model without each guard. */

const seed = monday.getTime() / 1000
const count = Number(process.env['STRANGERS'] ?? repeat({ short: 20, full: 200 }))

test(
  `strangers neither block anyone, learn anything nor use up a limit, in ${count} sequences (seed ${seed})`,
  { timeout: 3_600_000 },
  ({ db }) => walkSequences(db, count, seed),
)
