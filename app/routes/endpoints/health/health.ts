import { plainAnswer } from '#routes/endpoints/answers.ts'

/** Says that the process answers. It asks nothing else, so that a slow database does not get the process restarted. */
export function loader() {
  return plainAnswer('ok')
}
