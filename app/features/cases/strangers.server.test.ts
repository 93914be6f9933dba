import { monday, test } from '#test/harness/db.ts'
import { walkSequences } from '#test/models/strangers-model.ts'

/** Two thousand sequences, and the model without each guard: `npm run test:full`. */

const seed = monday.getTime() / 1000
const count = Number(process.env['STRANGERS'] ?? 200)

test(
  `strangers neither block anyone, learn anything nor use up a limit, in ${count} sequences (seed ${seed})`,
  { timeout: 3_600_000 },
  ({ db }) => walkSequences(db, count, seed),
)
