import { data } from 'react-router'

/** For addresses that name nothing we have. */
export function noSuchPage() {
  return data({ sentence: 'There is no page at this address.' }, { status: 404 })
}
